import type {
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment"
import { removePhantomRefunds } from "./by-hand/remove-phantom-refunds"
import { supersedeAttempts } from "./supersede-crypto-payments"

/**
 * A cancelled order is not waited for any more: what is open for it is expired
 * at the gateway. Where it was paid, the timeline says what is left to do, since
 * Medusa's own refund of a cancelled order cannot send coins back.
 */
export async function followCanceledOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempts = await ledger.listCryptoPayments(
    { $or: await subjectsOf(container, orderId) },
    { select: ["id", "state", "order_id", "payment_id"] }
  )
  for (const { id, state, order_id, payment_id } of attempts) {
    if (state !== "settled" || order_id !== orderId) continue
    if (payment_id) await removePhantomRefunds(container, orderId, payment_id)
    await ledger.appendEvent(id, {
      type: "order_canceled",
      source: "order",
      fact: `order_canceled:${orderId}`,
      data: {
        order_id: orderId,
        advice:
          "The coins are still in your wallet; send them back and record the refund.",
      },
    })
  }
  await supersedeAttempts(
    container,
    attempts.map(({ id }) => id),
    "order_canceled"
  )
}

/** By what the attempts of an order are found: its cart, and its collections. */
async function subjectsOf(container: MedusaContainer, orderId: string) {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const filters = { order_id: orderId }
  const [carts, collections] = await Promise.all([
    query.graph({ entity: "order_cart", fields: ["cart_id"], filters }),
    query.graph({
      entity: "order_payment_collection",
      fields: ["payment_collection_id"],
      filters,
    }),
  ])
  const cartIds = carts.data.map(({ cart_id }) => cart_id)
  const collectionIds = collections.data.map(
    ({ payment_collection_id }) => payment_collection_id
  )
  return [
    { order_id: [orderId] },
    { cart_id: cartIds },
    { payment_collection_id: collectionIds },
  ]
}
