import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  type Attempt,
  isStandingPayment,
  isSuperseded,
  paymentMovementFields,
  quietSeconds,
} from "../../modules/crypto-payment"
import type { Run } from "./run"

/**
 * Which of these attempts are needed no more. Asks for all of them at once, so
 * that the cost does not grow with their number.
 */
export async function findSuperseded(
  run: Run,
  attempts: readonly Attempt[]
): Promise<Set<string>> {
  const open = attempts.filter(
    ({ state, superseded_at }) => state === "open" && superseded_at === null
  )
  const quiet = await run.ledger.watch.quietFor(open.map(({ id }) => id))
  const asked = open.filter(({ id }) => (quiet.get(id) ?? 0) >= quietSeconds)
  if (asked.length === 0) return new Set()
  const query = run.container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const [sessions, carts, collections, canceled] = await Promise.all([
    liveSessions(query, asked),
    completedCarts(query, asked),
    paidCollections(query, asked),
    canceledSales(query, asked),
  ])
  const superseded = asked.filter((attempt) => {
    const { cart_id, payment_collection_id } = attempt
    return isSuperseded({
      state: attempt.state,
      live_sessions: attempt.session_ids.filter((id) => sessions.has(id))
        .length,
      cart_completed: cart_id !== null && carts.has(cart_id),
      paid_otherwise:
        payment_collection_id !== null &&
        collections.has(payment_collection_id),
      order_canceled: canceled.has(cart_id ?? payment_collection_id ?? ""),
      quiet_for_seconds: quiet.get(attempt.id) ?? 0,
    })
  })
  return new Set(superseded.map(({ id }) => id))
}

async function liveSessions(
  query: RemoteQueryFunction,
  attempts: readonly Attempt[]
): Promise<Set<string>> {
  const ids = attempts.flatMap(({ session_ids }) => session_ids)
  if (ids.length === 0) return new Set()
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id"],
    filters: { id: ids },
  })
  return new Set(data.map(({ id }) => id))
}

async function completedCarts(
  query: RemoteQueryFunction,
  attempts: readonly Attempt[]
): Promise<Set<string>> {
  const ids = some(attempts, "cart_id")
  if (ids.length === 0) return new Set()
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "completed_at"],
    filters: { id: ids },
  })
  return new Set(
    data.filter(({ completed_at }) => completed_at).map(({ id }) => id)
  )
}

/** An open attempt has no payment of its own, so any that stands is another's. */
async function paidCollections(
  query: RemoteQueryFunction,
  attempts: readonly Attempt[]
): Promise<Set<string>> {
  const ids = some(attempts, "payment_collection_id")
  if (ids.length === 0) return new Set()
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "payment_collection_id", ...paymentMovementFields],
    filters: { payment_collection_id: ids },
  })
  return new Set(
    data
      .filter((payment) => isStandingPayment(payment))
      .map(({ payment_collection_id }) => payment_collection_id)
  )
}

/** Ids of carts, or of collections without one, whose order was cancelled. */
async function canceledSales(
  query: RemoteQueryFunction,
  attempts: readonly Attempt[]
): Promise<Set<string>> {
  const cartless = attempts.filter(({ cart_id }) => cart_id === null)
  const links = [
    ...(await linkedOrders(query, "cart_id", some(attempts, "cart_id"))),
    ...(await linkedOrders(
      query,
      "payment_collection_id",
      some(cartless, "payment_collection_id")
    )),
  ]
  if (links.length === 0) return new Set()
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "status"],
    filters: { id: links.map(({ order_id }) => order_id) },
  })
  const canceled = new Set(
    data.filter(({ status }) => status === "canceled").map(({ id }) => id)
  )
  return new Set(
    links
      .filter(({ order_id }) => canceled.has(order_id))
      .map(({ sale_id }) => sale_id)
  )
}

type SaleColumn = "cart_id" | "payment_collection_id"

async function linkedOrders(
  query: RemoteQueryFunction,
  column: SaleColumn,
  ids: string[]
): Promise<{ sale_id: string; order_id: string }[]> {
  if (ids.length === 0) return []
  const { data } = await query.graph({
    entity: column === "cart_id" ? "order_cart" : "order_payment_collection",
    fields: [column, "order_id"],
    filters: { [column]: ids },
  })
  const links = data as Record<SaleColumn | "order_id", string>[]
  return links.map((link) => ({
    sale_id: link[column],
    order_id: link.order_id,
  }))
}

function some(attempts: readonly Attempt[], column: SaleColumn): string[] {
  return attempts.flatMap((attempt) => attempt[column] ?? [])
}
