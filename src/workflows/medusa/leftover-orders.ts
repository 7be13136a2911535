import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  isPaidState,
} from "../../modules/crypto-payment/internal"
import { withCoreLock } from "./core-lock"
import { findCollectionIds, findLinks } from "./records"
import { removeOrderTransactions } from "./orphaned-refunds"

type Leftover = {
  id: string
  payment_collection_id: string
  /** Null where the order itself is gone. */
  order: {
    display_id: number
    canceled_at?: unknown
  } | null
}

/**
 * Detaches the orders that an interrupted completion left linked to the collection of a paid cart,
 * and names them in the timeline. Core links an order to its cart and to the collection one by one.
 * Killed in between, it does not find that order again, and refuses to link another one to the
 * collection: the cart could never be completed. Until then it books captures and refunds on the
 * linked order, whose cancellation would end the collection.
 *
 * Runs under the attempt's lease. Waits for the cart's lock only where there is such an order: a
 * running completion writes its two links one by one, too.
 *
 * @throws when the lock is not free within ten seconds, or a link stays
 */
export async function detachLeftoverOrders(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  if (!attempt.cart_id || !isPaidState(attempt.state)) return
  if ((await findLeftovers(container, attempt)).length === 0) return
  await withCoreLock(container, attempt.cart_id, async () => {
    for (const leftover of await findLeftovers(container, attempt)) {
      await detach(container, attempt, leftover)
    }
    const left = await findLeftovers(container, attempt)
    if (left.length === 0) return
    throw new Error(
      `Orders left over from an interrupted completion are still linked to the payment of ${attempt.id}: ${left.map(({ id }) => id).join()}`
    )
  })
}

/** Names an order that an admin has to cancel: in the timeline, once, and in the log. */
export async function noteLeftoverOrder(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">,
  order: { id: string; display_id?: number | null },
  source: "decision" | "reconcile"
): Promise<void> {
  const isNew = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .timeline.append(id, {
      type: "leftover_order",
      source,
      fact: `leftover_order:${order.id}`,
      data: {
        order_id: order.id,
        number: String(order.display_id ?? order.id),
      },
    })
  if (!isNew) return
  container
    .resolve("logger")
    .warn(
      `crypto payment ${id}: order ${order.id} is left over from an interrupted completion of cart ${cart_id}; cancel it`
    )
}

/** The link goes last: after a crash before that, the next run finds the order again. */
async function detach(
  container: MedusaContainer,
  attempt: Attempt,
  { id, payment_collection_id, order }: Leftover
): Promise<void> {
  if (order && !order.canceled_at) {
    await noteLeftoverOrder(container, attempt, { ...order, id }, "decision")
  }
  if (order) {
    await removeOrderTransactions(container, id, {
      reference_id: await findMovementIds(container, payment_collection_id),
    })
  }
  await container.resolve("link").dismiss({
    [Modules.ORDER]: { order_id: id },
    [Modules.PAYMENT]: { payment_collection_id },
  })
}

type CollectionLink = {
  order_id: string
  payment_collection_id: string
  order?: Leftover["order"]
}

/** Orders that are linked to the attempt's collections, and to no cart at all. */
async function findLeftovers(container: MedusaContainer, attempt: Attempt) {
  const query = container.resolve("query")
  const collectionIds = await findCollectionIds(query, attempt)
  if (collectionIds.length === 0) return []
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: [
      "order_id",
      "payment_collection_id",
      "order.display_id",
      "order.canceled_at",
    ],
    filters: { payment_collection_id: collectionIds },
  })
  const links: CollectionLink[] = data
  if (links.length === 0) return []
  const order_ids = links.map(({ order_id }) => order_id)
  const withCart = new Set(
    await findLinks(query, "order_cart", "order_id", { order_id: order_ids })
  )
  return links.flatMap(({ order_id, payment_collection_id, order }) =>
    withCart.has(order_id)
      ? []
      : [{ id: order_id, payment_collection_id, order: order ?? null }]
  )
}

type Movement = { id: string } | null
type PaymentIds = { id: string; captures?: Movement[]; refunds?: Movement[] }

/** The ids by which an order's transactions refer to money of a payment collection. */
async function findMovementIds(
  container: MedusaContainer,
  payment_collection_id: string
): Promise<string[]> {
  const { data } = await container.resolve("query").graph({
    entity: "payment",
    fields: ["id", "captures.id", "refunds.id"],
    filters: { payment_collection_id },
  })
  const payments: PaymentIds[] = data
  return payments.flatMap(({ id, captures, refunds }) => [
    id,
    ...[...(captures ?? []), ...(refunds ?? [])].flatMap((movement) =>
      movement ? [movement.id] : []
    ),
  ])
}
