import type {
  Books,
  GatewayPayment,
  LedgerRow,
  MedusaPayment,
  Order,
} from "./books"

/** True for both statuses that mean paid (merchant-api.md §3). */
export function isConfirmed({ status }: Pick<GatewayPayment, "status">) {
  return status === "confirmed" || status === "confirmed_manual"
}

/** True for a payment of Medusa that our provider made. */
export function isCrypto({
  provider_id,
}: Pick<MedusaPayment, "provider_id">): boolean {
  return /^pp_crypto(-h2h)?_/.test(provider_id)
}

/** Gateway and books, found by what ties them together. */
export class Index {
  private readonly gateway: Map<string, GatewayPayment>
  private readonly orders: Map<string, Order>
  private readonly payments: Map<string, MedusaPayment>
  private readonly ordersByCollection = new Map<string, Order>()

  constructor(
    readonly gatewayPayments: GatewayPayment[],
    readonly books: Books
  ) {
    this.gateway = new Map(gatewayPayments.map((each) => [each.id, each]))
    this.orders = new Map(books.orders.map((each) => [each.id, each]))
    this.payments = new Map(books.payments.map((each) => [each.id, each]))
    for (const order of books.orders) {
      for (const collectionId of order.collection_ids) {
        this.ordersByCollection.set(collectionId, order)
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

  order(id: string | null): Order | undefined {
    return this.orders.get(id ?? "")
  }

  payment(id: string | null): MedusaPayment | undefined {
    return this.payments.get(id ?? "")
  }

  /** All payments of an order's collections. */
  paymentsOf({ collection_ids }: Order): MedusaPayment[] {
    return this.books.payments.filter(({ payment_collection_id }) =>
      collection_ids.includes(payment_collection_id)
    )
  }

  orderOf({ payment_collection_id }: MedusaPayment): Order | undefined {
    return this.ordersByCollection.get(payment_collection_id)
  }
}
