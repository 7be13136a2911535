import type { RemoteQueryFunction } from "@medusajs/framework/types"
import {
  isCapturedPayment,
  type MedusaOrder,
  orderFactFields,
  type OrderFacts,
  paymentMovementFields,
  type PaymentMovements,
  toOrderFacts,
} from "../../modules/crypto-payment"

/** Whose a payment session is, and what it is for. */
export type SessionSubject = {
  provider_id: string
  payment_collection_id: string
  /** Null for a collection without a cart. */
  cart_id: string | null
  cart_completed: boolean
  /** The collection was made for a cart that is not there any more. */
  cart_deleted: boolean
  /** A captured payment stands in the collection, whoever brought it. */
  captured: boolean
  /** The order that a collection without a cart is for. */
  order: OrderFacts | null
}

type Collection = {
  payments?: (PaymentMovements | null)[] | null
  cart?: { id: string; completed_at: unknown } | null
  order?: MedusaOrder | null
}

/**
 * Finds it with no help from the storefront, and without pricing anything. The
 * session's row exists already when core calls the provider.
 */
export async function findSubject(
  query: RemoteQueryFunction,
  sessionId: string
): Promise<SessionSubject | undefined> {
  const session = await findSession(query, sessionId)
  if (!session) return undefined
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: [
      "id",
      "cart.id",
      "cart.completed_at",
      ...orderFactFields.map((field) => `order.${field}`),
      ...paymentMovementFields.map((field) => `payments.${field}`),
    ],
    filters: { id: session.payment_collection_id },
  })
  const collection: Collection = data[0] ?? {}
  return {
    ...session,
    cart_id: collection.cart?.id ?? null,
    cart_completed: Boolean(collection.cart?.completed_at),
    cart_deleted:
      !collection.cart && (await hadCart(query, session.payment_collection_id)),
    captured: (collection.payments ?? []).some(
      (payment) => payment !== null && isCapturedPayment(payment)
    ),
    order: collection.order ? toOrderFacts(collection.order) : null,
  }
}

/** The link between the two stays when a cart is deleted. */
async function hadCart(
  query: RemoteQueryFunction,
  payment_collection_id: string
): Promise<boolean> {
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id },
  })
  return data.length > 0
}

/** Undefined where the session is gone. */
export async function findSession(
  query: RemoteQueryFunction,
  id: string
): Promise<
  Pick<SessionSubject, "provider_id" | "payment_collection_id"> | undefined
> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["provider_id", "payment_collection_id"],
    filters: { id },
  })
  return data[0]
}
