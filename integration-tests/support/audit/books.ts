import { isSameAmount, rounded, subtract, sum, sumOf } from "./decimal"
import type { Delivery, Tables } from "./read-books"

/** A payment as the gateway tells it (contract §2). */
export type GatewayPayment = {
  id: string
  external_id: string
  status: string
  is_test: boolean
  /** Priced amount, a decimal string. */
  original_amount: string
  original_currency: string
  callback_url: string | null
  /** What the buyer is to send, and what arrived of it, where the gateway says so. */
  target?: { currency: string; amount: string } | null
  received_amount?: string | null
  /** Each status that it had, where the gateway says so. */
  history?: { status: string; at: string }[]
}

export type LedgerRow = Tables["ledger"][number]
export type MedusaPayment = Tables["payments"][number]
export type Order = Tables["orders"][number]

/** By provider id: whether it takes test payments, and nothing else. */
export type TestModes = Record<string, boolean>

/** What only the one who played the shop knows; times in milliseconds since 1970. */
export type UnpaidOrderTerms = {
  /** Providers that place orders before their payment. */
  providers: readonly string[]
  /** How long such an order can be paid. */
  payableMs: number
  /** How long after that the job may take. */
  slackMs: number
  /** When the books were read. */
  now: number
  /** Whether the time of all orders is over by then, also of those that the ledger does not know. */
  isOver?: boolean
  /** By cart: when its time was over, where that was before `payableMs`. */
  endedAt: ReadonlyMap<string, number>
  /** Orders that an admin asked to cancel. */
  canceledByAdmin: ReadonlySet<string>
  /** By inventory item: what must be on the shelf. */
  stock: Readonly<Record<string, number>>
}

/** What neither gateway nor database says. */
export type Said = {
  testModes: TestModes
  /** Where orders are placed before their payment. */
  unpaidOrders?: UnpaidOrderTerms
  /** What the store's own subscriber got, where it wrote that down from the start. */
  deliveries?: Delivery[]
}

export type Price = { amount: string; currency: string }

/** True for both statuses that mean paid (contract §3). */
export function isConfirmed({ status }: Pick<GatewayPayment, "status">) {
  return status === "confirmed" || status === "confirmed_manual"
}

/** True for a payment of Medusa that our provider made. */
export function isCrypto({ provider_id }: Pick<MedusaPayment, "provider_id">) {
  return /^pp_crypto(-h2h)?_/.test(provider_id)
}

/** Core was stopped before it linked the order, which it does while it reserves the stock. */
export function isUnlinked({ cart_ids, collection_ids }: Order): boolean {
  return cart_ids.length === 0 && collection_ids.length === 0
}

/** Compared with the currency's digits: core keeps more of them. */
export function isSamePrice(one: Price, other: Price): boolean {
  const currency = one.currency.toLowerCase()
  return (
    currency === other.currency.toLowerCase() &&
    isSameAmount(rounded(one.amount, currency), rounded(other.amount, currency))
  )
}

/** What the gateway priced the payment at; once confirmed, what was paid. */
export function priceOf(payment: GatewayPayment): Price {
  const { original_amount: amount, original_currency: currency } = payment
  return { amount, currency }
}

/** What the order cost when it was placed; undefined where nothing says so. */
export function placedPrice(order: Order): Price | undefined {
  const first = order.versions.find(({ version }) => version === 1)
  return first && { amount: first.original, currency: order.currency_code }
}

/** What was captured of payments and not sent back. */
export function heldOf(payments: readonly MedusaPayment[]): string {
  return subtract(
    sumOf(payments.flatMap(({ captures }) => captures)),
    sumOf(payments.flatMap(({ refunds }) => refunds))
  )
}

export type Books = ReturnType<typeof openBooks>

