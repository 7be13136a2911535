import { generateEntityId } from "@medusajs/framework/utils"
import type { DecimalString } from "../../../coins/decimal"
import { notAllowed } from "../../../medusa-errors"
import { appendEvent } from "../attempts/attempts"
import { ATTEMPT_TABLE, attempts, SESSION_TABLE } from "../attempts/rows"
import { isSentBack } from "../attempts/states"
import type { Price } from "../column-values"
import type { Database } from "../database"
import type { Attempt, Refund } from "../models/crypto-payment"
import {
  cryptoPaymentEvents,
  enqueueEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import {
  isOfPrice,
  isSameTransaction,
  type LostRefund,
  refundStatus,
  transactionKey,
} from "./limits"
import {
  lockActionFacts,
  REFUND_TABLE,
  refunds,
  refundsOf,
  REQUEST_STATE,
} from "./rows"
import { sameAmount } from "../settling/money"

/** `by` is the user id of the admin. */
export type Sent = { transaction_hash: string; note: string | null; by: string }

/** `crypto_amount` is null where only the amount is known. */
export type NewRefund = Price &
  Pick<Refund, "kind" | "crypto_amount" | "request_id">

/** @throws MedusaError NOT_ALLOWED where another refund of the coin has the transaction. */
export async function insertRefund(
  db: Database,
  attempt: Attempt,
  refunded: NewRefund,
  { transaction_hash, note, by }: Sent
): Promise<OutboxEvent> {
  const { id: crypto_payment_id, order_id, crypto_currency } = attempt
  const id = generateEntityId(undefined, "cpayref")
  const refund = { ...refunded, transaction_hash, note }
  const key = transactionKey(transaction_hash)
  const transaction_key = `${crypto_currency} ${key}`
  // Of two with one transaction, which do not see each other, the index lets one in.
  await db(REFUND_TABLE)
    .insert({
      ...refund,
      id,
      crypto_payment_id,
      created_by: by,
      transaction_key,
    })
    .onConflict(db.raw("(transaction_key) WHERE deleted_at IS NULL"))
    .ignore()
  const used: { transaction_hash: string; crypto_payment_id: string }[] =
    await db(`${REFUND_TABLE} as refund`)
      .join(`${ATTEMPT_TABLE} as attempt`, "attempt.id", "crypto_payment_id")
      .whereNot("refund.id", id)
      .whereNull("refund.deleted_at")
      .whereRaw(
        "(transaction_key = ? OR attempt.crypto_currency IS NOT DISTINCT FROM ?)",
        [transaction_key, crypto_currency]
      )
      // Folded by one side, for the index: languages differ in what the small letter of "I" is.
      .whereRaw("lower(refund.transaction_hash) IN (lower(?), lower(?))", [
        key,
        `0x${key}`,
      ])
      .select("transaction_hash", "crypto_payment_id")
  const same = used.find((each) =>
    isSameTransaction(each.transaction_hash, transaction_hash)
  )
  if (same) {
    throw notAllowed(
      `Transaction ${same.transaction_hash} is already recorded for a refund of payment ${same.crypto_payment_id}.`
    )
  }
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

type BookedRefund = {
  id: string
  crypto_payment_id: string
  amount: DecimalString
  refund_id: string
}

export class Refunds {
  constructor(private readonly db: Database) {}

  /** Reads nothing where it follows from the attempt alone. */
  async isSentBack(attempt: Attempt): Promise<boolean> {
    const unlessGiven = isSentBack(attempt, false)
    if (unlessGiven === isSentBack(attempt, true)) return unlessGiven
    const given = attempts(this.db).where({ id: attempt.id })
    return (await given.whereRaw(GIVEN_BACK).first("id")) !== undefined
  }

  /**
   * The attempt of a session, and whether some of its price was sent back, or is promised by an
   * open request, read at one moment.
   */
  async findOfSession(
    sessionId: string
  ): Promise<{ attempt: Attempt; isGivenBack: boolean } | undefined> {
    const ofSession = this.db(SESSION_TABLE)
      .where({ id: sessionId, deleted_at: null })
      .select("crypto_payment_id")
    const flag = this.db.raw(`${GIVEN_BACK} AS is_given_back`)
    const row: (Attempt & { is_given_back: boolean }) | undefined =
      await attempts(this.db).whereIn("id", ofSession).first("*", flag)
    if (!row) return undefined
    const { is_given_back: isGivenBack, ...attempt } = row
    return { attempt, isGivenBack }
  }

  /**
   * Names the refund of Medusa, once; false where it is not that refund's. What was recorded as a
   * `return` before core captured the payment is a `refund` by that.
   */
  async book(booked: BookedRefund) {
    const { id, crypto_payment_id, amount, refund_id } = booked
    return await this.db.transaction(async (db) => {
      const refund = await refunds(db)
        .where({ id, crypto_payment_id })
        .whereNot({ kind: "surplus" })
        .whereNull("refund_id")
        .forUpdate()
        .first()
      if (!refund || !sameAmount(refund.amount, amount)) return false
      await refunds(db)
        .where({ id })
        .update({ kind: "refund", refund_id, updated_at: db.fn.now() })
      return true
    })
  }

  async release({ id, refund_id }: Pick<Refund, "id" | "refund_id">) {
    await refunds(this.db)
      .where({ id, refund_id })
      .whereNull("booked_at")
      .update({ refund_id: null, updated_at: this.db.fn.now() })
  }

  /**
   * Records of a lost ledger, by what Medusa has of them: they were recorded, told of and booked
   * before. One whose transaction is recorded again by now is that one.
   */
  async restore(attempt: Attempt, lost: readonly LostRefund[]): Promise<void> {
    const { id: crypto_payment_id, crypto_currency } = attempt
    await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, crypto_payment_id)
      for (const { created_by, ...refund } of lost) {
        const { refund_id, amount } = refund
        const transaction_key = `${crypto_currency} ${transactionKey(refund.transaction_hash)}`
        const booked = { refund_id, booked_at: db.fn.now() }
        const inserted: unknown[] = await db(REFUND_TABLE)
          .insert({
            ...refund,
            crypto_payment_id,
            created_by,
            transaction_key,
            ...booked,
            kind: "refund",
          })
          .onConflict()
          .ignore()
          .returning("id")
        if (inserted.length === 0) {
          await refunds(db)
            .where({ crypto_payment_id, transaction_key, amount })
            .whereNull("refund_id")
            .update({ kind: "refund", ...booked })
          continue
        }
        await appendEvent(db, crypto_payment_id, {
          type: "refund_recorded",
          source: "medusa",
          data: { refund: refund.id, ...refund, by: created_by },
        })
      }
      const given = await refundsOf(db, [crypto_payment_id])
      if (!given.some(isOfPrice)) return
      const refund_status = refundStatus(facts.attempt, given)
      await attempts(db)
        .where({ id: crypto_payment_id })
        .update({ refund_status, updated_at: db.fn.now() })
    })
  }

  /** Refunds of the price that Medusa's books may lack; a surplus was never captured there. */
  async listUnbooked(crypto_payment_id: string): Promise<Refund[]> {
    return await refundsOf(this.db, [crypto_payment_id])
      .whereNot({ kind: "surplus" })
      .whereNull("booked_at")
  }

  async markBooked(id: string): Promise<void> {
    await this.db.transaction(async (db) => {
      const [booked] = await refunds(db)
        .where({ id })
        .whereNull("booked_at")
        .update({ booked_at: db.fn.now(), updated_at: db.fn.now() })
        .returning("*")
      if (!booked) return
      await appendEvent(db, booked.crypto_payment_id, {
        type: "refund_booked",
        source: "medusa",
        data: { refund: id, refund_id: booked.refund_id },
      })
    })
  }

  /** Of attempts whose money is a payment of Medusa; what was tried last comes last. */
  async takeUnbooked(take: number): Promise<string[]> {
    const due = refunds(this.db)
      .whereNot({ kind: "surplus" })
      .whereNull("booked_at")
      .whereIn(
        "crypto_payment_id",
        attempts(this.db)
          .select("id")
          .whereRaw(
            "(payment_id IS NOT NULL OR authorized_session_id IS NOT NULL)"
          )
      )
      .orderBy("updated_at")
      .limit(take)
      .select("id")
    const rows = await refunds(this.db)
      .whereIn("id", due)
      .update({ updated_at: this.db.fn.now() })
      .returning("crypto_payment_id")
    return [...new Set(rows.map((row) => row.crypto_payment_id))]
  }
}

/** Some of the price was sent back, or is promised by an open request. */
const GIVEN_BACK = `(
  EXISTS (SELECT 1 FROM ${REFUND_TABLE}
           WHERE crypto_payment_id = crypto_payment.id AND kind <> 'surplus' AND deleted_at IS NULL)
  OR EXISTS (SELECT 1 FROM crypto_refund_request
              WHERE crypto_payment_id = crypto_payment.id AND kind <> 'surplus' AND deleted_at IS NULL
                AND ${REQUEST_STATE} IN ('waiting_for_address', 'address_entered')))`
