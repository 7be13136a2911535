import type { InferTypeOf } from "@medusajs/framework/types"
import { attempts, found } from "../attempts/rows"
import type { Database, Rows } from "../database"
import type {
  Attempt,
  CryptoRefundRequest,
  Refund,
} from "../models/crypto-payment"

export const REFUND_TABLE = "crypto_payment_refund"

export function refunds(db: Database): Rows<Refund> {
  return db<Refund>(REFUND_TABLE).whereNull("deleted_at")
}

export function refundsOf(
  db: Database,
  attemptIds: readonly string[]
): Rows<Refund> {
  return refunds(db)
    .whereIn("crypto_payment_id", [...attemptIds])
    .orderBy([{ column: "created_at" }, { column: "id" }])
}

export type RefundRequest = InferTypeOf<typeof CryptoRefundRequest>

export function requests(db: Database): Rows<RefundRequest> {
  return db<RefundRequest>("crypto_refund_request").whereNull("deleted_at")
}

/** A request that waited too long for its address counts as revoked. */
export const REQUEST_STATE =
  "(CASE WHEN state = 'waiting_for_address' AND expires_at <= now() THEN 'revoked' ELSE state END)"

/** Of an open one the stored state is the one that counts. */
export function openRequests(db: Database): Rows<RefundRequest> {
  return requests(db).whereRaw(
    `${REQUEST_STATE} IN ('waiting_for_address', 'address_entered')`
  )
}

function openRequestsOf(
  db: Database,
  attemptIds: readonly string[]
): Rows<RefundRequest> {
  return openRequests(db)
    .whereIn("crypto_payment_id", [...attemptIds])
    .orderBy([{ column: "created_at" }, { column: "id" }])
}

export type StoredActionFacts = {
  attempt: Attempt
  refunds: Refund[]
  requests: RefundRequest[]
}

/**
 * Refunds are recorded, and requests change, only under this lock.
 * @throws MedusaError NOT_FOUND
 */
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
