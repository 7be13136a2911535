import type {
  BigNumberValue,
  RemoteQueryFunction,
} from "@medusajs/framework/types"

import type { Price } from "../../modules/crypto-payment/lifecycle/facts"
import {
  isStandingPayment,
  paymentMovementFields,
  type PaymentMovements,
} from "../../modules/crypto-payment/lifecycle/standing-payment"
import { toDecimalString } from "../../modules/crypto-payment/money/price"

/** What a payment session is for, as Medusa has it at this moment. */
export type Sale = {
  cart_id: string | null
  /** The amount that core keeps on the session, unrounded. */
  amount: BigNumberValue
  /** The session's own price, rounded to its currency's digits. */
  price: Price
  /** What the cart costs by now; null without a cart. */
  cart_price: Price | null
  /** A payment of another session stands in the same collection. */
  paid_otherwise: boolean
  /** Its order is there, and was cancelled. */
  order_canceled: boolean
}

type PricedCart = { id: string; total: BigNumberValue; currency_code: string }

type CollectionPayment =
  (PaymentMovements & { payment_session?: { id: string } | null }) | null

/**
 * Finds the collection and the cart of a session with no help from the
 * storefront. The session's row is there already when core calls the provider.
 */
export async function findSale(
  query: RemoteQueryFunction,
  sessionId: string
): Promise<Sale | undefined> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "amount",
      "raw_amount",
      "currency_code",
      "payment_collection.cart.id",
      "payment_collection.cart.currency_code",
      "payment_collection.cart.total",
      "payment_collection.order.status",
      ...paymentMovementFields.map(
        (field) => `payment_collection.payments.${field}`
      ),
      "payment_collection.payments.payment_session.id",
    ],
    filters: { id: sessionId },
  })
  const session = data[0]
  if (!session) return undefined
  const payments: CollectionPayment[] =
    session.payment_collection?.payments ?? []
  const cart: PricedCart | null = session.payment_collection?.cart ?? null
  return {
    cart_id: cart?.id ?? null,
    amount: session.amount,
    price: priceOf(session.amount, session.currency_code),
    cart_price: cart && priceOf(cart.total, cart.currency_code),
    paid_otherwise: payments.some(
      (payment) =>
        payment &&
        isStandingPayment(payment) &&
        payment.payment_session?.id !== sessionId
    ),
    order_canceled: session.payment_collection?.order?.status === "canceled",
  }
}

function priceOf(amount: BigNumberValue, currency_code: string): Price {
  return {
    amount: toDecimalString(amount, currency_code),
    currency_code: currency_code.toLowerCase(),
  }
}
