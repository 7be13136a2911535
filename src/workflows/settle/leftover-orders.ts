import type { Link } from "@medusajs/framework/modules-sdk"
import type {
  Logger,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  isMoneySeen,
} from "../../modules/crypto-payment"
import { withCartLock } from "./cart-lock"
import { removeOrderTransactions } from "./remove-order-transactions"
import { findCollectionIds } from "./sale-links"

type Leftover = {
  id: string
  payment_collection_id: string
  /** Null where the order itself is gone. */
  order: { display_id: number; canceled_at?: unknown } | null
}

/**
 * Takes the orders that an interrupted completion left in the collection of a
 * paid cart out of it, and names them in the timeline. Core links an order to
 * its cart and to the collection one by one. Killed in between, it does not
 * find that order again, and refuses to link another one to the collection: the
 * cart could never be completed. Meanwhile it books captures and refunds on the
 * one that is linked, whose cancellation would end the collection.
 *
 * Runs under the attempt's lease. Waits for the cart's lock only where there is
 * such an order: a completion that is under way writes its two links one by one.
 *
 * @throws when the lock is not free within ten seconds, or a link stays
 */
export async function detachLeftoverOrders(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  if (!attempt.cart_id || !isMoneySeen(attempt.state)) return
  if ((await findLeftovers(container, attempt)).length === 0) return
  await withCartLock(container, attempt.cart_id, async () => {
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

/** The link goes last: killed before that, the next run finds the order again. */
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
      reference_id: await findMovements(container, payment_collection_id),
    })
  }
  await container.resolve<Link>(ContainerRegistrationKeys.LINK).dismiss({
    [Modules.ORDER]: { order_id: id },
    [Modules.PAYMENT]: { payment_collection_id },
  })
}

/** Names an order that a person has to cancel: in the timeline, once, and in the log. */
export async function noteLeftoverOrder(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">,
  order: { id: string; display_id?: number | null },
  source: "decision" | "reconcile"
): Promise<void> {
  const isNew = await container.resolve(CRYPTO_PAYMENT_MODULE).appendEvent(id, {
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
    .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    .warn(
      `crypto payment ${id}: order ${order.id} is left over from an interrupted completion of cart ${cart_id}; cancel it`
    )
}

/** Orders that the cart's collection has, and no cart, this one or another. */
async function findLeftovers(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Leftover[]> {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
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
  const { data: carts } = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { order_id: links.map(({ order_id }) => order_id) },
  })
  const withCart = new Set<string>(carts.map(({ order_id }) => order_id))
  return links.flatMap(({ order_id, payment_collection_id, order }) =>
    withCart.has(order_id)
      ? []
      : [{ id: order_id, payment_collection_id, order: order ?? null }]
  )
}

type CollectionLink = {
  order_id: string
  payment_collection_id: string
  order?: Leftover["order"]
}

type Row = { id: string } | null

/** The ids by which an order's transactions name money of a payment collection. */
async function findMovements(
  container: MedusaContainer,
  payment_collection_id: string
): Promise<string[]> {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "captures.id", "refunds.id"],
    filters: { payment_collection_id },
  })
  const payments: { id: string; captures?: Row[]; refunds?: Row[] }[] = data
  return payments.flatMap(({ id, captures, refunds }) => [
    id,
    ...[...(captures ?? []), ...(refunds ?? [])].flatMap((row) =>
      row ? [row.id] : []
    ),
  ])
}
