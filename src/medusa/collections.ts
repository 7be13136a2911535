import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { Modules } from "@medusajs/framework/utils"
import { findAttemptOrderId } from "./links"
import { orderShape } from "./orders"
import {
  amount,
  exactAmount,
  findByIds,
  findMany,
  findOne,
  jsonObject,
  linkedOne,
  many,
  moment,
  one,
  type Query,
  record,
} from "./query"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"

const id = z.string()

const priced = { id, amount, currency_code: z.string() }

/** What of a payment's money came and went. */
export const movementShape = {
  currency_code: z.string(),
  canceled_at: moment.nullable(),
  captures: many({ amount }),
  refunds: many({ amount }),
}

/** A payment of a collection, with what identifies the attempt that paid it. */
const PAYMENT = record("payment", {
  ...movementShape,
  id,
  provider_id: z.string(),
  payment_session_id: id.nullable(),
  captured_at: moment.nullable(),
  data: jsonObject,
  amount,
  payment_session: one(priced),
  payment_collection: one(priced),
  captures: many({ id, amount, created_at: moment }),
  refunds: many({ id, amount }),
})

export type CollectionPayment = z.output<typeof PAYMENT.row>

export async function findPayments(
  query: Query,
  collectionIds: readonly string[]
): Promise<CollectionPayment[]> {
  if (collectionIds.length === 0) return []
  const payment_collection_id = [...collectionIds]
  return await findMany(query, PAYMENT, { payment_collection_id })
}

const SESSION = record("payment_session", priced)

/** The sessions with these ids, of these collections. */
export async function findSessions(
  query: Query,
  ids: readonly string[],
  collectionIds: readonly string[]
) {
  return await findMany(query, SESSION, {
    id: [...ids],
    payment_collection_id: [...collectionIds],
  })
}

const COLLECTION = record("payment_collection", priced)

export async function readCollection(query: Query, id: string) {
  return await findOne(query, COLLECTION, id)
}

/** A session of a collection, with what its provider keeps of it. */
export const sessionShape = {
  id,
  provider_id: z.string(),
  data: jsonObject,
}

export type Session = z.output<z.ZodObject<typeof sessionShape>>

/** All sessions of a collection, each with it and with the payment that it became. */
export async function listSessions(
  container: MedusaContainer,
  payment_collection_id: string
) {
  return await container
    .resolve(Modules.PAYMENT)
    .listPaymentSessions(
      { payment_collection_id },
      { relations: ["payment_collection", "payment"] }
    )
}

const STATED_SESSION = record("payment_session", {
  id,
  provider_id: z.string(),
  payment_collection_id: id,
  status: z.string(),
})

/** The sessions of these collections. */
export async function findSessionIds(
  query: Query,
  payment_collection_id: string[]
): Promise<string[]> {
  const sessions = await findMany(query, STATED_SESSION, {
    payment_collection_id,
  })
  return sessions.map((session) => session.id)
}

/** Those of them with one of the statuses. */
export async function findSessionsIn(
  query: Query,
  payment_collection_id: string[],
  status: string[]
) {
  return await findMany(query, STATED_SESSION, {
    payment_collection_id,
    status,
  })
}

/** Those of the ids that there are. */
export async function findExistingSessionIds(
  query: Query,
  ids: readonly string[]
): Promise<string[]> {
  const sessions = await findByIds(query, STATED_SESSION, ids)
  return sessions.map((session) => session.id)
}

const SESSION_TO_OPEN = record("payment_session", {
  provider_id: z.string(),
  payment_collection_id: id,
  payment_collection: one({ status: z.string() }),
})

/** Core writes a session before it calls the provider; undefined where it was deleted. */
export async function readSessionToOpen(query: Query, sessionId: string) {
  return await findOne(query, SESSION_TO_OPEN, sessionId)
}

const PRICED_SESSION = record("payment_session", {
  id,
  provider_id: z.string(),
  payment_collection_id: id,
  amount,
  // So that core answers the amount with all of its digits.
  raw_amount: z.unknown(),
  currency_code: z.string(),
})

/** As `readSessionToOpen`, with its price. */
export async function readSession(query: Query, sessionId: string) {
  return await findOne(query, PRICED_SESSION, sessionId)
}

const SESSION_TO_AUTHORIZE = record("payment_session", {
  id,
  amount,
  raw_amount: z.unknown(),
  currency_code: z.string(),
  payment_collection: one(priced),
})

export type SessionToAuthorize = z.output<typeof SESSION_TO_AUTHORIZE.row>

/** With the price of its collection. */
export async function readSessionToAuthorize(
  query: Query,
  sessionId: string
): Promise<SessionToAuthorize | undefined> {
  return await findOne(query, SESSION_TO_AUTHORIZE, sessionId)
}

const PAYMENT_OF_SESSION = record("payment", {
  payment_session_id: id.nullable(),
  ...movementShape,
})

/** The payments of a collection, each with its session. */
export async function findPaymentsOf(
  query: Query,
  payment_collection_id: string
) {
  return await findMany(query, PAYMENT_OF_SESSION, { payment_collection_id })
}

/** The payments that a session became: one at most. */
export async function findPaymentsOfSession(
  query: Query,
  payment_session_id: string
) {
  return await findMany(query, PAYMENT_OF_SESSION, { payment_session_id })
}

const OF_ORDER = record("payment_collection", {
  ...priced,
  status: z.string(),
  cart: linkedOne({ id, completed_at: moment.nullable() }),
  order: linkedOne({ region_id: id.nullable(), ...orderShape }),
  payment_sessions: many(sessionShape),
  payments: many(movementShape),
})

