import { MathBN, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  actionFacts,
  allowedActions,
  checkAllowed,
  refuseAction,
} from "../domain/admin-actions"
import { sameAmount } from "../domain/money"
import {
  isSameTransaction,
  leftToRefund,
  paidPrice,
  parseRefundAmount,
} from "../domain/refunds"
import { insertRefund, type Refund, refundsOf } from "./refunds"
import { type Attempt, found, lockAttempt } from "./rows"
import {
  endChecksWithoutLateWindow,
  type LateWindowDays,
  transition,
  type Transitioned,
} from "./transition"
import { cryptoPaymentEvents } from "../events"

/** A refund as an admin enters it; `amount` as typed. */
export type RefundReport = {
  amount: string
  transaction_hash: string
  note: string | null
  by: string
}

/** `resolved` is the transition, where the whole amount is refunded now. */
export type RecordedRefund = {
  attempt: Attempt
  resolved: Transitioned | null
}

/** How an admin resolved a payment that needed attention. */
export const resolutionKinds = [
  "refunded",
  "order_placed_by_hand",
  "other",
] as const

/** `by` is the admin's user id; the hash is of the transaction that sent coins back. */
export type Resolution = {
  kind: (typeof resolutionKinds)[number]
  note: string | null
  transaction_hash: string | null
  by: string
}

/** What an admin records about a payment. */
export class AdminActions {
  constructor(
    private readonly db: Knex,
    private readonly lateWindowDays: LateWindowDays
  ) {}

  /**
   * Records coins that were sent back, under the attempt's row lock: the records
   * never add up to more than was paid. The same transaction with the same
   * amount twice is one refund (see `isSameTransaction`). When all of the money
   * of a payment that needs attention was sent back, that resolves it.
   *
   * @throws MedusaError NOT_FOUND, NOT_ALLOWED or INVALID_DATA with the reason.
   */
  async recordRefund(
    id: string,
    report: RefundReport
  ): Promise<RecordedRefund> {
    return await this.db.transaction((db) => recordRefund(db, id, report))
  }

  /**
   * Resolves a payment that needs attention. Resolved as `refunded`, what was
   * not recorded as sent back yet is recorded with it. An attempt without
   * confirmed money goes from `open` to `closed`, since it may be confirmed
   * later; nobody knows how much came, so no refund is recorded for it.
   *
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it does not need attention;
   * INVALID_DATA for `refunded` while a part is not recorded as refunded and no
   * new transaction is named.
   */
  async resolve(id: string, resolution: Resolution): Promise<Transitioned> {
    return await this.db.transaction(async (db) =>
      found(
        id,
        await endChecksWithoutLateWindow(
          db,
          await resolve(db, id, resolution),
          this.lateWindowDays
        )
      )
    )
  }
}

async function recordRefund(
  db: Knex,
  id: string,
  { transaction_hash, note, by, ...report }: RefundReport
): Promise<RecordedRefund> {
  const attempt = await lockAttempt(db, id)
  const refunds = await refundsOf(db, id)
  const paid = paidPrice(attempt)
  const same = refunds.find((each) =>
    isSameTransaction(each.transaction_hash, transaction_hash)
  )
  if (same) {
    const amount = parseRefundAmount(report.amount, same.currency_code)
    if (sameAmount(same.amount, amount)) return { attempt, resolved: null }
    throw notAllowed(
      `Transaction ${same.transaction_hash} is already recorded with ${same.amount} ${same.currency_code.toUpperCase()}.`
    )
  }
  const facts = actionFacts(attempt, refunds)
  if (!paid || !allowedActions(facts).includes("record_refund")) {
    throw refuseAction("record_refund", facts)
  }
  const amount = parseRefundAmount(report.amount, paid.currency_code)
  const left = leftToRefund(paid, refunds)
  if (MathBN.gt(amount, left)) {
    const unit = paid.currency_code.toUpperCase()
    throw notAllowed(
      `Refund of ${amount} ${unit} exceeds the remaining ${left} ${unit}.`
    )
  }
  const { currency_code } = paid
  await insertRefund(db, {
    crypto_payment_id: id,
    amount,
    currency_code,
    transaction_hash,
    note,
    by,
  })
  const whole = sameAmount(amount, left)
  if (!whole || attempt.state !== "attention") {
    return { attempt, resolved: null }
  }
  const resolution = { kind: "refunded" as const, note, transaction_hash, by }
  const resolved = await markResolved(db, attempt, resolution)
  return { attempt: resolved.attempt, resolved }
}

async function resolve(
  db: Knex,
  id: string,
  resolution: Resolution
): Promise<Transitioned> {
  const attempt = await lockAttempt(db, id)
  const refunds = await refundsOf(db, id)
  checkAllowed("resolve", actionFacts(attempt, refunds))
  if (resolution.kind === "refunded") {
    if (attempt.state === "attention") {
      await recordTheRest(db, attempt, refunds, resolution)
    } else if (!resolution.transaction_hash) {
      throw invalid(
        "Name the transaction that sent the coins back (transaction_hash), or resolve the payment as something else."
      )
    }
  }
  return await markResolved(db, attempt, resolution)
}

/**
 * Moves an attempt, already locked, to `resolved`; one that is open, to `closed`.
 *
 * @throws MedusaError NOT_FOUND where it does not need attention.
 */
async function markResolved(
  db: Knex,
  { id, state, order_id, attention_reason }: Attempt,
  resolution: Resolution
): Promise<Transitioned> {
  const resolved = await transition(
    db,
    id,
    state === "open" ? "closed" : "resolved",
    { resolution: { ...resolution, at: new Date().toISOString() } },
    { type: "resolved", source: "admin", data: { ...resolution } },
    {
      name: cryptoPaymentEvents.resolved,
      data: { id, order_id, reason: attention_reason, kind: resolution.kind },
    }
  )
  return found(id, resolved)
}

async function recordTheRest(
  db: Knex,
  attempt: Attempt,
  refunds: readonly Refund[],
  { transaction_hash, note, by }: Resolution
): Promise<void> {
  const paid = paidPrice(attempt)
  if (!paid) return
  const left = leftToRefund(paid, refunds)
  if (sameAmount(left, "0")) return
  const { currency_code } = paid
  const remaining = `${left} ${currency_code.toUpperCase()}`
  if (!transaction_hash) {
    throw invalid(
      `${remaining} of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.`
    )
  }
  if (
    refunds.some((each) =>
      isSameTransaction(each.transaction_hash, transaction_hash)
    )
  ) {
    throw invalid(
      `This transaction is already recorded, and ${remaining} of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.`
    )
  }
  await insertRefund(db, {
    crypto_payment_id: attempt.id,
    amount: left,
    currency_code,
    transaction_hash,
    note,
    by,
  })
}

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message)
}

function notAllowed(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
