import {
  coinNetwork,
  type EnteredAddress,
  isTransactionHash,
} from "../../../coins/addresses"
import { withoutZeros } from "../../../coins/decimal"
import { hashInvalid, invalidData, notAllowed } from "../../../medusa-errors"
import {
  checkAllowed,
  checkShown,
  refundPromised,
  refuseAction,
  type ShownAttempt,
} from "./allowed-actions"
import {
  appendEvent,
  endChecksWithoutLateWindow,
  type LateWindowDays,
  type Transitioned,
  writeStep,
} from "../attempts/attempts"
import { attempts, found, inSeconds } from "../attempts/rows"
import type { PriceKind, RefundPart, Resolution } from "../column-values"
import type { Database } from "../database"
import type { Attempt, Refund } from "../models/crypto-payment"
import { cryptoPaymentEvents, type OutboxEvent } from "../outbox/outbox"
import { checkSentTo } from "../refunds/addresses"
import {
  checkRequest,
  isCovered,
  isOfPrice,
  isSameTransaction,
  parseRefundAmount,
  priceLeft,
  priceWithin,
  refundStatus,
  refundTerms,
} from "../refunds/limits"
import { insertRefund, type NewRefund, type Sent } from "../refunds/refunds"
import { readRequest } from "../refunds/requests"
import {
  factsOf,
  lockActionFacts,
  type RefundRequest,
  requests,
  type StoredActionFacts,
} from "../refunds/rows"
import { describePrice, sameAmount } from "../settling/money"

export type ResolvedByAdmin = Transitioned & { sent: OutboxEvent | null }

export class AdminActions {
  constructor(
    private readonly db: Database,
    private readonly lateWindowDays: LateWindowDays
  ) {}

  async readFacts(id: string): Promise<StoredActionFacts> {
    const [facts] = await this.listFacts([id])
    return found(id, facts)
  }

  async listFacts(ids: readonly string[]): Promise<StoredActionFacts[]> {
    return await factsOf(
      this.db,
      await attempts(this.db).whereIn("id", [...ids])
    )
  }

  /**
   * Records coins that were sent back. The same transaction and amount twice is one refund; when
   * all of a payment that needs attention was sent back, it is resolved.
   */
  async recordRefund(
    id: string,
    report: RefundReport
  ): Promise<RecordedRefund> {
    return await this.db.transaction((db) => recordRefund(db, id, report))
  }

  /** What arrived is enough: the check that is due then settles it, also after a crash. */
  async accept(id: string, by: string, shown?: ShownAttempt): Promise<void> {
    await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, id)
      checkShown(facts, shown)
      checkAllowed("accept", facts)
      const { shortfall_accepted_at, attention_fact: fact } = facts.attempt
      const now = db.fn.now()
      if (shortfall_accepted_at === null) {
        const type = "shortfall_accepted"
        await appendEvent(db, id, { type, source: "admin", data: { by, fact } })
        const accepted = { shortfall_accepted_at: now, updated_at: now }
        await attempts(db).where({ id }).update(accepted)
      }
      await attempts(db).where({ id }).update({ next_check_at: now })
    })
  }

  /**
   * As `refunded`, it records what was not recorded as sent back; `sent` is that event. Without
   * confirmed money it is closed instead, since it may be confirmed later, with an unknown amount.
   */
  async resolve(
    id: string,
    resolution: Resolution,
    { price_kind, shown }: { price_kind: PriceKind; shown?: ShownAttempt }
  ): Promise<ResolvedByAdmin> {
    return await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, id)
      const { attempt } = facts
      checkShown(facts, shown)
      checkAllowed("resolve", facts)
      const { kind, transaction_hash } = resolution
      const isRefunded = kind === "refunded"
      if (isRefunded && attempt.state === "attention") {
        const recorded = await recordWhatIsLeft(db, facts, {
          ...resolution,
          price_kind,
        })
        if (recorded) return recorded
      } else if (isRefunded && !transaction_hash) {
        throw invalidData(
          "Name the transaction that sent the coins back (transaction_hash), or resolve the payment as something else."
        )
      }
      const resolved = await markResolved(db, attempt, resolution)
      const days = this.lateWindowDays
      const ended = await endChecksWithoutLateWindow(db, resolved, days)
      return { ...found(id, ended), sent: null }
    })
  }
}

/** Null where nothing is left; else recording the refund resolves the payment. */
async function recordWhatIsLeft(
  db: Database,
  { attempt, refunds }: StoredActionFacts,
  resolution: Resolution & Pick<RefundReport, "price_kind">
): Promise<ResolvedByAdmin | null> {
  const { transaction_hash, note, by, price_kind } = resolution
  const left = priceLeft(attempt, refunds)
  if (!left || sameAmount(left.amount, "0")) return null
  if (!transaction_hash || findSame(refunds, transaction_hash)) {
    const used = "This transaction is already recorded, and "
    throw invalidData(
      `${transaction_hash ? used : ""}${describePrice(left)} of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.`
    )
  }
  const { resolved, sent } = await recordRefund(db, attempt.id, {
    price_kind,
    amount: left.amount,
    transaction_hash,
    note,
    by,
  })
  return resolved && { ...resolved, sent }
}

