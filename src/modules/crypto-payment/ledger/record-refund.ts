import { MathBN, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { allowedActions } from "../lifecycle/allowed-actions"
import { refuseAction } from "../lifecycle/refuse-action"
import { sameAmount } from "../money/price"
import { actionFacts } from "../refunds/action-facts"
import { paidPrice } from "../refunds/paid-price"
import { leftToRefund, parseRefundAmount } from "../refunds/refund-amount"
import { isSameTransaction } from "../refunds/transaction-hash"
import { found } from "./find"
import { insertRefund, refundsOf } from "./refunds"
import { markResolved } from "./resolve"
import { attempts, type Attempt } from "./rows"
import type { Transitioned } from "./transition"

/** What a person says of coins that they sent back; `amount` as typed. */
export type RefundReport = {
  amount: string
  transaction_hash: string
  note: string | null
  by: string
}

/** `resolved` is what resolving it wrote, where the whole amount is refunded now. */
export type RecordedRefund = {
  attempt: Attempt
  resolved: Transitioned | null
}

/**
 * Writes down coins that were sent back, under the attempt's row lock: the
 * records never add up to more than was paid. The same transaction with the
 * same amount twice is one refund (see `isSameTransaction`). When the whole amount of a payment in front
 * of a person is given back, that resolves it. Runs in a transaction.
 *
 * @throws MedusaError NOT_FOUND, NOT_ALLOWED or INVALID_DATA with the reason.
 */
export async function recordRefund(
  db: Knex,
  id: string,
  { transaction_hash, note, by, ...report }: RefundReport
): Promise<RecordedRefund> {
  const attempt = found(
    id,
    await attempts(db).where({ id }).forUpdate().first()
  )
  const refunds = await refundsOf(db, id)
  const paid = paidPrice(attempt)
  const same = refunds.find((each) =>
    isSameTransaction(each.transaction_hash, transaction_hash)
  )
  if (same) {
    const amount = parseRefundAmount(report.amount, same.currency_code)
    if (sameAmount(same.amount, amount)) return { attempt, resolved: null }
    throw refuse(
      `Transaction ${same.transaction_hash} is recorded already, with ${same.amount} ${same.currency_code.toUpperCase()}.`
    )
  }
  const facts = actionFacts(attempt, refunds)
  if (!paid || !allowedActions(facts).includes("record_refund")) {
    throw refuseAction("record_refund", facts)
  }
  const amount = parseRefundAmount(report.amount, paid.currency_code)
  const left = leftToRefund(paid, refunds)
  if (MathBN.gt(amount, left)) {
    throw refuse(
      `Of ${paid.amount} ${paid.currency_code.toUpperCase()} only ${left} are left to refund; got ${amount}.`
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

function refuse(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
