import type { MedusaContainer } from "@medusajs/framework/types"
import { guarded, permissions } from "../../guarded-route"
import { notFound } from "../../../../../medusa-errors"
import { readOrderDue } from "../../../../../medusa/due"
import { findLinks } from "../../../../../medusa/links"
import { readOrderToPay } from "../../../../../medusa/orders"
import type { Price } from "../../../../../modules/crypto-payment/column-values"
import type { Region } from "../../../../../modules/crypto-payment/merchants/merchants"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../../../../modules/crypto-payment/service"
import { refundablePrice } from "../../../../../modules/crypto-payment/refunds/limits"
import {
  hasMoney,
  orderToReturn,
} from "../../../../../modules/crypto-payment/settling/due"

/**
 * What is due for an order, until when an order that was placed before its
 * payment can be paid, and the link by which the customer pays in crypto:
 * `{ crypto_order }`. Changes nothing. 404 for an unknown order.
 */
export const GET = guarded(
  { policies: permissions.readsPayment },
  async ({ params, scope }) => ({
    crypto_order: await readCryptoOrder(scope, params.order_id),
  })
)

/**
 * `unpaid` is of an order that was placed before its payment. `received` is what arrived for what
 * is due, and waits for a person: until they decide, the customer is not asked for more.
 * @throws MedusaError NOT_FOUND
 */
export async function readCryptoOrder(
  container: MedusaContainer,
  orderId: string
) {
  const query = container.resolve("query")
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const found = await readOrderToPay(query, orderId)
  if (!found) throw notFound(`Order ${orderId} was not found.`)
  const collections = found.payment_collections
  const { facts, due } = await readOrderDue(query, found)
  const [cartId] = await findLinks(query, "order_cart", "cart_id", {
    order_id: orderId,
  })
  const placed = cartId ? await ledger.unpaidOrders.find(cartId) : undefined
  let unpaid: "awaiting" | "canceled" | null = null
  if (due && placed && !hasMoney(collections)) unpaid = "awaiting"
  else if (
    facts.canceled &&
    (await wasCanceledUnpaid(ledger, cartId, orderId))
  ) {
    unpaid = "canceled"
  }
  const payUntil = unpaid === "awaiting" ? placed?.cancel_at : null
  // Once the order has money, what else came for its cart is a duplicate, or was captured.
  const unpaidCart = hasMoney(collections) ? undefined : cartId
  const received =
    due && (await findReceived(ledger, unpaidCart, due.payment_collection_id))
  return {
    id: orderId,
    cart_id: cartId ?? null,
    unpaid,
    pay_until: payUntil?.toISOString() ?? null,
    due: due && due.price,
    received,
    to_return: orderToReturn(facts),
    payment_link:
      due && !received
        ? linkOf(ledger, found.region, due.payment_collection_id)
        : null,
  }
}

/** Null where no confirmed payment for this waits for a person. */
async function findReceived(
  ledger: CryptoPaymentModuleService,
  cartId: string | undefined,
  payment_collection_id: string | null
): Promise<Price | null> {
  const ofOrder = [
    ...(cartId ? [{ cart_id: cartId }] : []),
    ...(payment_collection_id ? [{ payment_collection_id }] : []),
  ]
  if (ofOrder.length === 0) return null
  const waiting = await ledger.listCryptoPayments(
    { state: "attention", $or: ofOrder },
    { order: { paid_at: "ASC" }, take: 1 }
  )
  return waiting.length > 0 ? refundablePrice(waiting[0]) : null
}

/**
 * Null where no crypto provider is enabled in the order's region; its collection is null where
 * Medusa has none for what is due: `POST /admin/payment-collections` creates one.
 */
function linkOf(
  { merchants }: CryptoPaymentModuleService,
  region: Region | null | undefined,
  collectionId: string | null
) {
  const providers = merchants.enabledIn(region)
  if (providers.length === 0) return null
  const [page] = providers.flatMap(
    ({ merchantKey }) =>
      merchants.payPageUrl(merchantKey, collectionId ?? "") ?? []
  )
  return {
    payment_collection_id: collectionId,
    url: collectionId && page ? page : null,
    has_page: page !== undefined,
  }
}

async function wasCanceledUnpaid(
  ledger: CryptoPaymentModuleService,
  cart_id: string | undefined,
  orderId: string
): Promise<boolean> {
  if (!cart_id) return false
  const attempts = await ledger.listCryptoPayments(
    { cart_id },
    { select: ["id"] }
  )
  const [entry] = await ledger.listCryptoPaymentEvents(
    {
      crypto_payment_id: attempts.map(({ id }) => id),
      fact: `canceled_unpaid:${orderId}`,
    },
    { select: ["id"], take: 1 }
  )
  return entry !== undefined
}
