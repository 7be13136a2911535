import type {
  BigNumberValue,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import {
  type Attempt,
  isCapturedPayment,
  isStandingPayment,
  type MedusaOrder,
  orderFactFields,
  type OrderFacts,
  paymentMovementFields,
  type PaymentMovements,
  type Price,
  priceDue,
  toComparableAmount,
  toOrderFacts,
} from "../../modules/crypto-payment"

type SessionOwner = { provider_id: string; payment_collection_id: string }

/** What a payment session pays for, read before a payment is opened. */
export type PaymentSubject = SessionOwner & {
  /** Null for a collection without a cart. */
  cart_id: string | null
  cart_completed: boolean
  /** The collection was made for a cart that was deleted. */
  cart_deleted: boolean
  /** The collection has a captured payment of any provider. */
  captured: boolean
  /** The order of a collection without a cart. */
  order: OrderFacts | null
}

/** What a payment session pays for and what that costs now, read before it is authorized. */
export type PricedSubject = {
  /** The amount that core keeps on the session, unrounded. */
  amount: BigNumberValue
  /** The session's own price, rounded to its currency's digits. */
  price: Price
  /** What has to be paid; null when it is not known. */
  due: Price | null
  /** The collection has a payment of another session that was not canceled. */
  paid_otherwise: boolean
  /** Its order exists, and was canceled. */
  order_canceled: boolean
}

type Collection = {
  payments?: (PaymentMovements | null)[] | null
  cart?: { id: string; completed_at: unknown } | null
  order?: MedusaOrder | null
}

type CollectionPayment =
  (PaymentMovements & { payment_session?: { id: string } | null }) | null

const orderFields = orderFactFields.map((field) => `order.${field}`)
const paymentFields = paymentMovementFields.map((field) => `payments.${field}`)

/** Core writes the session before it calls the provider; undefined where it was deleted. */
export async function findSession(
  query: RemoteQueryFunction,
  id: string
): Promise<SessionOwner | undefined> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["provider_id", "payment_collection_id"],
    filters: { id },
  })
  return data[0]
}

/** Reads no price: core calculates a cart's total in a query of its own. */
export async function findSubject(
  query: RemoteQueryFunction,
  sessionId: string
): Promise<PaymentSubject | undefined> {
  const session = await findSession(query, sessionId)
  if (!session) return undefined
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: [
      "id",
      "cart.id",
      "cart.completed_at",
      ...orderFields,
      ...paymentFields,
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

/**
 * Inside core's completion of a cart the order exists already, so its own total
 * is compared, not the price of the cart.
 *
 * @param attempt whose session it is. One that was opened for a cart stays so
 * when the cart is deleted: its collection alone does not say what is due.
 */
export async function findPricedSubject(
  query: RemoteQueryFunction,
  sessionId: string,
  attempt: Pick<Attempt, "cart_id">
): Promise<PricedSubject | undefined> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "amount",
      "raw_amount",
      "currency_code",
      ...[
        "amount",
        "currency_code",
        "cart.id",
        ...orderFields,
        ...paymentFields,
        "payments.payment_session.id",
      ].map((field) => `payment_collection.${field}`),
    ],
    filters: { id: sessionId },
  })
  const session = data[0]
  if (!session) return undefined
  const collection = session.payment_collection
  const payments: CollectionPayment[] = collection?.payments ?? []
  const cart_id: string | null = collection?.cart?.id ?? null
  const medusaOrder: MedusaOrder | null = collection?.order ?? null
  const order: OrderFacts | null = medusaOrder && toOrderFacts(medusaOrder)
  return {
    amount: session.amount,
    price: priceOf(session.amount, session.currency_code),
    due: priceDue({
      for_cart: cart_id !== null || attempt.cart_id !== null,
      cart_price:
        cart_id !== null && !order?.placed
          ? await findCartPrice(query, cart_id)
          : null,
      collection_price: collection
        ? priceOf(collection.amount, collection.currency_code)
        : null,
      order,
    }),
    paid_otherwise: payments.some(
      (payment) =>
        payment &&
        isStandingPayment(payment) &&
        payment.payment_session?.id !== sessionId
    ),
    order_canceled: order?.canceled ?? false,
  }
}

/** The link between cart and collection stays when the cart is deleted. */
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

async function findCartPrice(
  query: RemoteQueryFunction,
  id: string
): Promise<Price | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["total", "currency_code"],
    filters: { id },
  })
  const cart = data[0]
  return cart ? priceOf(cart.total, cart.currency_code) : null
}

function priceOf(amount: BigNumberValue, currency_code: string): Price {
  return {
    amount: toComparableAmount(amount, currency_code),
    currency_code: currency_code.toLowerCase(),
  }
}
