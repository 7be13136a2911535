import { isSameAmount, rounded, subtract, sum, sumOf } from "./decimal"
import type { Delivery, Tables } from "./read-books"

/** A payment as the gateway tells it (contract §2), and what the sandbox alone tells. */
export type GatewayPayment = {
  id: string
  external_id: string
  status: string
  is_test: boolean
  /** Priced amount, a decimal string. */
  original_amount: string
  original_currency: string
  callback_url: string | null
  /** What the buyer is to send, and what arrived of it. */
  target?: { currency: string; amount: string } | null
  received_amount?: string | null
  /** Each status that it had. */
  history?: { status: string; at: string }[]
}

export type LedgerRow = Tables["ledger"][number]
export type MedusaPayment = Tables["payments"][number]
export type Order = Tables["orders"][number]

/** What only the one who played the shop knows; times in milliseconds since 1970. */
export type UnpaidOrderTerms = {
  /** Providers that place orders before their payment. */
  providers: readonly string[]
  /** How long such an order can be paid. */
  payableMs: number
  /** How long after that the job may take. */
  slackMs: number
  /** When the books were read; later than all, where the time of all orders is over. */
  now: number
  /** By cart: when its time was over, where that was before `payableMs`. */
  endedAt: ReadonlyMap<string, number>
  /** Orders that an admin asked to cancel. */
  canceledByAdmin: ReadonlySet<string>
  /** By inventory item: what must be on the shelf. */
  stock: Readonly<Record<string, number>>
}

/** What neither gateway nor database says. */
export type Said = {
  /** By provider id: whether it takes test payments, and nothing else. */
  testModes: Record<string, boolean>
  /** Where orders are placed before their payment. */
  unpaidOrders?: UnpaidOrderTerms
  /** What the store's own subscriber got, where it wrote that down from the start. */
  deliveries?: Delivery[]
}

export type Price = { amount: string | null; currency: string | null }

/** True for both statuses that mean paid (contract §3). */
export function isConfirmed({ status }: Pick<GatewayPayment, "status">) {
  return status === "confirmed" || status === "confirmed_manual"
}

/** True for a payment of Medusa that our provider made. */
export function isCrypto({ provider_id }: Pick<MedusaPayment, "provider_id">) {
  return /^pp_crypto(-inline)?_/.test(provider_id)
}

/** True for one of them that has money. */
export function isOurs(payment: MedusaPayment): boolean {
  return isCrypto(payment) && payment.captures.length > 0
}

/** Compared with the currency's digits: core keeps more of them. */
export function isSamePrice(one?: Price, other?: Price): boolean {
  const [text, otherText] = [one, other].map((price) =>
    price?.amount && price.currency
      ? `${rounded(price.amount, price.currency)} ${price.currency.toLowerCase()}`
      : undefined
  )
  return text !== undefined && text === otherText
}

/** What the gateway priced the payment at; once confirmed, what was paid. */
export function priceOf(payment: GatewayPayment): Price {
  const { original_amount: amount, original_currency: currency } = payment
  return { amount, currency }
}

/** What the order cost when it was placed; without an amount where nothing says so. */
export function placedPrice({ versions, currency_code }: Order): Price {
  return { amount: versions.at(0)?.original ?? null, currency: currency_code }
}

/** What it costs now, and what core says is due; no numbers where core was stopped before. */
export function totalsOf({ versions }: Order) {
  return versions.at(-1) ?? { total: "", pending: "" }
}

/** Whether an order shows a capture or a refund once, with its amount. */
export function isBookedOnce(
  order: Order,
  { id, amount }: { id: string; amount: string }
): boolean {
  const booked = bookingsBy(order, id)
  return booked.length === 1 && isSameAmount(booked[0].amount, amount)
}

/** The transactions of a capture or a refund. */
export function bookingsBy({ transactions }: Order, id: string) {
  return transactions.filter(({ reference_id }) => reference_id === id)
}

/** What was captured of payments and not sent back. */
export function heldOf(payments: readonly MedusaPayment[]): string {
  return subtract(
    sumOf(payments.flatMap(({ captures }) => captures)),
    sumOf(payments.flatMap(({ refunds }) => refunds))
  )
}

/** By which a person looks up what an attempt is about. */
export function idsOf(row: LedgerRow | undefined) {
  return { gatewayPaymentId: row?.gateway_payment_id, orderId: row?.order_id }
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
  const gatewayPaymentOf = (row: LedgerRow) =>
    gateway.get(row.gateway_payment_id ?? "")
  const paymentsOf = ({ collection_ids }: Order) =>
    payments.filter((each) =>
      collection_ids.includes(each.payment_collection_id)
    )

  return {
    ...tables,
    terms,
    deliveries,
    gatewayPayments,
    gatewayPaymentOf,
    /** All payments of an order's collections. */
    paymentsOf,
    row: (id: string | null) => byId(ledger, id),
    order: (id: string | null) => byId(orders, id),
    payment: (id: string | null) => byId(payments, id),
    cart: (id: string | null) => byId(carts, id),
    /** What the gateway says of the money that a payment of Medusa may be. */
    gatewayPaymentsBehind: (payment: MedusaPayment) =>
      ledger
        .filter(
          ({ payment_id, session_ids, gateway_payment_id }) =>
            payment_id === payment.id ||
            // One that is in attention need not know its payment.
            session_ids.includes(payment.payment_session_id) ||
            // After the ledger was lost, nothing else tells.
            (gateway_payment_id !== null &&
              gateway_payment_id === payment.gateway_payment_id)
        )
        .flatMap((row) => gatewayPaymentOf(row) ?? []),
    /** The order of a payment's collection, or of an attempt's. */
    orderOf: (each: { payment_collection_id: string | null }) =>
      orders
        .filter(({ collection_ids }) =>
          collection_ids.includes(each.payment_collection_id ?? "")
        )
        .at(-1),
    /** What our providers captured for an order. */
    capturedFor: (order: Order) => paymentsOf(order).filter(isOurs),
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
    dueAt: (order: Order, { id, at }: { id: string; at: string }) => {
      const { versions } = order
      const inForce = versions.filter((each) => each.at <= at).at(-1)
      const sumBefore = (movements: MedusaPayment["captures"]) =>
        sumOf(movements.filter((each) => each.at <= at && each.id !== id))
      const ofOrder = paymentsOf(order)
      const captured = sumBefore(ofOrder.flatMap(({ captures }) => captures))
      const refunded = sumBefore(ofOrder.flatMap(({ refunds }) => refunds))
      const { total } = inForce ?? versions.at(0) ?? totalsOf(order)
      const amount = sum([subtract(total, captured), refunded])
      return { amount, currency: order.currency_code }
    },
    /** How much of its item is reserved for an order's line. */
    reservedFor: ({ id }: Order["lines"][number]) =>
      sumOf(
        tables.reservations.filter(({ line_item_id }) => line_item_id === id)
      ),
  }
}

function byId<Item extends { id: string }>(
  items: readonly Item[],
  id: string | null
): Item | undefined {
  return items.find((each) => each.id === id)
}