/** How long the action itself has to free the cart; then the job does it. */
const RELEASE_SECONDS = 60

/** For an attempt that is locked and was checked to need attention. */
async function markResolved(
  db: Database,
  { id, state, order_id, attention_reason, ...attempt }: Attempt,
  resolution: Resolution
): Promise<Transitioned> {
  const resolved = await writeStep(db, {
    id,
    to: state === "open" ? "closed" : "resolved",
    patch: {
      resolution: { ...resolution, at: new Date().toISOString() },
      ...(resolution.kind === "refunded" ? { refund_status: "refunded" } : {}),
    },
    entry: { type: "resolved", source: "admin", data: { ...resolution } },
    event: {
      name: cryptoPaymentEvents.resolved,
      data: { id, order_id, reason: attention_reason, kind: resolution.kind },
    },
  })
  if (attempt.cart_id !== null && attempt.authorized_session_id !== null) {
    await attempts(db)
      .where({ id, state: "resolved" })
      .update({ next_check_at: inSeconds(db, RELEASE_SECONDS) })
  }
  return found(id, resolved)
}

/** Numbers as typed: `amount` of a price, `crypto_amount` or all of a surplus. */
type RefundReport = Sent & {
  kind?: RefundPart
  /** What sending back the price is, as Medusa shows the payment. */
  price_kind: PriceKind
  amount?: string
  crypto_amount?: string
  request?: { id: string } & EnteredAddress
  shown?: ShownAttempt
}

/** `resolved` where the whole amount is refunded now; `sent` is the event of a new refund. */
type RecordedRefund = {
  attempt: Attempt
  resolved: Transitioned | null
  sent: OutboxEvent | null
}

async function recordRefund(
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

function findSame(refunds: readonly Refund[], hash: string) {
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
      ? parseSurplus(attempt, refunds, report)
      : parsePrice(attempt, refunds, report)
  const agreed = { ...refund, confirmed_excess: refund.crypto_amount }
  if (!isCovered(attempt, agreed, [...refunds, ...requests])) {
    const promised = requests.find(
      (each) => isOfPrice(each) === isOfPrice(refund)
    )
    if (promised) throw refundPromised(promised)
  }
  return await insert(db, locked, { ...refund, request_id: null }, report)
}

/** Sends a request: once, with one transaction that no other refund of this coin has. */
async function recordRequested(
  db: Database,
  locked: StoredActionFacts,
  { id, ...sentTo }: NonNullable<RefundReport["request"]>,
  { price_kind, ...sent }: Sent & Pick<RefundReport, "price_kind">
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
  const { amount, currency_code, crypto_amount } = request
  const kind = isOfPrice(request) ? price_kind : request.kind
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
  { kind: part = "price", amount, crypto_amount }: RefundReport
): boolean {
  if (isOfPrice(refund) !== (part === "price")) return false
  if (amount !== undefined || part === "price") {
    const typed = parseRefundAmount(amount ?? "", refund.currency_code)
    if (!sameAmount(refund.amount, typed)) return false
  }
  return (
    crypto_amount === undefined ||
    refund.crypto_amount === withoutZeros(crypto_amount)
  )
}

function parsePrice(
  attempt: Attempt,
  refunds: readonly Refund[],
  { amount: typed, crypto_amount, price_kind: kind }: RefundReport
) {
  if (crypto_amount !== undefined) {
    throw invalidData("Only the refund of a surplus names crypto_amount.")
  }
  const left = priceLeft(attempt, refunds)
  if (!left) throw refuseAction("record_refund", attempt)
  const price = priceWithin(typed ?? "", left)
  return { kind, ...price, crypto_amount: null }
}

function parseSurplus(
  attempt: Attempt,
  refunds: readonly Refund[],
  { amount, crypto_amount, price_kind }: RefundReport
) {
  const kind = "surplus" as const
  // The coins are gone: what matters is the limit of the surplus.
  const asked = { kind, amount, crypto_amount, confirm_excess: true }
  const { confirmed_excess: _, ...terms } = refundTerms(
    attempt,
    asked,
    refunds,
    price_kind
  )
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
  const refund_status = refundStatus(attempt, [...refunds, refund])
  const [refunded] = await attempts(db)
    .where({ id: attempt.id })
    .update({ refund_status, updated_at: db.fn.now() })
    .returning("*")
  if (refund_status !== "refunded" || attempt.state !== "attention") {
    return { ...recorded, attempt: refunded }
  }
  const { transaction_hash, note, by } = sent
  const how = { kind: "refunded" as const, order: null, transaction_hash }
  const resolved = await markResolved(db, attempt, { ...how, note, by })
  return { ...recorded, attempt: resolved.attempt, resolved }
}

function checkHash(request: RefundRequest, hash: string): void {
  if (isTransactionHash(hash, coinNetwork(request))) return
  throw hashInvalid(
    `"${hash}" is not a transaction hash of ${request.crypto_network ?? request.crypto_currency}.`
  )
}
