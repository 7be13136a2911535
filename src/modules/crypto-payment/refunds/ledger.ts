import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import type { DecimalString } from "../../../coins/decimal"
import { notAllowed, notFound } from "../../../medusa-errors"
import { appendEvent } from "../attempts/attempts"
import { ATTEMPT_TABLE, attempts, found } from "../attempts/rows"
import { isPaidState } from "../attempts/states"
import type { Database, Rows, Sql } from "../database"
import type { Attempt, Refund } from "../models/crypto-payment"
import type CryptoRefundRequest from "../models/crypto-refund-request"
import {
  cryptoPaymentEvents,
  enqueueEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import { isSameTransaction, transactionKey } from "./limits"
import { type Price, sameAmount } from "../settling/money"

const REFUND_TABLE = "crypto_payment_refund"

export function refundsOf(
  db: Database,
  attemptIds: readonly string[]
): Rows<Refund> {
  return refunds(db)
    .whereIn("crypto_payment_id", [...attemptIds])
    .orderBy([{ column: "created_at" }, { column: "id" }])
}

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
      .whereRaw("lower(refund.transaction_hash) IN (?, ?)", [
        key.toLowerCase(),
        `0x${key.toLowerCase()}`,
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

export type BookedRefund = {
  id: string
  crypto_payment_id: string
  amount: DecimalString
  refund_id: string
}

export class Refunds {
  constructor(private readonly db: Database) {}

  /** Whether some of the price was sent back, or is promised by an open request. */
  async isGivenBack(attemptId: string): Promise<boolean> {
    const ofPrice = { crypto_payment_id: attemptId, kind: "price" } as const
    const given = await this.db
      .select(this.db.raw("1"))
      .whereExists(refunds(this.db).where(ofPrice))
      .orWhereExists(openRequestsOf(this.db, [attemptId]).where(ofPrice))
    return given.length > 0
  }

  /** Names the refund of Medusa, once; false where it is not that refund's. */
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
      return true
    })
  }

  async release({ id, refund_id }: Pick<Refund, "id" | "refund_id">) {
    await refunds(this.db)
      .where({ id, refund_id })
      .whereNull("booked_at")
      .update({ refund_id: null, updated_at: this.db.fn.now() })
  }

  /** Refunds of the price that Medusa's books may lack; a surplus was never captured there. */
  async listUnbooked(crypto_payment_id: string): Promise<Refund[]> {
    return await refundsOf(this.db, [crypto_payment_id])
      .where({ kind: "price" })
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
      .where({ kind: "price" })
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

function refunds(db: Database): Rows<Refund> {
  return db<Refund>(REFUND_TABLE).whereNull("deleted_at")
}

/** Whether a paid attempt was resolved, or some of its money was sent back or promised. */
export async function isSentBack(
  ledger: Pick<Refunds, "isGivenBack">,
  { id, state, resolution }: Pick<Attempt, "id" | "state" | "resolution">
): Promise<boolean> {
  if (!isPaidState(state)) return false
  // Resolved for its unknown status it was closed, and may be paid later.
  const kind = resolution?.kind
  if (kind === "refunded" || kind === "order_placed_by_hand") return true
  return state === "resolved" || (await ledger.isGivenBack(id))
}

export type RefundRequest = InferTypeOf<typeof CryptoRefundRequest>

export function requests(db: Database): Rows<RefundRequest> {
  return db<RefundRequest>("crypto_refund_request").whereNull("deleted_at")
}

/** A request that waited too long for its address counts as revoked. */
export const REQUEST_STATE =
  "(CASE WHEN state = 'waiting_for_address' AND expires_at <= now() THEN 'revoked' ELSE state END)"

/** Its state as it counts; of two columns of one name the later is read. */
export function requestColumns(db: Database): (string | Sql)[] {
  return ["*", db.raw(`${REQUEST_STATE} AS state`)]
}

/** Requests that wait for an address, or to be sent; oldest first. */
function openRequestsOf(
  db: Database,
  attemptIds: readonly string[]
): Rows<RefundRequest> {
  return requests(db)
    .whereIn("crypto_payment_id", [...attemptIds])
    .whereRaw(`${REQUEST_STATE} IN ('waiting_for_address', 'address_entered')`)
    .orderBy([{ column: "created_at" }, { column: "id" }])
    .select(requestColumns(db))
}

export async function findRequest(
  db: Database,
  id: string
): Promise<RefundRequest | undefined> {
  return await requests(db).where({ id }).first(requestColumns(db))
}

/** @throws MedusaError NOT_FOUND */
export async function readRequest(
  db: Database,
  id: string
): Promise<RefundRequest> {
  const request = await findRequest(db, id)
  if (request) return request
  throw notFound(`Refund request ${id} was not found.`)
}

export type StoredActionFacts = {
  attempt: Attempt
  refunds: Refund[]
  requests: RefundRequest[]
}

/** Refunds and requests of an attempt change only under this lock. @throws MedusaError NOT_FOUND */
export async function lockActionFacts(db: Database, id: string) {
  const attempt = await attempts(db).where({ id }).forUpdate().first()
  const [facts] = await factsOf(db, [found(id, attempt)])
  return facts
}

export async function factsOf(
  db: Database,
  these: readonly Attempt[]
): Promise<StoredActionFacts[]> {
  const ids = these.map(({ id }) => id)
  const refunds = await refundsOf(db, ids)
  const requests = await openRequestsOf(db, ids)
  const isOf =
    ({ id }: Attempt) =>
    (each: { crypto_payment_id: string }) =>
      each.crypto_payment_id === id
  return these.map((attempt) => ({
    attempt,
    refunds: refunds.filter(isOf(attempt)),
    requests: requests.filter(isOf(attempt)),
  }))
}
