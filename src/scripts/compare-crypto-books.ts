import type { ExecArgs } from "@medusajs/framework/types"
import {
  type BooksSide,
  describeDifference,
  isOfOtherPeriod,
} from "../modules/crypto-payment/internal"
import { compareBooks } from "../workflows/compare-crypto-books"

const USAGE =
  "Arguments: first day, last day, and a time zone (UTC without it), such as 2026-10-01 2026-10-31 Europe/Berlin"

/**
 * `npx medusa exec <this file> 2026-10-01 2026-10-31 Europe/Berlin` compares ledger, Medusa and
 * gateway for whole days, and prints each difference. The exit code is 1 where there is one.
 */
export default async function compareCryptoBooks({
  container,
  args,
}: ExecArgs) {
  const [from, to, time_zone = "UTC"] = args ?? []
  const isDay = (text: string | undefined) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text ?? "")
  if (!isDay(from) || !isDay(to) || from > to) throw new Error(USAGE)
  const { result, differences } = await compareBooks(container, {
    ...{ from, to, time_zone },
  })
  const logger = container.resolve("logger")
  for (const { currency_code, is_test, ledger, medusa } of result.totals) {
    const mode = is_test ? " (test)" : ""
    logger.info(
      `${currency_code.toUpperCase()}${mode}: ledger ${describe(ledger)}; Medusa ${describe(medusa)}`
    )
  }
  for (const {
    merchant_id,
    compared,
    not_compared,
    message,
  } of result.gateways) {
    const missing =
      not_compared > 0 || message
        ? `, ${not_compared} not compared. ${message ?? ""}`
        : ""
    logger.info(
      `Gateway of ${merchant_id}: ${compared} payments compared${missing}`
    )
  }
  for (const difference of differences) {
    const line = describeDifference(difference)
    if (isOfOtherPeriod(difference)) logger.info(line)
    else logger.error(line)
  }
  const count = result.difference_count - result.other_period_count
  const isIncomplete = result.gateways.some(({ message }) => message !== null)
  logger.info(
    `${from} to ${to}, ${time_zone}: ${count} differences, ${result.other_period_count} bookings of another period`
  )
  if (count > 0 || isIncomplete) process.exitCode = 1
}

function describe({
  captures,
  captured_amount,
  refunds,
  refunded_amount,
}: BooksSide): string {
  return `${captured_amount} in ${captures} captures, ${refunded_amount} in ${refunds} refunds`
}
