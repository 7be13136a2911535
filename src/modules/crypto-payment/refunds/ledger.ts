import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { coinNetwork, isTransactionHash } from "../../../coins/addresses"
import type { DecimalString } from "../../../coins/decimal"
import { invalidData, notAllowed, notFound } from "../../../medusa-errors"
import { ATTEMPT_TABLE, attempts } from "../attempts/rows"
import { isPaidState } from "../attempts/states"
import { appendEvent } from "../attempts/transition"
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

export async function refundsOf(db: Database, attemptIds: readonly string[]) {
  return await refunds(db)
    .whereIn("crypto_payment_id", [...attemptIds])
    .orderBy([{ column: "created_at" }, { column: "id" }])
}

/** `by` is the user id of the admin. */
export type Sent = { transaction_hash: string; note: string | null; by: string }

/** `crypto_amount` is null where only the amount is known. */
export type NewRefund = Price &
  Pick<Refund, "kind" | "crypto_amount" | "request_id">

/**
 * In the transaction of the caller, with its timeline entry and its event.
 * @throws MedusaError NOT_ALLOWED where another refund of the same coin has the transaction.
 */
export async function insertRefund(
  db: Database,
  attempt: Attempt,
  refunded: NewRefund,
  { transaction_hash, note, by }: Sent
): Promise<OutboxEvent> {
  const { id: crypto_payment_id, order_id } = attempt
  const id = generateEntityId(undefined, "cpayref")
  const refund = { ...refunded, transaction_hash, note }
  const row = { ...refund, id, crypto_payment_id, created_by: by }
  await insertOnce(db, attempt, row)
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

  /** Whether some of what was paid for was sent back, or an open request promises it. */
  async isGivenBack(attemptId: string): Promise<boolean> {
    const ofPrice = { crypto_payment_id: attemptId, kind: "price" } as const
    const given = await this.db
      .select(this.db.raw("1"))
      .whereExists(refunds(this.db).where(ofPrice))
      .orWhereExists(openRequests(this.db, [attemptId]).where(ofPrice))
    return given.length > 0
  }

  /** To one refund of Medusa, and to no second one; false when it is not of that refund. */
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

  /** What Medusa's books may lack of what was paid for; a surplus was never captured there. */
  async listUnbooked(crypto_payment_id: string): Promise<Refund[]> {
    return await refunds(this.db)
      .where({ crypto_payment_id, kind: "price" })
      .whereNull("booked_at")
      .orderBy([{ column: "created_at" }, { column: "id" }])
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

  /** Attempts whose money became a payment of Medusa that may lack a refund; what was tried last comes last. */
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

export function refunds(db: Database): Rows<Refund> {
  return db<Refund>(REFUND_TABLE).whereNull("deleted_at")
}

/** @throws MedusaError INVALID_DATA for what is no transaction hash of the coin's network. */
export function checkHash(request: RefundRequest, hash: string): void {
  if (isTransactionHash(hash, coinNetwork(request))) return
  throw invalidData(
    `"${hash}" is not a transaction hash of ${request.crypto_network ?? request.crypto_currency}.`
  )
}

/**
 * Writes a refund; of two with one transaction, which do not see each other, the index lets one in.
 * @throws MedusaError NOT_ALLOWED where another refund of the same coin has the transaction.
 */
async function insertOnce(
  db: Database,
  { crypto_currency }: Pick<Attempt, "crypto_currency">,
  refund: Partial<Refund> & Pick<Refund, "id" | "transaction_hash">
): Promise<void> {
  const hash = refund.transaction_hash
  const key = transactionKey(hash)
  const transaction_key = `${crypto_currency} ${key}`
  await db(REFUND_TABLE)
    .insert({ ...refund, transaction_key })
    .onConflict(db.raw("(transaction_key) WHERE deleted_at IS NULL"))
    .ignore()
  const used: { transaction_hash: string; crypto_payment_id: string }[] =
    await db(`${REFUND_TABLE} as refund`)
      .join(`${ATTEMPT_TABLE} as attempt`, "attempt.id", "crypto_payment_id")
      .whereNot("refund.id", refund.id)
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
    isSameTransaction(each.transaction_hash, hash)
  )
  if (!same) return
  throw notAllowed(
    `Transaction ${same.transaction_hash} is already recorded for a refund of payment ${same.crypto_payment_id}.`
  )
}

/**
 * Whether no order may be placed for the money of a paid attempt: a person resolved it, or some of
 * the money was sent back, is promised to be, or paid for an order that was placed manually.
 */
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

type StoredRequest = InferTypeOf<typeof CryptoRefundRequest>

/** `is_late`: whether `expires_at` has passed, on the database's clock. */
export type RefundRequest = StoredRequest & { is_late: boolean }

export function requests(db: Database): Rows<StoredRequest> {
  return db<StoredRequest>("crypto_refund_request").whereNull("deleted_at")
}

export function requestColumns(db: Database): (string | Sql)[] {
  return ["*", db.raw("expires_at <= now() AS is_late")]
}

/** The requests of attempts that wait for their address, or to be sent; oldest first. */
export async function openRequestsOf(
  db: Database,
  attemptIds: readonly string[]
): Promise<RefundRequest[]> {
  return await openRequests(db, attemptIds)
    .orderBy([{ column: "created_at" }, { column: "id" }])
    .select(requestColumns(db))
}

function openRequests(
  db: Database,
  attemptIds: readonly string[]
): Rows<StoredRequest> {
  return requests(db)
    .whereIn("crypto_payment_id", [...attemptIds])
    .whereRaw(
      "(state = 'address_entered' OR (state = 'waiting_for_address' AND expires_at > now()))"
    )
}

/** @throws MedusaError NOT_FOUND */
export async function readRequest(
  db: Database,
  id: string
): Promise<RefundRequest> {
  const request: RefundRequest | undefined = await requests(db)
    .where({ id })
    .first(requestColumns(db))
  if (request) return request
  throw notFound(`Refund request ${id} was not found.`)
}
