import type {
  BigNumberInput,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { paymentOutcome } from "../../gateway"
import {
  type Attempt,
  attemptPrice,
  CRYPTO_PAYMENT_MODULE,
  type Facts,
  gatewayPrice,
  isGivenBack,
  isMoneySeen,
  isStandingPayment,
  type Price,
  toComparableAmount,
} from "../../modules/crypto-payment"
import { findOrder } from "./find-order"
import { findCollectionIds, findOrderId } from "./sale-links"
import {
  findPayments,
  isBooked,
  isOwn,
  type SalePayment,
} from "./sale-payments"

/** Reads what `decide` needs to know of an attempt from Medusa, at this moment. */
export async function gatherFacts(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Facts> {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const orderId = await findOrderId(query, attempt)
  const [collection, order, collectionIds] = await Promise.all([
    findCollection(query, attempt.payment_collection_id),
    findOrder(container, orderId),
    findCollectionIds(query, attempt),
  ])
  const payments = await findPayments(query, collectionIds)
  const own = payments.find((payment) => isOwn(payment, attempt))
  const [session, booked] = await Promise.all([
    findSession(query, attempt, own),
    isBooked(container, own, order?.id),
  ])
  const captured = Boolean(own?.captured_at) && !own?.canceled_at
  const cart = await findCart(query, attempt.cart_id, { priced: !order })
  const provider = ledger.merchants.provider(attempt.provider_id)
  return {
    attempt: {
      state: attempt.state,
      order_id: attempt.order_id,
      price: attemptPrice(attempt),
      is_test: attempt.is_test,
      outcome: isMoneySeen(attempt.state)
        ? "paid"
        : paymentOutcome(attempt.gateway_status ?? ""),
      gateway_status: attempt.gateway_status,
      was_closed: attempt.closed_at !== null,
      for_cart: attempt.cart_id !== null,
      given_back: await isGivenBack(ledger, attempt),
    },
    gateway_price: gatewayPrice(attempt),
    merchant: provider
      ? { test_mode: ledger.merchants.options(provider.merchantKey).testMode }
      : null,
    session,
    payment: own
      ? { id: own.id, captured, price: capturedPrice(own), booked }
      : null,
    cart,
    collection,
    order,
    paid_otherwise: payments.some(
      (payment) => payment !== own && isStandingPayment(payment)
    ),
  }
}

/** The session that holds the money, or, where that is gone, the one that followed. */
async function findSession(
  query: RemoteQueryFunction,
  { authorized_session_id, payment_session_id }: Attempt,
  payment: SalePayment | undefined
): Promise<Facts["session"]> {
  const holder = payment?.payment_session_id ?? authorized_session_id
  const ids = [holder, payment_session_id].filter((id) => id !== null)
  if (ids.length === 0) return null
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "amount", "currency_code", "status"],
    filters: { id: ids },
  })
  const session = data.find(({ id }) => id === holder) ?? data[0]
  return session
    ? { id: session.id, status: session.status, price: priceOf(session) }
    : null
}

async function findCollection(
  query: RemoteQueryFunction,
  id: string | null
): Promise<Facts["collection"]> {
  if (!id) return null
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: ["id", "amount", "currency_code"],
    filters: { id },
  })
  const collection = data[0]
  return collection ? { id: collection.id, price: priceOf(collection) } : null
}

/**
 * @param priced false once there is an order: its own total decides then, and
 * pricing a cart is the most expensive query of all.
 */
async function findCart(
  query: RemoteQueryFunction,
  id: string | null,
  { priced }: { priced: boolean }
): Promise<Facts["cart"]> {
  if (!id) return null
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      "currency_code",
      "completed_at",
      ...(priced ? ["total"] : []),
    ],
    filters: { id },
  })
  const cart = data[0]
  if (!cart) return null
  return {
    id: cart.id,
    completed: Boolean(cart.completed_at),
    price: priced ? priceOf({ ...cart, amount: cart.total }) : null,
  }
}

function priceOf(row: {
  amount: BigNumberInput
  currency_code: string
}): Price {
  return {
    amount: toComparableAmount(row.amount, row.currency_code),
    currency_code: row.currency_code.toLowerCase(),
  }
}

function capturedPrice({ captures, currency_code }: SalePayment): Price | null {
  const amounts = (captures ?? []).flatMap((each) => each?.amount ?? [])
  if (amounts.length === 0) return null
  const amount = amounts.reduce(
    (sum, each) => MathBN.add(sum, each),
    MathBN.convert(0)
  )
  return priceOf({ amount, currency_code })
}
