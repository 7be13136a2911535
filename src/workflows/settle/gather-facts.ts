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
import { isStandingPayment } from "../../modules/crypto-payment/lifecycle/standing-payment"
import { isMoneySeen } from "../../modules/crypto-payment/lifecycle/states"
import { toComparableAmount } from "../../modules/crypto-payment/money/price"
import { isGivenBack } from "../../modules/crypto-payment/refunds/is-given-back"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
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
  const ledger = container.resolve<CryptoPaymentModuleService>(
    CRYPTO_PAYMENT_MODULE
  )
  const [collection, cart, order] = await Promise.all([
    findCollection(query, attempt.payment_collection_id),
    findCart(query, attempt.cart_id),
    findOrder(query, attempt),
  ])
  const payments = await findPayments(query, [
    attempt.payment_collection_id,
    ...(cart?.collectionIds ?? []),
    // The order of a collection without cart has payments of earlier sales.
    ...(attempt.cart_id ? (order?.collectionIds ?? []) : []),
  ])
  const own = payments.find((payment) => isOwn(payment, attempt))
  const [session, booked] = await Promise.all([
    findSession(query, attempt, own),
    isBooked(container, own, order?.order.id),
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
      for_cart: attempt.cart_id !== null,
      given_back: await isGivenBack(ledger, attempt),
    },
    gateway_price: gatewayPrice(attempt),
    merchant: provider
      ? { test_mode: ledger.merchants.options(provider.merchantKey).testMode }
      : null,
    session,
    payment: own
      ? {
          id: own.id,
          captured: Boolean(own.captured_at) && !own.canceled_at,
          booked,
        }
      : null,
    cart: cart?.cart ?? null,
    collection,
    order: order?.order ?? null,
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

async function findCart(
  query: RemoteQueryFunction,
  id: string | null
): Promise<
  { cart: NonNullable<Facts["cart"]>; collectionIds: string[] } | undefined
> {
  if (!id) return undefined
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      "total",
      "currency_code",
      "completed_at",
      "payment_collection.id",
    ],
    filters: { id },
  })
  const cart = data[0]
  if (!cart) return undefined
  const collectionId = cart.payment_collection?.id
  return {
    cart: {
      id: cart.id,
      completed: Boolean(cart.completed_at),
      price: priceOf({ ...cart, amount: cart.total }),
    },
    collectionIds: collectionId ? [collectionId] : [],
  }
}

type FoundOrder = {
  order: NonNullable<Facts["order"]>
  collectionIds: string[]
}

async function findOrder(
  query: RemoteQueryFunction,
  attempt: Attempt
): Promise<FoundOrder | undefined> {
  const { cart_id, payment_collection_id } = attempt
  const id = cart_id
    ? await linked(query, "order_cart", { cart_id })
    : payment_collection_id
      ? await linked(query, "order_payment_collection", {
          payment_collection_id,
        })
      : undefined
  if (!id) return undefined
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "status", "payment_collections.id"],
    filters: { id },
  })
  const order = data[0]
  if (!order) return undefined
  const collections: ({ id: string } | null)[] = order.payment_collections ?? []
  return {
    order: { id: order.id, canceled: order.status === "canceled" },
    collectionIds: collections.flatMap((each) => (each ? [each.id] : [])),
  }
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
