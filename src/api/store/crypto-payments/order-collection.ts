import {
  findRecord,
  type Query,
  withCalculatedSummary,
} from "../../../medusa-query"
import type { SessionLinks } from "../../../modules/crypto-payment/attempts/sessions"
import { isCryptoProvider } from "../../../modules/crypto-payment/merchants/merchants"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import {
  collectionDue,
  type CollectionDue,
  PAYMENT_MOVEMENT_FIELDS,
  type PaymentMovements,
} from "../../../modules/crypto-payment/settling/due"
import {
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  toOrderFacts,
} from "../../../modules/crypto-payment/settling/facts"
import { comparablePrice } from "../../../modules/crypto-payment/settling/money"

/** A payment collection that belongs to an order, and what is due for it. */
export type OrderCollection = CollectionDue & {
  id: string
  /** The cart that became the order; null for an edit, a claim, an exchange or a draft. */
  cart_id: string | null
  order: { id: string; display_id: number | null; region_id: string | null }
  currency_code: string
  session_ids: string[]
}

/** Null for an unknown collection, and for that of a cart that is no order yet. */
export async function readOrderCollection(
  query: Query,
  id: string
): Promise<OrderCollection | null> {
  const collection = await findRecord(query, "payment_collection", id, [
    ...["id", "amount", "currency_code", "status"],
    ...["cart.id", "cart.completed_at", ...SESSION_FIELDS],
    ...["region_id", ...ORDER_FACT_FIELDS].map((field) => `order.${field}`),
    ...PAYMENT_MOVEMENT_FIELDS.map((field) => `payments.${field}`),
  ])
  const order: (MedusaOrder & OrderCollection["order"]) | null =
    collection?.order ?? null
  const cart = collection?.cart ?? null
  if (!collection || !order || (cart && !cart.completed_at)) return null
  const { currency_code, status } = collection
  const payments: (PaymentMovements | null)[] = collection.payments ?? []
  return {
    ...collectionDue({
      for_cart: cart !== null,
      price: comparablePrice(collection),
      canceled: status === "canceled",
      order: toOrderFacts(await withCalculatedSummary(query, order)),
      payments: payments.filter((each) => each !== null),
    }),
    id,
    cart_id: cart?.id ?? null,
    order: {
      id: order.id,
      display_id: order.display_id ?? null,
      region_id: order.region_id ?? null,
    },
    currency_code,
    session_ids: listOpenedSessions(collection.payment_sessions),
  }
}

export const SESSION_FIELDS = ["id", "provider_id", "data"].map(
  (field) => `payment_sessions.${field}`
)

/**
 * Core lists a session before it calls the provider, which writes the session's id into its data.
 * One without it is no payment yet, and replaces none.
 */
export function listOpenedSessions(
  sessions: readonly (Session | null)[] | null | undefined
): string[] {
  return (sessions ?? []).flatMap((session) =>
    session &&
    (!isCryptoProvider(session.provider_id) ||
      session.data?.session_id === session.id)
      ? session.id
      : []
  )
}

export function sessionOf(
  { id }: Attempt,
  links: SessionLinks
): string | undefined {
  return [...links].find(([, attemptId]) => attemptId === id)?.[0]
}

/** The first of these attempts that has a session to watch it by, with that session. */
export function findWatched(
  attempts: readonly Attempt[],
  links: SessionLinks
): { attempt: Attempt; sessionId: string } | null {
  for (const attempt of attempts) {
    const sessionId = sessionOf(attempt, links) ?? attempt.payment_session_id
    if (sessionId) return { attempt, sessionId }
  }
  return null
}

type Session = {
  id: string
  provider_id: string
  data?: Record<string, unknown> | null
}
