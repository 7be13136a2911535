import { generateEntityId } from "@medusajs/framework/utils"
import type { InferTypeOf } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type CryptoPaymentRefund from "../models/crypto-payment-refund"
import { sameAmount, type DecimalString } from "../money/price"
import { appendEvent } from "./timeline"

/** A refund that the merchant sent by hand. */
export type Refund = Omit<
  InferTypeOf<typeof CryptoPaymentRefund>,
  "crypto_payment"
> & { crypto_payment_id: string }

/** What is known of a refund before it is written; `by` is the admin's user id. */
export type NewRefund = {
  crypto_payment_id: string
  amount: DecimalString
  currency_code: string
  transaction_hash: string
  note: string | null
  by: string
}

/** The refunds of an attempt, oldest first. */
export async function refundsOf(
  db: Knex,
  attemptId: string
): Promise<Refund[]> {
  return await refunds(db)
    .where({ crypto_payment_id: attemptId })
    .orderBy([{ column: "created_at" }, { column: "id" }])
}

/** Writes a refund, and its line in the timeline, in the caller's transaction. */
export async function insertRefund(
  db: Knex,
  { by, ...refund }: NewRefund
): Promise<void> {
  const id = generateEntityId(undefined, "cpayref")
  await refunds(db).insert({ ...refund, id, created_by: by })
  const { amount, currency_code, transaction_hash, note } = refund
  await appendEvent(db, refund.crypto_payment_id, {
    type: "refund_recorded",
    source: "admin",
    data: { refund: id, amount, currency_code, transaction_hash, note, by },
  })
}

/** One refund of Medusa, which asks to be taken for a recorded one. */
export type RefundClaim = {
  id: string
  crypto_payment_id: string
  amount: DecimalString
  /** Medusa's id of its refund. */
  refund_id: string
}

/**
 * Gives a recorded refund to one refund of Medusa, and to no second one. Runs
 * in a transaction.
 *
 * @returns whether it is that refund's now.
 */
export async function claimRefund(
  db: Knex,
  { id, crypto_payment_id, amount, refund_id }: RefundClaim
): Promise<boolean> {
  const refund = await refunds(db)
    .where({ id, crypto_payment_id })
    .whereNull("refund_id")
    .forUpdate()
    .first()
  if (!refund || !sameAmount(refund.amount, amount)) return false
  await refunds(db).where({ id }).update({ refund_id, updated_at: db.fn.now() })
  await appendEvent(db, crypto_payment_id, {
    type: "refund_booked",
    source: "medusa",
    data: { refund: id, refund_id },
  })
  return true
}

function refunds(db: Knex) {
  return db<Refund>("crypto_payment_refund").whereNull("deleted_at")
}