/** With the order that it is for, and the cart that became it. */
export async function readCollectionOfOrder(
  query: Query,
  collectionId: string
) {
  return await findOne(query, OF_ORDER, collectionId)
}

const WITH_SESSIONS = record("payment_collection", {
  ...priced,
  payment_sessions: many({
    ...sessionShape,
    amount,
    currency_code: z.string(),
    status: z.string(),
  }),
})

/** Not the `context` of its sessions: it holds the account and the addresses of who paid. */
export async function readCollectionToShow(query: Query, collectionId: string) {
  return await findOne(query, WITH_SESSIONS, collectionId)
}

/** What tells which payment of the gateway a session or a payment is. */
const data = jsonObject

export const originShape = {
  id,
  payment_sessions: many({ id, data }),
  payments: many({ data, payment_session_id: id.nullable() }),
}

const ORIGIN = record("payment_collection", originShape)

/** With what identifies the gateway's payments of its sessions. */
export async function readOrigin(query: Query, collectionId: string) {
  return await findOne(query, ORIGIN, collectionId)
}

const PLACE = record("payment", {
  id,
  provider_id: z.string(),
  payment_session_id: id.nullable(),
  payment_collection_id: id,
})

/**
 * Of a payment that was resolved before the ledger was lost, whose collection left the cart: by its
 * data alone, which no index has.
 */
export async function findLeftPayment(
  query: Query,
  gateway_payment_id: string
) {
  return await findOne(query, PLACE, { data: { gateway_payment_id } })
}

/** Where a payment belongs. */
export async function readPayment(query: Query, paymentId: string) {
  return await findOne(query, PLACE, paymentId)
}

/** Those with these ids: a transaction of an order may name something else. */
export async function findPaymentsById(query: Query, ids: readonly string[]) {
  return await findByIds(query, PLACE, ids)
}

const MOVED = record("payment", {
  id,
  payment_collection_id: id,
  ...movementShape,
})

/** What of these collections' money came and went, by payment. */
export async function findMovements(query: Query, collectionIds: string[]) {
  if (collectionIds.length === 0) return []
  const payment_collection_id = collectionIds
  return await findMany(query, MOVED, { payment_collection_id })
}

const BOOKED_REFUND = record("refund", {
  id,
  payment: one({
    id,
    provider_id: z.string(),
    payment_session_id: id.nullable(),
  }),
})

/** The refunds that were made between two moments, with their payments. */
export async function findRefundsMade(query: Query, since: Date, until: Date) {
  return await findMany(query, BOOKED_REFUND, {
    created_at: { $gte: since, $lte: until },
  })
}

const EXACT_CAPTURES = record("payment", {
  id,
  payment_session_id: id.nullable(),
  captures: many({
    raw_amount: exactAmount,
    created_at: moment,
  }),
})

/** With their captures, exact as Medusa stores them. */
export async function findCaptures(
  query: Query,
  by: { id: string[]; payment_session_id: string[] }
) {
  const { id, payment_session_id } = by
  return await findMany(query, EXACT_CAPTURES, {
    $or: [{ id }, { payment_session_id }],
  })
}

const REFUND = record("refund", { id, note: z.string().nullable() })

export async function readRefund(query: Query, refundId: string) {
  return await findOne(query, REFUND, refundId)
}

/** The payment that an attempt's money became in Medusa, and the order it is for. */
export type MedusaPayment = {
  id: string
  currency_code: string
  payment_collection_id: string
  refundIds: string[]
  order: { id: string; canceled: boolean } | null
}

const REFUNDABLE = record("payment", {
  id,
  currency_code: z.string(),
  captured_at: moment.nullable(),
  canceled_at: moment.nullable(),
  payment_collection_id: id,
  refunds: many({ id }),
})

/** Undefined where the money never became a captured payment of Medusa. */
export async function findMedusaPayment(
  container: MedusaContainer,
  attempt: Attempt
): Promise<MedusaPayment | undefined> {
  const { authorized_session_id, payment_id, cart_id, order_id } = attempt
  if (!authorized_session_id && !payment_id) return undefined
  const payment = await findOne(
    container.resolve("query"),
    REFUNDABLE,
    authorized_session_id
      ? { payment_session_id: authorized_session_id }
      : { id: payment_id }
  )
  if (!payment?.captured_at || payment.canceled_at) return undefined
  const { payment_collection_id } = payment
  return {
    id: payment.id,
    currency_code: payment.currency_code,
    payment_collection_id,
    refundIds: payment.refunds.map((refund) => refund.id),
    order: await findBookedOrder(container, {
      cart_id,
      order_id,
      payment_collection_id,
    }),
  }
}

const BOOKED_ORDER = record("order_payment_collection", {
  order: linkedOne({ id, status: z.string() }),
})

/** Core books on an order only where the payment's collection is linked to it. */
async function findBookedOrder(
  container: MedusaContainer,
  subject: Pick<Attempt, "cart_id" | "order_id"> & {
    payment_collection_id: string
  }
): Promise<MedusaPayment["order"]> {
  const { payment_collection_id } = subject
  const [orderId, links] = await Promise.all([
    findAttemptOrderId(container, subject),
    findMany(container.resolve("query"), BOOKED_ORDER, {
      payment_collection_id,
    }),
  ])
  const order = links.find((link) => link.order?.id === orderId)?.order
  return order ? { id: order.id, canceled: order.status === "canceled" } : null
}
