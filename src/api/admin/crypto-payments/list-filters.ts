import type { MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { notAllowed } from "../../../medusa-errors"
import { findOrdersAndCarts } from "../../../medusa/find-orders-and-carts"
import { findLinks } from "../../../medusa/links"
import { findOrdersById } from "../../../medusa/orders"
import type { Query } from "../../../medusa/query"
import type { AttentionReason } from "../../../modules/crypto-payment/column-values"
import type { ListFilters } from "../../../modules/crypto-payment/search/search"
import { hasMoney } from "../../../modules/crypto-payment/settling/due"

/** The filters of a list or an export, as a request names them. */
type GivenFilters = Omit<ListFilters, "attention" | "text"> & {
  q?: string
  attention?: ("true" | AttentionReason)[]
}

export async function readFilters(
  container: MedusaContainer,
  { q, attention, ...others }: GivenFilters
): Promise<ListFilters> {
  const reasons = attention?.flatMap((each) => (each === "true" ? [] : each))
  return {
    ...others,
    attention: reasons?.length === attention?.length ? reasons : true,
    text:
      q === undefined
        ? undefined
        : { text: q, ...(await findSubjects(container, q)) },
  }
}

/** Searches and totals of a process that run at once: other pages need the database too. */
const AT_ONCE = 2

/** Those that wait beyond these are refused. */
const MAX_WAITING = 50

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs what reads much of the database, once it is its turn; not where the client left meanwhile.
 * @throws MedusaError NOT_ALLOWED where too many wait
 */
export async function inTurn<Result>(
  res: Pick<MedusaResponse, "destroyed">,
  read: () => Promise<Result>
): Promise<Result> {
  if (waiting.length >= MAX_WAITING) {
    throw notAllowed(
      "Too many people search payments at this moment. Try again in a minute."
    )
  }
  if (running >= AT_ONCE) {
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    if (res.destroyed) throw notAllowed("Nobody waits for the answer.")
    return await read()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Of Medusa, the gateway or a chain: no part of a name or number. */
const LONG_ID = /^\w{16,}$/

async function findSubjects(container: MedusaContainer, text: string) {
  const query = container.resolve("query")
  if (/^order_\w+$/.test(text)) return await withUnpaidSubjects(query, [text])
  if (LONG_ID.test(text)) return await withUnpaidSubjects(query, [])
  const people = await findOrdersAndCarts(
    container.resolve(ContainerRegistrationKeys.PG_CONNECTION),
    text
  )
  const found = await withUnpaidSubjects(query, people.numbered)
  return {
    ...found,
    order_ids: [...new Set([...found.order_ids, ...people.order_ids])],
    cart_ids: [...new Set([...found.cart_ids, ...people.cart_ids])],
  }
}

/**
 * Adds the carts and collections whose attempts can pay for one of the orders, where it is unpaid.
 */
async function withUnpaidSubjects(query: Query, order_ids: string[]) {
  const orders = await findOrdersById(query, order_ids)
  const order_id = idsOf(
    orders.filter((order) => !hasMoney(order.payment_collections))
  )
  const cart_ids =
    order_id.length > 0
      ? await findLinks(query, "order_cart", "cart_id", { order_id })
      : []
  const unpaid = orders
    .flatMap((order) => order.payment_collections)
    .filter((each) => !hasMoney([each]))
  return { order_ids, cart_ids, payment_collection_ids: idsOf(unpaid) }
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
