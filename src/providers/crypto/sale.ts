import type {
  BigNumberValue,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import {
  type Attempt,
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

/** What a payment session is for, as Medusa has it at this moment. */
export type Sale = {
  cart_id: string | null
  /** The amount that core keeps on the session, unrounded. */
  amount: BigNumberValue
  /** The session's own price, rounded to its currency's digits. */
  price: Price
  /** What has to be paid; null when it is not known. */
  due: Price | null
  /** A payment of another session stands in the same collection. */
  paid_otherwise: boolean
  /** Its order exists, and was canceled. */
  order_canceled: boolean
}

type CollectionPayment =
  (PaymentMovements & { payment_session?: { id: string } | null }) | null

/**
 * Finds what a session is for with no help from the storefront. Inside core's
 * completion of a cart the order exists already, so that the order's own total
 * is compared, not what the cart would cost.
 *
 * @param attempt whose session it is. One that was opened for a cart stays so
 * when the cart is deleted: its collection alone does not say what is due.
 */
export async function findSale(
  query: RemoteQueryFunction,
  sessionId: string,
  attempt: Pick<Attempt, "cart_id">
): Promise<Sale | undefined> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "amount",
      "raw_amount",
      "currency_code",
      "payment_collection.amount",
      "payment_collection.currency_code",
      "payment_collection.cart.id",
      ...orderFactFields.map((field) => `payment_collection.order.${field}`),
      ...paymentMovementFields.map(
        (field) => `payment_collection.payments.${field}`
      ),
      "payment_collection.payments.payment_session.id",
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
    cart_id,
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
