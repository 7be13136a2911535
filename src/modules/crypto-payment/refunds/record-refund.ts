import { withoutZeros } from "../../../coins/decimal"
import { invalidData, notAllowed } from "../../../medusa-errors"
import {
  lockActionFacts,
  markResolved,
  type StoredActionFacts,
} from "../admin-actions/action-facts"
import {
  checkAllowed,
  checkShown,
  refundPromised,
  refuseAction,
  type ShownAttempt,
} from "../admin-actions/allowed-actions"
import type { Transitioned } from "../attempts/attempts"
import { attempts } from "../attempts/rows"
import type { Database } from "../database"
import type { Attempt, Refund } from "../models/crypto-payment"
import type { OutboxEvent } from "../outbox/outbox"
import type { EnteredAddress } from "./addresses"
import {
  checkHash,
  insertRefund,
  type NewRefund,
  readRequest,
  requests,
  type Sent,
} from "./ledger"
import {
  checkRequest,
  isCovered,
  isOfPrice,
  isSameTransaction,
  parseRefundAmount,
  priceLeft,
  priceWithin,
  type RefundKind,
  refundTerms,
} from "./limits"
import { checkSentTo } from "./requests"
import { describePrice, sameAmount } from "../settling/money"

/**
 * As an admin enters it, numbers as typed: `amount` of a price, `crypto_amount` or all of a
 * surplus. With `request` it is that request's refund, sent to `address`.
 */
export type RefundReport = Sent & {
  kind?: RefundKind
  amount?: string
  crypto_amount?: string
  request?: { id: string } & EnteredAddress
  shown?: ShownAttempt
}

/** `resolved` where the whole amount is refunded now; `sent` is the event of a new refund. */
export type RecordedRefund = {
  attempt: Attempt
  resolved: Transitioned | null
  sent: OutboxEvent | null
}

/** In a transaction. @throws MedusaError NOT_FOUND, NOT_ALLOWED or INVALID_DATA with the reason. */
export async function recordRefund(
  db: Database,
  id: string,
  report: RefundReport
): Promise<RecordedRefund> {
  const locked = await lockActionFacts(db, id)
  const { request } = report
  return await (request
    ? recordRequested(db, locked, request, report)
    : recordReported(db, locked, report))
}

export function findSame(refunds: readonly Refund[], hash: string) {
  return refunds.find((each) => isSameTransaction(each.transaction_hash, hash))
}

async function recordReported(
  db: Database,
  locked: StoredActionFacts,
  report: RefundReport
): Promise<RecordedRefund> {
  const { attempt, refunds, requests } = locked
  const same = findSame(refunds, report.transaction_hash)
  if (same) {
    if (isReportOf(same, report)) return nothingNew(attempt)
    throw notAllowed(
      `Transaction ${same.transaction_hash} is already recorded with ${describePrice(same)}.`
    )
  }
  checkShown(locked, report.shown)
  checkAllowed("record_refund", locked)
  const refund =
    report.kind === "surplus"
      ? readSurplus(attempt, refunds, report)
      : readPrice(attempt, refunds, report)
  const agreed = { ...refund, confirmed_excess: refund.crypto_amount }
  if (!isCovered(attempt, agreed, [...refunds, ...requests])) {
    const promised = requests.find(({ kind }) => kind === refund.kind)
    if (promised) throw refundPromised(promised)
  }
  return await insert(db, locked, { ...refund, request_id: null }, report)
}

/** Sends a request: once, with one transaction that no other refund of this coin has. */
async function recordRequested(
  db: Database,
  locked: StoredActionFacts,
  { id, ...sentTo }: NonNullable<RefundReport["request"]>,
  sent: Sent
): Promise<RecordedRefund> {
  const { attempt, refunds } = locked
  const request = await readRequest(db, id)
  const { transaction_hash } = sent
  if (request.crypto_payment_id !== attempt.id) {
    throw new Error(`Refund request ${id} is of another payment.`)
  }
  if (request.state === "sent") {
    if (isSameTransaction(request.transaction_hash ?? "", transaction_hash)) {
      return nothingNew(attempt)
    }
    throw notAllowed(
      `This refund was sent already, with transaction ${request.transaction_hash}.`
    )
  }
  checkRequest("send", request.state)
  checkSentTo(request, attempt, sentTo)
  checkHash(request, transaction_hash)
  checkAllowed("record_refund", locked)
  // It was made within limits that a later refund has used.
  if (!isCovered(attempt, request, refunds)) {
    throw notAllowed(
      `This request of ${describePrice(request)} is more than what is left to refund of the payment. Revoke it.`
    )
  }
  const { kind, amount, currency_code, crypto_amount } = request
  const terms = { kind, amount, currency_code, crypto_amount, request_id: id }
  const note = sent.note ?? request.note
  const recorded = await insert(db, locked, terms, { ...sent, note })
  await requests(db).where({ id }).update({
    state: "sent",
    transaction_hash,
    sent_at: db.fn.now(),
    updated_at: db.fn.now(),
  })
  return recorded
}

function nothingNew(attempt: Attempt): RecordedRefund {
  return { attempt, resolved: null, sent: null }
}

/** The same report again, to finish what failed. */
function isReportOf(
  refund: Refund,
  { kind = "price", amount, crypto_amount }: RefundReport
): boolean {
  if (refund.kind !== kind) return false
  if (amount !== undefined || kind === "price") {
    const typed = parseRefundAmount(amount ?? "", refund.currency_code)
    if (!sameAmount(refund.amount, typed)) return false
  }
  return (
    crypto_amount === undefined ||
    refund.crypto_amount === withoutZeros(crypto_amount)
  )
}

function readPrice(
  attempt: Attempt,
  refunds: readonly Refund[],
  { amount: typed, crypto_amount }: RefundReport
) {
  if (crypto_amount !== undefined) {
    throw invalidData("Only the refund of a surplus names crypto_amount.")
  }
  const left = priceLeft(attempt, refunds)
  if (!left) throw refuseAction("record_refund", attempt)
  const price = priceWithin(typed ?? "", left)
  return { kind: "price" as const, ...price, crypto_amount: null }
}

function readSurplus(
  attempt: Attempt,
  refunds: readonly Refund[],
  { amount, crypto_amount }: RefundReport
) {
  const kind = "surplus" as const
  // The coins are gone: what matters is the limit of the surplus.
  const asked = { kind, amount, crypto_amount, confirm_excess: true }
  const { confirmed_excess: _, ...terms } = refundTerms(attempt, asked, refunds)
  return terms
}

async function insert(
  db: Database,
  { attempt, refunds }: StoredActionFacts,
  refund: NewRefund,
  sent: Sent
): Promise<RecordedRefund> {
  const event = await insertRefund(db, attempt, refund, sent)
  const recorded = { attempt, resolved: null, sent: event }
  if (!isOfPrice(refund)) return recorded
  const left = priceLeft(attempt, [...refunds, refund])
  const isWhole = left !== null && sameAmount(left.amount, "0")
  const refund_status = isWhole ? "refunded" : "partially_refunded"
  const [refunded] = await attempts(db)
    .where({ id: attempt.id })
    .update({ refund_status, updated_at: db.fn.now() })
    .returning("*")
  if (!isWhole || attempt.state !== "attention") {
    return { ...recorded, attempt: refunded }
  }
  const { transaction_hash, note, by } = sent
  const how = { kind: "refunded" as const, order: null, transaction_hash }
  const resolved = await markResolved(db, attempt, { ...how, note, by })
  return { ...recorded, attempt: resolved.attempt, resolved }
}
