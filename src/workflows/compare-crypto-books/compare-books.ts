import type { MedusaContainer } from "@medusajs/framework/types"
import { invalidData } from "../../medusa-errors"
import {
  type BookDifference,
  type BooksResult,
  CRYPTO_PAYMENT_MODULE,
  type Period,
  type Span,
} from "../../modules/crypto-payment/internal"
import { compareWithGateways } from "./compare-gateway"
import { compareWithMedusa } from "./compare-medusa"
import { Tally } from "./tally"

/** A result, and the first 1,000 of its differences. */
export type ComparedBooks = {
  result: BooksResult
  differences: BookDifference[]
}

/**
 * Compares ledger, Medusa and gateway for a period that has ended. Changes nothing. What is written
 * meanwhile does not concern the period, unless a person repairs something.
 * @param alive is called now and then.
 * @throws MedusaError INVALID_DATA for a period that has not ended, or an unknown time zone.
 */
export async function compareBooks(
  container: MedusaContainer,
  period: Period,
  alive: () => Promise<void> = async () => {}
): Promise<ComparedBooks> {
  const span = await closedSpan(container, period)
  const tally = new Tally()
  await compareWithMedusa(container, span, tally, alive)
  await compareWithGateways(container, span, tally, alive)
  const { result, differences } = tally
  return { result, differences }
}

/** @throws MedusaError INVALID_DATA as `compareBooks`. */
export async function closedSpan(
  container: MedusaContainer,
  period: Period
): Promise<Span> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const span = await ledger.reports.span(period)
  if (span.ends_at > (await ledger.now())) {
    throw invalidData(
      `The period ends with ${period.to} in ${period.time_zone}, which is not over yet. Books are compared for days that are over.`
    )
  }
  return span
}
