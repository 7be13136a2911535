import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { Database } from "../database"
import {
  refuseAction,
  type ShownAttempt,
} from "../admin-actions/allowed-actions"
import { type AskedRefund, type RefundTerms, refundTerms } from "./refund-terms"
import { lockActionFacts } from "../admin-actions/action-facts"
import { enqueueEvent, type OutboxEvent } from "../outbox/outbox"
import type { Refund } from "../models/rows"
import { readRequest, type RefundRequest, requests } from "./request-rows"
import type { StoredLink } from "./link-secret"
import type { Attempt } from "../models/rows"
import { inSeconds } from "../attempts/rows"
import { appendEvent } from "../attempts/timeline"

const SECONDS_PER_DAY = 86_400

/** What an admin decides to send back; `by` is the admin's user id. */
export type NewRefundRequest = {
  asked: AskedRefund
  /** Of the payment's coin, as the gateway names it. */
  coin: { crypto_name: string | null; crypto_network: string | null }
  note: string | null
  valid_days: number
  by: string
  shown?: ShownAttempt
}

/** The attempt, locked, and the request as it is under that lock. */
export async function lockRequest(db: Database, id: string) {
  const { crypto_payment_id } = await readRequest(db, id)
  const locked = await lockActionFacts(db, crypto_payment_id)
  return { ...locked, request: await readRequest(db, id) }
}

/** The request that waits for its address with the terms that are asked for now. */
export function findSameRequest(
  attempt: Attempt,
  asked: AskedRefund,
  refunds: readonly Refund[],
  open: readonly RefundRequest[]
): RefundRequest | undefined {
  return open.find((request) => {
    if (request.state !== "waiting_for_address") return false
    const others = open.filter(({ id }) => id !== request.id)
    const terms = termsOrNone(attempt, asked, [...refunds, ...others])
    return (
      terms !== undefined &&
      terms.kind === request.kind &&
      terms.amount === request.amount &&
      terms.crypto_amount === request.crypto_amount &&
      terms.policy === request.policy &&
      terms.rate === request.rate &&
      terms.confirmed_excess === request.confirmed_excess
    )
  })
}

function termsOrNone(
  ...terms: Parameters<typeof refundTerms>
): RefundTerms | undefined {
  try {
    return refundTerms(...terms)
  } catch (error) {
    if (MedusaError.isMedusaError(error)) return undefined
    throw error
  }
}

/** Writes a request that waits for its address. */
export async function insertRequest(
  db: Database,
  attempt: Attempt,
  { coin, note: text, valid_days, by }: NewRefundRequest,
  terms: RefundTerms,
  link: StoredLink
): Promise<RefundRequest> {
  const { id: crypto_payment_id, crypto_currency } = attempt
  if (crypto_currency === null) throw refuseAction("request_refund", attempt)
  const id = generateEntityId(undefined, "cpayreq")
  await requests(db).insert({
    ...terms,
    ...coin,
    ...link,
    id,
    crypto_payment_id,
    crypto_currency,
    note: text,
    expires_at: inSeconds(db, valid_days * SECONDS_PER_DAY),
    created_by: by,
  })
  const request = await readRequest(db, id)
  const { kind, amount, currency_code, crypto_amount } = terms
  const data = { by, kind, amount, currency_code, crypto_amount }
  await noteRequest(db, request, "refund_requested", "admin", data)
  return request
}

/** Appends to the timeline of its payment; never the link. */
export async function noteRequest(
  db: Database,
  { id, crypto_payment_id, crypto_currency }: RefundRequest,
  type: Parameters<typeof appendEvent>[2]["type"],
  source: "admin" | "customer",
  data: Record<string, unknown>
): Promise<void> {
  await appendEvent(db, crypto_payment_id, {
    type,
    source,
    data: { request_id: id, crypto_currency, ...data },
  })
}

/** Writes an event; never the link. */
export async function enqueueRefundEvent(
  db: Database,
  name:
    "crypto_payment.refund_requested" | "crypto_payment.refund_address_entered",
  { id: refund_request_id }: RefundRequest,
  attempt: Attempt
): Promise<OutboxEvent> {
  const { id, order_id } = attempt
  const data = { id, refund_request_id, order_id }
  return await enqueueEvent(db, { name, data }, attempt)
}
