import type { Shop } from "./shop"
import { cryptoProviderId, type ShopProcess } from "./shop-process"

export type View = Record<string, unknown>

type GraphInput = {
  entity: string
  fields: string[]
  filters?: Record<string, unknown>
}

/**
 * `query.graph` over the shop's rows. It returns the fields that were asked for
 * and no other, so that a field that is forgotten in a query is missed; and it
 * drops filters that are undefined, as Medusa does: then every row matches.
 */
export function queryGraph(process: ShopProcess) {
  const { shop } = process
  return async ({ entity, fields, filters = {} }: GraphInput) => {
    await process.read()
    const paths = fields.map((field) => field.split("."))
    const data = viewsOf(shop, entity)
      .filter((view) => matches(view, filters))
      .map((view) => project(view, paths))
    return { data }
  }
}

/** Whether a row passes filters; those that are undefined are dropped. */
export function matches(view: View, filters: Record<string, unknown>): boolean {
  return Object.entries(filters).every(
    ([key, wanted]) => wanted === undefined || isMatch(view[key], wanted)
  )
}

/** A value, one of several, or `$ne` and bounds of a moment, as the plugin uses them. */
function isMatch(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.includes(value)
  if (!isView(wanted) || wanted instanceof Date) return value === wanted
  if ("$ne" in wanted) return value !== wanted.$ne
  if ("$gte" in wanted) {
    const { $gte, $lte } = wanted as { $gte: Date; $lte?: Date }
    return value instanceof Date && value >= $gte && !($lte && value > $lte)
  }
  throw new Error(`The model has no filter ${JSON.stringify(wanted)}.`)
}

/** The asked paths of a row; its relations are read only where asked for. */
function project(view: View, paths: readonly string[][]): View {
  const byHead = new Map<string, string[][]>()
  for (const [head = "", ...rest] of paths) {
    const tails = byHead.get(head) ?? []
    if (rest.length > 0) tails.push(rest)
    byHead.set(head, tails)
  }
  if (byHead.has("*")) return { ...view }
  const result: View = {}
  for (const [head, tails] of byHead) {
    const value = view[head]
    result[head] = tails.length > 0 ? projectValue(value, tails) : value
  }
  return result
}

function projectValue(value: unknown, tails: string[][]): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => projectValue(each, tails))
  }
  return isView(value) ? project(value, tails) : value
}

function isView(value: unknown): value is View {
  return typeof value === "object" && value !== null
}

function viewsOf(shop: Shop, entity: string): View[] {
  switch (entity) {
    case "cart":
      return shop.carts
        .filter(({ deleted }) => !deleted)
        .map((cart) => cartView(shop, cart))
    case "payment_collection":
      return shop.collections.map((each) => collectionView(shop, each))
    case "payment_session":
      return shop.sessions.map((session) => sessionView(shop, session))
    case "payment":
      return shop.payments.map((payment) => paymentView(shop, payment))
    case "refund":
      return shop.payments.flatMap((payment) =>
        payment.refunds.map((refund) => ({
          ...movementView(refund),
          payment_id: payment.id,
          payment: paymentView(shop, payment),
        }))
      )
    case "order":
      return shop.orders.map(orderView)
    case "order_cart":
      return shop.orderCarts.map((link) => ({
        ...link,
        get order() {
          const order = shop.order(link.order_id)
          return order ? orderView(order) : null
        },
        get cart() {
          const cart = shop.cart(link.cart_id)
          return cart ? cartView(shop, cart) : null
        },
      }))
    case "cart_payment_collection":
      return shop.carts.map(({ id, collection_id }) => ({
        cart_id: id,
        payment_collection_id: collection_id,
        get cart() {
          const cart = shop.cart(id)
          return cart ? cartView(shop, cart) : null
        },
      }))
    case "order_payment_collection":
      return shop.orderCollections.map((link) => ({
        ...link,
        get order() {
          const order = shop.order(link.order_id)
          return order ? orderView(order) : null
        },
        get payment_collection() {
          const collection = shop.collection(link.payment_collection_id)
          return collection ? collectionView(shop, collection) : null
        },
      }))
    case "region_payment_provider":
      return shop.providerEnabled
        ? [{ region_id: "reg", payment_provider_id: cryptoProviderId }]
        : []
    case "promotion":
    case "order_promotion":
      return []
    default:
      throw new Error(`The model has no entity ${entity}.`)
  }
}

export function cartView(shop: Shop, cart: Shop["carts"][number]): View {
  const { id, currency_code, completed_at } = cart
  return {
    id,
    currency_code,
    completed_at,
    total: Number(cart.total),
    raw_total: { value: cart.total },
    region_id: "reg",
    region: { id: "reg" },
    items: [],
    shipping_methods: [],
    get payment_collection() {
      const collection = shop.collection(cart.collection_id)
      return collection ? collectionView(shop, collection) : null
    },
  }
}

function collectionView(
  shop: Shop,
  collection: Shop["collections"][number]
): View {
  const { id, amount, currency_code } = collection
  return {
    id,
    amount: Number(amount),
    currency_code,
    get cart_link() {
      const cart = shop.cartOfCollection(id)
      return cart ? { cart_id: cart.id } : null
    },
    get cart() {
      const cart = shop.cart(shop.cartOfCollection(id)?.id)
      return cart ? cartView(shop, cart) : null
    },
    get order() {
      const order = shop.orderOfCollection(id)
      return order ? orderView(order) : null
    },
    get payments() {
      return shop.payments
        .filter(({ collection_id }) => collection_id === id)
        .map((payment) => paymentView(shop, payment))
    },
    get payment_sessions() {
      return shop.sessions
        .filter(({ collection_id }) => collection_id === id)
        .map((session) => sessionView(shop, session))
    },
  }
}

function sessionView(shop: Shop, session: Shop["sessions"][number]): View {
  return {
    ...session,
    amount: Number(session.amount),
    raw_amount: { value: session.amount },
    payment_collection_id: session.collection_id,
    get payment_collection() {
      const collection = shop.collection(session.collection_id)
      return collection ? collectionView(shop, collection) : null
    },
  }
}

function paymentView(shop: Shop, payment: Shop["payments"][number]): View {
  return {
    ...payment,
    amount: Number(payment.amount),
    payment_session_id: payment.session_id,
    payment_collection_id: payment.collection_id,
    captures: payment.captures.map(movementView),
    refunds: payment.refunds.map(movementView),
    get payment_session() {
      const session = shop.session(payment.session_id)
      return session ? sessionView(shop, session) : null
    },
    get payment_collection() {
      const collection = shop.collection(payment.collection_id)
      return collection ? collectionView(shop, collection) : null
    },
  }
}

function movementView(movement: { amount: string }): View {
  return { ...movement, amount: Number(movement.amount) }
}

function orderView(order: Shop["orders"][number]): View {
  return {
    id: order.id,
    display_id: null,
    status: order.status,
    created_at: order.created_at,
    version: order.totals.length,
    currency_code: order.currency_code,
    summary: {
      pending_difference: Number(order.totals.at(-1)?.total) - order.summarized,
      transaction_total: order.summarized,
    },
    transactions: order.transactions.map(movementView),
    credit_lines: order.credit_lines.map(movementView),
  }
}