/** Gateway and database at one moment, with what ties them together. */
export function openBooks(
  gatewayPayments: GatewayPayment[],
  tables: Tables,
  { testModes, unpaidOrders: terms, deliveries }: Said
) {
  const { ledger, payments, orders, carts } = tables
  const gateway = new Map(gatewayPayments.map((each) => [each.id, each]))
  const orderOfCart = (id: string | null) =>
    orders.filter(({ cart_ids }) => cart_ids.includes(id ?? "")).at(-1)
  const orderOfCollection = (id: string | null) =>
    orders
      .filter(({ collection_ids }) => collection_ids.includes(id ?? ""))
      .at(-1)
  const paymentsIn = (collectionIds: (string | null)[]) =>
    payments.filter((each) =>
      collectionIds.includes(each.payment_collection_id)
    )
  const gatewayPaymentOf = (row: LedgerRow) =>
    gateway.get(row.gateway_payment_id ?? "")
  /** The rows whose money a payment of Medusa may be. */
  const rowsBehind = (payment: MedusaPayment) =>
    ledger.filter(
      ({ payment_id, session_ids, gateway_payment_id }) =>
        payment_id === payment.id ||
        // One that is in attention need not know its payment.
        session_ids.includes(payment.payment_session_id) ||
        // After the ledger was lost, nothing else tells.
        (gateway_payment_id !== null &&
          gateway_payment_id === payment.gateway_payment_id)
    )
  const paymentsOf = (order: Order) => paymentsIn(order.collection_ids)

  return {
    ...tables,
    terms,
    deliveries,
    gatewayPayments,
    gatewayPaymentOf,
    rowsBehind,
    /** All payments of an order's collections. */
    paymentsOf,
    row: (id: string | null) => byId(ledger, id),
    order: (id: string | null) => byId(orders, id),
    payment: (id: string | null) => byId(payments, id),
    cart: (id: string | null) => byId(carts, id),
    rowOf: ({ id }: GatewayPayment) =>
      ledger.find(({ gateway_payment_id }) => gateway_payment_id === id),
    /** What the gateway says of the money that a payment of Medusa may be. */
    gatewayPaymentsBehind: (payment: MedusaPayment) =>
      rowsBehind(payment).flatMap((row) => gatewayPaymentOf(row) ?? []),
    /** What Medusa captured of a row's money; once a row, unless it is doubled. */
    capturesOf: (row: LedgerRow) =>
      payments.filter(
        (payment) =>
          isCrypto(payment) &&
          payment.captures.length > 0 &&
          payment.gateway_payment_id === row.gateway_payment_id &&
          rowsBehind(payment).includes(row)
      ),
    /** The order of the row's cart, or of its collection where it has no cart. */
    orderOfRow: ({ cart_id, payment_collection_id }: LedgerRow) =>
      cart_id === null
        ? orderOfCollection(payment_collection_id)
        : orderOfCart(cart_id),
    orderOf: (payment: MedusaPayment) =>
      orderOfCollection(payment.payment_collection_id),
    /** What our providers captured for an order. */
    capturedFor: (order: Order) =>
      paymentsOf(order).filter(
        (each) => isCrypto(each) && each.captures.length > 0
      ),
    /** Other payments for what the row is for, also those that were undone since. */
    competingPayments: (row: LedgerRow) =>
      paymentsIn([
        row.payment_collection_id,
        ...(byId(carts, row.cart_id)?.collection_ids ?? []),
        ...(orderOfCart(row.cart_id)?.collection_ids ?? []),
      ]).filter(
        (each) =>
          !isCrypto(each) || each.gateway_payment_id !== row.gateway_payment_id
      ),
    /** True for a payment that placed an order; else it was for a later change. */
    isForCart: ({ payment_collection_id: id }: MedusaPayment) =>
      carts.some(({ collection_ids }) => collection_ids.includes(id)),
    /** Whether a payment of this order needs, or needed, attention. */
    hasAttention: ({ id }: Order) =>
      ledger.some(
        ({ order_id, state }) =>
          order_id === id && (state === "attention" || state === "resolved")
      ),
    /** True where the payment is of the kind that its provider does not take. */
    isOfOtherMode: (row: LedgerRow, payment: GatewayPayment) =>
      (testModes[row.provider_id] ?? payment.is_test) !== payment.is_test,
    /** What was due for an order when a capture of it was made. */
    dueBefore: (order: Order, { id, at }: { id: string; at: string }) => {
      const inForce = order.versions.filter((each) => each.at <= at).at(-1)
      const before = (movements: MedusaPayment["captures"]) =>
        movements.filter((each) => each.at <= at && each.id !== id)
      const captured = paymentsOf(order).flatMap((each) =>
        before(each.captures)
      )
      const refunded = paymentsOf(order).flatMap((each) => before(each.refunds))
      const total = (inForce ?? order.versions.at(0) ?? order).total
      return sum([subtract(total, sumOf(captured)), sumOf(refunded)])
    },
    /** Reservations of an order's line, of its own item or of any. */
    reservedFor: (lineId: string, itemId?: string | null) =>
      tables.reservations.filter(
        ({ line_item_id, inventory_item_id }) =>
          line_item_id === lineId &&
          (itemId === undefined || itemId === inventory_item_id)
      ),
  }
}

function byId<Item extends { id: string }>(
  items: readonly Item[],
  id: string | null
): Item | undefined {
  return items.find((each) => each.id === id)
}
