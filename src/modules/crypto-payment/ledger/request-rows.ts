import type { InferTypeOf } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { notFound } from "../../../medusa-errors"
import type CryptoRefundRequest from "../models/crypto-refund-request"

/** A refund request as it is stored. */
type StoredRequest = InferTypeOf<typeof CryptoRefundRequest>

/** `is_late`: whether `expires_at` has passed, on the database's clock. */
export type RefundRequest = StoredRequest & { is_late: boolean }

/** The requests that are not deleted, through a connection or a transaction. */
export function requests(db: Knex) {
  return db<StoredRequest>("crypto_refund_request").whereNull("deleted_at")
}

/** The columns of a `RefundRequest`. */
export function requestColumns(db: Knex) {
  return ["*", db.raw("expires_at <= now() AS is_late")]
}

/** The requests of an attempt that wait for their address, or to be sent; oldest first. */
export async function openRequestsOf(
  db: Knex,
  attemptId: string
): Promise<RefundRequest[]> {
  return await requests(db)
    .where({ crypto_payment_id: attemptId })
    .whereRaw(
      "(state = 'address_entered' OR (state = 'waiting_for_address' AND expires_at > now()))"
    )
    .orderBy([{ column: "created_at" }, { column: "id" }])
    .select(requestColumns(db))
}

/** @throws MedusaError NOT_FOUND */
export async function readRequest(
  db: Knex,
  id: string
): Promise<RefundRequest> {
  const request: RefundRequest | undefined = await requests(db)
    .where({ id })
    .first(requestColumns(db))
  if (request) return request
  throw notFound(`Refund request ${id} was not found.`)
}
