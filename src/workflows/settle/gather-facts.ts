import type {
  BigNumberInput,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { paymentOutcome } from "../../gateway"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"
import type { Attempt } from "../../modules/crypto-payment/ledger/rows"
import type { Facts, Price } from "../../modules/crypto-payment/lifecycle/facts"
import {
  attemptPrice,
  gatewayPrice,
} from "../../modules/crypto-payment/lifecycle/prices"
import {
  isStandingPayment,
  paymentMovementFields,
} from "../../modules/crypto-payment/lifecycle/standing-payment"
import { isMoneySeen } from "../../modules/crypto-payment/lifecycle/states"
import { toComparableAmount } from "../../modules/crypto-payment/money/price"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"

/** Reads what `decide` needs to know of an attempt from Medusa, at this moment. */
export async function gatherFacts(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Facts> {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const ledger = container.resolve<CryptoPaymentModuleService>(
    CRYPTO_PAYMENT_MODULE
  )
  const [session, collection, cart, payment] = await Promise.all([
    findSession(query, attempt),
    findCollection(query, attempt.payment_collection_id),
    findCart(query, attempt.cart_id),
    findPayment(query, attempt),
  ])
  const [order, paid_otherwise] = await Promise.all([
    findOrder(query, attempt),
    paidOtherwise(query, attempt, payment?.id),
  ])
  const provider = ledger.merchants.provider(attempt.provider_id)
  return {
    attempt: {
      state: attempt.state,
      price: attemptPrice(attempt),
      is_test: attempt.is_test,
      outcome: isMoneySeen(attempt.state)
        ? "paid"
        : paymentOutcome(attempt.gateway_status ?? ""),
      gateway_status: attempt.gateway_status,
      was_closed: attempt.closed_at !== null,
    },
    gateway_price: gatewayPrice(attempt),
    merchant: provider
      ? { test_mode: ledger.merchants.options(provider.merchantKey).testMode }
      : null,
    session,
    payment,
    cart,
    collection,
    order,
    paid_otherwise,
  }
}

/** The session that holds the money, or, where that is gone, the one that followed. */
async function findSession(
  query: RemoteQueryFunction,
  { authorized_session_id, payment_session_id }: Attempt
): Promise<Facts["session"]> {
  const ids = [authorized_session_id, payment_session_id].filter(
    (id) => id !== null
  )
  if (ids.length === 0) return null
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "amount", "currency_code", "status"],
    filters: { id: ids },
  })
  const session = data.find(({ id }) => id === authorized_session_id) ?? data[0]
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

async function findCart(
  query: RemoteQueryFunction,
  id: string | null
): Promise<Facts["cart"]> {
  if (!id) return null
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "total", "currency_code", "completed_at"],
    filters: { id },
  })
  const cart = data[0]
  return cart
    ? {
        id: cart.id,
        completed: Boolean(cart.completed_at),
        price: priceOf({ ...cart, amount: cart.total }),
      }
    : null
}

/** The Medusa payment that this attempt's money became: one session's only. */
async function findPayment(
  query: RemoteQueryFunction,
  attempt: Attempt
): Promise<Facts["payment"]> {
  const sessionId = attempt.authorized_session_id
  if (!sessionId) return null
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "captured_at", "canceled_at"],
    filters: { payment_session_id: sessionId },
  })
  const payment = data[0]
  return payment
    ? {
        id: payment.id,
        captured: Boolean(payment.captured_at) && !payment.canceled_at,
      }
    : null
}

async function findOrder(
  query: RemoteQueryFunction,
  attempt: Attempt
): Promise<Facts["order"]> {
  const { cart_id, payment_collection_id } = attempt
  const id = cart_id
    ? await linked(query, "order_cart", { cart_id })
    : payment_collection_id
      ? await linked(query, "order_payment_collection", {
          payment_collection_id,
        })
      : undefined
  if (!id) return null
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "status"],
    filters: { id },
  })
  const order = data[0]
  return order ? { id: order.id, canceled: order.status === "canceled" } : null
}

/** A cart has one collection, so its other payments are payments of the same sale. */
async function paidOtherwise(
  query: RemoteQueryFunction,
  attempt: Attempt,
  ownPaymentId: string | undefined
): Promise<boolean> {
  if (!attempt.payment_collection_id) return false
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", ...paymentMovementFields],
    filters: { payment_collection_id: attempt.payment_collection_id },
  })
  return data.some(
    (payment) => payment.id !== ownPaymentId && isStandingPayment(payment)
  )
}

async function linked(
  query: RemoteQueryFunction,
  entity: "order_cart" | "order_payment_collection",
  filters: Record<string, string>
): Promise<string | undefined> {
  const { data } = await query.graph({
    entity,
    fields: ["order_id"],
    filters,
  })
  const [link] = data as { order_id?: string }[]
  return link?.order_id
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
