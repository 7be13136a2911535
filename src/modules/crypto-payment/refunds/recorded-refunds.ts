import { generateEntityId } from "@medusajs/framework/utils"
import type { Database, Rows } from "../database"
import type { Refund } from "../models/rows"
import type { Price } from "../settling/price"
import { type DecimalString, sameAmount } from "../settling/money"
import { cryptoPaymentEvents } from "../outbox/events"
import { enqueueEvent, type OutboxEvent } from "../outbox/outbox"
import type { Attempt } from "../models/rows"
import { appendEvent } from "../attempts/timeline"
import { openRequests } from "./request-rows"
import { checkUnused } from "./transaction-hash"

/** The refunds of an attempt, oldest first. */
export async function refundsOf(db: Database, attemptId: string) {
  return await refunds(db)
    .where({ crypto_payment_id: attemptId })
    .orderBy([{ column: "created_at" }, { column: "id" }])
}

/** What an admin says about coins that were sent back; `by` is the admin's user id. */
export type Sent = { transaction_hash: string; note: string | null; by: string }

/** What was sent back; `crypto_amount` is null where only the amount is known. */
export type NewRefund = Price &
  Pick<Refund, "kind" | "crypto_amount" | "request_id">

/**
 * Writes a refund with its timeline entry and its event, in the caller's transaction.
 * @throws MedusaError NOT_ALLOWED where another refund of the same coin has the transaction.
 */
export async function insertRefund(
  db: Database,
  attempt: Attempt,
  refunded: NewRefund,
  { transaction_hash, note, by }: Sent
): Promise<OutboxEvent> {
  const { id: crypto_payment_id, order_id } = attempt
  await checkUnused(db, attempt, transaction_hash)
  const id = generateEntityId(undefined, "cpayref")
  const refund = { ...refunded, transaction_hash, note }
  await refunds(db).insert({ ...refund, id, crypto_payment_id, created_by: by })
  await appendEvent(db, crypto_payment_id, {
    type: "refund_recorded",
    source: "admin",
    data: { refund: id, ...refund, by },
  })
  const data = {
    id: crypto_payment_id,
    refund_id: id,
    refund_request_id: refunded.request_id,
    order_id,
  }
  const name = cryptoPaymentEvents.refundSent
  return await enqueueEvent(db, { name, data }, attempt)
}

/** A refund of Medusa, for which a recorded one is to be used. */
export type BookedRefund = {
  id: string
  crypto_payment_id: string
  amount: DecimalString
  refund_id: string
}

/** Refunds that were recorded by an admin, and then booked in Medusa. */
export class Refunds {
  constructor(private readonly db: Database) {}

  /** Whether some of what was paid for was sent back, or an open request promises it. */
  async isGivenBack(attemptId: string): Promise<boolean> {
    const ofPrice = { crypto_payment_id: attemptId, kind: "price" } as const
    const given = await this.db
      .select(this.db.raw("1"))
      .whereExists(refunds(this.db).where(ofPrice))
      .orWhereExists(openRequests(this.db, attemptId).where(ofPrice))
    return given.length > 0
  }

  /** Assigns a recorded refund to one refund of Medusa, and to no second one; false when it is not that refund's. */
  async book(booked: BookedRefund) {
    const { id, crypto_payment_id, amount, refund_id } = booked
    return await this.db.transaction(async (db) => {
      const refund = await refunds(db)
        .where({ id, crypto_payment_id, kind: "price" })
        .whereNull("refund_id")
        .forUpdate()
        .first()
      if (!refund || !sameAmount(refund.amount, amount)) return false
      await refunds(db)
        .where({ id })
        .update({ refund_id, updated_at: db.fn.now() })
      await appendEvent(db, refund.crypto_payment_id, {
        type: "refund_booked",
        source: "medusa",
        data: { refund: id, refund_id },
      })
      return true
    })
  }
}

/** The refunds that are not deleted, through a connection or a transaction. */
export function refunds(db: Database): Rows<Refund> {
  return db<Refund>("crypto_payment_refund").whereNull("deleted_at")
}
