import type {
  Books,
  Cart,
  Collection,
  GatewayPayment,
  LedgerRow,
  MedusaPayment,
  Order,
} from "./books"
import { isSameAmount, rounded } from "./decimal"

/** By provider id: whether it takes test payments, and nothing else. */
export type TestModes = Record<string, boolean>

/** True for both statuses that mean paid (contract §3). */
export function isConfirmed({ status }: Pick<GatewayPayment, "status">) {
  return status === "confirmed" || status === "confirmed_manual"
}

/** True for a payment of Medusa that our provider made. */
export function isCrypto({
  provider_id,
}: Pick<MedusaPayment, "provider_id">): boolean {
  return /^pp_crypto(-h2h)?_/.test(provider_id)
}

export type Price = { amount: string; currency: string }

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
  return {
    amount: payment.original_amount,
    currency: payment.original_currency,
  }
}

/** What the order cost when it was placed; undefined where nothing says so. */
export function placedPrice(order: Order): Price | undefined {
  const first = order.versions.find(({ version }) => version === 1)
  return first && { amount: first.original, currency: order.currency_code }
}

/** Gateway and books, found by what ties them together. */
export class Index {
  private readonly gateway: Map<string, GatewayPayment>
  private readonly orders: Map<string, Order>
  private readonly payments: Map<string, MedusaPayment>
  private readonly carts: Map<string, Cart>
  private readonly collections: Map<string, Collection>
  private readonly ordersByCollection = new Map<string, Order>()
  private readonly ordersByCart = new Map<string, Order>()
  private readonly cartsByCollection = new Map<string, Cart>()

  constructor(
    readonly gatewayPayments: GatewayPayment[],
    readonly books: Books,
    readonly testModes: TestModes
  ) {
    this.gateway = byId(gatewayPayments)
    this.orders = byId(books.orders)
    this.payments = byId(books.payments)
    this.carts = byId(books.carts)
    this.collections = byId(books.collections)
    for (const order of books.orders) {
      for (const collectionId of order.collection_ids) {
        this.ordersByCollection.set(collectionId, order)
      }
      for (const cartId of order.cart_ids) this.ordersByCart.set(cartId, order)
    }
    for (const cart of books.carts) {
      for (const collectionId of cart.collection_ids) {
        this.cartsByCollection.set(collectionId, cart)
      }
    }
  }

  gatewayPaymentOf(row: LedgerRow): GatewayPayment | undefined {
    return this.gateway.get(row.gateway_payment_id ?? "")
  }

  rowsOf(payment: GatewayPayment): LedgerRow[] {
    return this.books.ledger.filter(
      ({ gateway_payment_id }) => gateway_payment_id === payment.id
    )
  }

  /** The rows whose money a payment of Medusa may be. */
  rowsBehind(payment: MedusaPayment): LedgerRow[] {
    return this.books.ledger.filter(
      ({ payment_id, session_ids, gateway_payment_id }) =>
        payment_id === payment.id ||
        // One that is in attention need not know its payment.
        session_ids.includes(payment.payment_session_id) ||
        // After the ledger was lost, nothing else tells.
        (gateway_payment_id !== null &&
          gateway_payment_id === payment.gateway_payment_id)
    )
  }

  /** What Medusa captured of a row's money; once a row, unless it is doubled. */
  capturesOf(row: LedgerRow): MedusaPayment[] {
    return this.books.payments.filter(
      (payment) =>
        isCrypto(payment) &&
        payment.captures.length > 0 &&
        payment.gateway_payment_id === row.gateway_payment_id &&
        this.rowsBehind(payment).includes(row)
    )
  }

  order(id: string | null): Order | undefined {
    return this.orders.get(id ?? "")
  }

  payment(id: string | null): MedusaPayment | undefined {
    return this.payments.get(id ?? "")
  }

  cart(id: string | null): Cart | undefined {
    return this.carts.get(id ?? "")
  }

  collection(id: string | null): Collection | undefined {
    return this.collections.get(id ?? "")
  }

  /** The order of the row's cart, or of its collection where it has no cart. */
  orderOfRow({ cart_id, payment_collection_id }: LedgerRow): Order | undefined {
    return cart_id === null
      ? this.ordersByCollection.get(payment_collection_id ?? "")
      : this.ordersByCart.get(cart_id)
  }

  /** All payments of an order's collections. */
  paymentsOf({ collection_ids }: Order): MedusaPayment[] {
    return this.books.payments.filter(({ payment_collection_id }) =>
      collection_ids.includes(payment_collection_id)
    )
  }

  /** Payments of what the row is for: for a cart, of its order too. */
  paymentsForSameSale(row: LedgerRow): MedusaPayment[] {
    const ids = [
      row.payment_collection_id,
      ...(this.cart(row.cart_id)?.collection_ids ?? []),
      ...(this.ordersByCart.get(row.cart_id ?? "")?.collection_ids ?? []),
    ]
    return this.books.payments.filter(({ payment_collection_id }) =>
      ids.includes(payment_collection_id)
    )
  }

  orderOf({ payment_collection_id }: MedusaPayment): Order | undefined {
    return this.ordersByCollection.get(payment_collection_id)
  }

  /** True for a payment that placed an order; else it was for a later change. */
  isForCart({ payment_collection_id }: MedusaPayment): boolean {
    return this.cartsByCollection.has(payment_collection_id)
  }

  /** Whether a payment of this order needs, or needed, attention. */
  hasAttention({ id }: Order): boolean {
    return this.books.ledger.some(
      ({ order_id, state }) =>
        order_id === id && (state === "attention" || state === "resolved")
    )
  }

  /** True where the payment is of the kind that its provider does not take. */
  isOfOtherMode(row: LedgerRow, payment: GatewayPayment): boolean {
    const testMode = this.testModes[row.provider_id]
    return testMode !== undefined && testMode !== payment.is_test
  }
}

function byId<Item extends { id: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((each) => [each.id, each]))
}
