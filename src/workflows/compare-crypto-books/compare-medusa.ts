import type { MedusaContainer } from "@medusajs/framework/types"
import type { Query } from "../../medusa-query"
import {
  type Attempt,
  type Booking,
  compareCaptures,
  compareRefund,
  compareUnmatchedCapture,
  compareUnmatchedRefund,
  CRYPTO_PAYMENT_MODULE,
  type ExportedRefund,
  providerIdentifiers,
  settledPrice,
  type Span,
} from "../../modules/crypto-payment/internal"
import { capturesOf, findCaptures, toBooking } from "../medusa/bookings"
import type { Tally } from "./tally"

const PAGE = 1_000

/** Compares captures and refunds of a period on both sides. @param alive is called for each page. */
export async function compareWithMedusa(
  container: MedusaContainer,
  span: Span,
  tally: Tally,
  alive: () => Promise<void>
): Promise<void> {
  const query = container.resolve("query")
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const settled = ledger.exports.payments({
    filters: { state: ["settled"] },
    period: { by: "settled", ...span },
  })
  for await (const page of settled) {
    const ids = page.map(({ attempt }) => attempt.payment_id)
    const captures = await findCaptures(query, ids)
    for (const { attempt } of page) {
      const price = settledPrice(attempt)
      if (price) tally.add("ledger", "capture", price, attempt.is_test ?? false)
      const ofPayment = captures.get(attempt.payment_id ?? "") ?? []
      tally.note(compareCaptures(attempt, capturesOf(attempt, ofPayment), span))
    }
    await alive()
  }
  for await (const page of readBookings(container, "capture", span)) {
    const attempts = await findByPayment(container, page)
    for (const capture of page) {
      const attempt = attempts.get(capture.payment_id)
      tally.add(
        "medusa",
        "capture",
        capture,
        isTest(container, capture, attempt)
      )
      tally.note(compareUnmatchedCapture(capture, attempt, span))
    }
    await alive()
  }
  const recorded = ledger.exports.refunds({
    filters: {},
    period: { by: "refunded", ...span },
  })
  for await (const page of recorded) {
    const booked = await findRefunds(container, page)
    for (const record of page) {
      const { attempt, refund } = record
      const differences = compareRefund(
        record,
        booked.get(refund.refund_id ?? ""),
        span
      )
      if (refund.refund_id !== null || differences.length > 0) {
        tally.add("ledger", "refund", refund, attempt.is_test ?? false)
      }
      tally.note(differences)
    }
    await alive()
  }
  for await (const page of readBookings(container, "refund", span)) {
    const records = await findRecords(container, page)
    const attempts = await findByPayment(container, page)
    for (const refund of page) {
      const record = records.get(refund.id)
      const attempt = record?.attempt ?? attempts.get(refund.payment_id)
      tally.add("medusa", "refund", refund, isTest(container, refund, attempt))
      tally.note(compareUnmatchedRefund(refund, record, span))
    }
    await alive()
  }
}

/** A capture or refund with the payment that it is of. */
type PaymentBooking = Booking & { payment_id: string; provider_id: string }

/** What Medusa booked for payments of ours in a period, by id. */
async function* readBookings(
  container: MedusaContainer,
  entity: "capture" | "refund",
  { starts_at, ends_at }: Span
): AsyncGenerator<PaymentBooking[]> {
  const query = container.resolve("query")
  const provider_id = await findProviders(query)
  let after: string | undefined
  for (;;) {
    const { data } = await query.graph({
      entity,
      fields: [
        ...["id", "raw_amount", "created_at"],
        ...["payment.id", "payment.provider_id", "payment.currency_code"],
      ],
      filters: {
        created_at: { $gte: starts_at, $lt: ends_at },
        payment: { provider_id },
        ...(after ? { id: { $gt: after } } : {}),
      },
      pagination: { take: PAGE, order: { id: "ASC" } },
    })
    if (data.length > 0) {
      yield data.map(({ payment, ...booking }) => ({
        ...toBooking(booking, payment.currency_code),
        payment_id: payment.id,
        provider_id: payment.provider_id,
      }))
    }
    if (data.length < PAGE) return
    after = data[data.length - 1].id
  }
}

/** All of ours that Medusa knows, also those that are configured no more. */
async function findProviders(query: Query): Promise<string[]> {
  const { data } = await query.graph({
    entity: "payment_provider",
    fields: ["id"],
  })
  const prefixes = Object.values(providerIdentifiers).map((id) => `pp_${id}_`)
  return data
    .map(({ id }) => id)
    .filter((id) => prefixes.some((prefix) => id.startsWith(prefix)))
}

/** The attempts whose payments these are, settled ones first, by the payment's id. */
async function findByPayment(
  container: MedusaContainer,
  bookings: readonly PaymentBooking[]
): Promise<Map<string, Attempt>> {
  const { comparisons } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const ids = [...new Set(bookings.map(({ payment_id }) => payment_id))]
  const attempts = await comparisons.findByPayment(ids)
  const rank = ({ state }: Attempt) => (state === "settled" ? 1 : 0)
  return new Map(
    attempts
      .sort((one, other) => rank(one) - rank(other))
      .map((attempt) => [attempt.payment_id ?? "", attempt])
  )
}

async function findRefunds(
  container: MedusaContainer,
  page: readonly ExportedRefund[]
): Promise<Map<string, Booking>> {
  const id = page.flatMap(({ refund }) => refund.refund_id ?? [])
  if (id.length === 0) return new Map()
  const { data } = await container.resolve("query").graph({
    entity: "refund",
    fields: ["id", "raw_amount", "created_at", "payment.currency_code"],
    filters: { id },
  })
  return new Map(
    data.map(({ payment, ...refund }) => [
      refund.id,
      toBooking(refund, payment.currency_code),
    ])
  )
}

/** The records of Medusa's refunds, by the refund's id. */
async function findRecords(
  container: MedusaContainer,
  booked: readonly Booking[]
): Promise<Map<string, ExportedRefund>> {
  const { comparisons } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const records = await comparisons.findBooked(booked.map(({ id }) => id))
  return new Map(
    records.map((record) => [record.refund.refund_id ?? "", record])
  )
}

/** Where the ledger does not know the payment, as its provider is configured. */
function isTest(
  container: MedusaContainer,
  { provider_id }: PaymentBooking,
  attempt: Attempt | undefined
): boolean {
  if (attempt) return attempt.is_test ?? false
  const { merchants } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const provider = merchants.provider(provider_id)
  return provider ? merchants.options(provider.merchantKey).testMode : false
}
