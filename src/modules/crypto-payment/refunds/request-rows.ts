import type { InferTypeOf } from "@medusajs/framework/types"
import type { Database, Rows, Sql } from "../database"
import { notFound } from "../../../medusa-errors"
import type { RefundRequestState } from "./refund-request"
import type CryptoRefundRequest from "../models/crypto-refund-request"

/** A refund request as it is stored. */
type StoredRequest = InferTypeOf<typeof CryptoRefundRequest>

/** `is_late`: whether `expires_at` has passed, on the database's clock. */
export type RefundRequest = StoredRequest & { is_late: boolean }

/** The requests that are not deleted, through a connection or a transaction. */
export function requests(db: Database): Rows<StoredRequest> {
  return db<StoredRequest>("crypto_refund_request").whereNull("deleted_at")
}

/** The columns of a `RefundRequest`. */
export function requestColumns(db: Database): (string | Sql)[] {
  return ["*", db.raw("expires_at <= now() AS is_late")]
}

/** The requests of an attempt that wait for their address, or to be sent; oldest first. */
export async function openRequestsOf(
  db: Database,
  attemptId: string
): Promise<RefundRequest[]> {
  return await openRequests(db, attemptId)
    .orderBy([{ column: "created_at" }, { column: "id" }])
    .select(requestColumns(db))
}

/** The same, as a query. */
export function openRequests(
  db: Database,
  attemptId: string
): Rows<StoredRequest> {
  return requests(db)
    .where({ crypto_payment_id: attemptId })
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

export type RequestFilters = {
  state?: readonly RefundRequestState[]
  crypto_payment_id?: readonly string[]
}

/** Newest first; those to send only by the oldest address first. */
export async function listRequests(
  db: Database,
  { state, crypto_payment_id }: RequestFilters,
  { skip, take }: { skip: number; take: number }
): Promise<{ rows: RefundRequest[]; count: number }> {
  const matching = requests(db)
  if (crypto_payment_id) {
    void matching.whereIn("crypto_payment_id", [...crypto_payment_id])
  }
  if (state) {
    void matching.where((any) => {
      for (const each of state) void any.orWhereRaw(...conditionOf(each))
    })
  }
  const isQueue = state?.every((each) => each === "address_entered") ?? false
  const [{ count }] = await matching.clone().count({ count: "*" })
  const rows: RefundRequest[] = await matching
    .orderBy(
      isQueue
        ? [{ column: "address_entered_at" }, { column: "id" }]
        : [
            { column: "created_at", order: "desc" },
            { column: "id", order: "desc" },
          ]
    )
    .offset(skip)
    .limit(take)
    .select(requestColumns(db))
  return { rows, count: Number(count) }
}

function conditionOf(
  state: RefundRequestState
): [sql: string, values: string[]] {
  switch (state) {
    case "waiting_for_address":
      return ["(state = ? AND expires_at > now())", [state]]
    case "expired":
      return ["(state = 'waiting_for_address' AND expires_at <= now())", []]
    default:
      return ["state = ?", [state]]
  }
}
