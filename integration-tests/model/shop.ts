import type {
  Attempt,
  Refund,
} from "../../src/modules/crypto-payment/models/crypto-payment"
import type { OutboxEvent } from "../../src/modules/crypto-payment/outbox/outbox"
import type { RefundRequest } from "../../src/modules/crypto-payment/refunds/ledger"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"
import { Locks } from "./locks"
import { Met } from "./met"

/** Amounts are decimal strings, as precise as core keeps them: "10.0009". */
export type Price = { amount: string; currency_code: string }

/** Where a completion of the cart fails: before the order is created, or after. */
export type Blocker = "shipping" | "stock" | "hook" | "lock_release"

export type Cart = {
  id: string
  collection_id: string
  total: string
  currency_code: string
  completed_at: Date | null
  deleted: boolean
  blocker: Blocker | null
}

export type Collection = Price & { id: string }

export type Session = Price & {
  id: string
  collection_id: string
  provider_id: string
  status:
    "pending" | "pending_authorization" | "authorized" | "canceled" | "error"
  data: Record<string, unknown>
  authorized_at: Date | null
}

export type Movement = { id: string; amount: string; note?: string | null }

export type RefundRow = Movement & { created_at: Date }

export type Payment = Price & {
  id: string
  session_id: string
  collection_id: string
  provider_id: string
  data: Record<string, unknown> | null
  captured_at: Date | null
  canceled_at: Date | null
  captures: (Movement & { created_at: Date })[]
  refunds: RefundRow[]
  /**
   * What the sale was like at the capture, for the auditor alone; null where
   * someone changed it in that very moment, which core keeps no lock for.
   */
  then: {
    due: string | null
    test_mode: boolean
    order_canceled: boolean
    paid_otherwise: boolean
    sent_back: boolean
    underpaid: boolean
  } | null
}

export type Transaction = {
  id: string
  /** Of the order, when it was written. */
  version: number
  created_at: Date
  amount: string
  reference: "capture" | "refund"
  reference_id: string
}

export type Order = {
  id: string
  status: "pending" | "canceled"
  created_at: Date
  canceled_at?: Date
  /**
   * Where the job canceled it, the gateway's payments for it that were paid or
   * could be paid at that moment, for the auditor alone.
   */
  payable_then?: string[]
  currency_code: string
  /** Totals by version, the first one when it was placed. */
  totals: { total: string; created_at: Date }[]
  transactions: Transaction[]
  /** Their sum as core's summary keeps it. */
  summarized: number
  credit_lines: {
    id: string
    amount: string
    reference: string
    reference_id: string
  }[]
  /** Of a credit line that core has begun to write. */
  changes: { id: string; change_type: "credit_line"; created_at: Date }[]
}

export type GatewayPayment = Price & {
  id: string
  external_id: string
  is_test: boolean
  coin: string | null
  created_at: Date
  /** Fewer coins arrive than are due. */
  short: boolean
  /** Every status it ever had, the newest last: a late webhook tells any of them. */
  statuses: string[]
}

export type TimelineRow = {
  crypto_payment_id: string
  type: string
  fact: string | null
  at: number
}

/** An event of Medusa or of the plugin, on its way to the subscribers. */
export type BusEvent = { name: string; data: Record<string, unknown> }

export type UnpaidOrder = NonNullable<
  Awaited<ReturnType<CryptoPaymentModuleService["unpaidOrders"]["find"]>>
>

/** Work that the job does now and then. */
export type Task = {
  due_at: number
  began_at: Date
  completed_at: Date | null
  position: number
}

/**
 * One store: the rows of Medusa's core, the ledger's and the gateway's, and
 * what the people of a story have set. Only `ShopProcess` writes to it.
 */
export class Shop {
  readonly carts: Cart[] = []
  readonly collections: Collection[] = []
  sessions: Session[] = []
  readonly payments: Payment[] = []
  orders: Order[] = []
  orderCarts: { order_id: string; cart_id: string }[] = []
  orderCollections: { order_id: string; payment_collection_id: string }[] = []
  readonly gateway: GatewayPayment[] = []
  readonly attempts: Attempt[] = []
  /** The ids of attempts, by the session that was given to each. */
  readonly sessionLinks = new Map<string, string>()
  readonly timeline: TimelineRow[] = []
  readonly facts = new Set<string>()
  readonly tasks = new Map<string, Task>()
  readonly refunds: Refund[] = []
  readonly requests: RefundRequest[] = []
  unpaidOrders: UnpaidOrder[] = []
  /** Carts that core placed an order of before its payment, for the auditor alone. */
  readonly placedUnpaid = new Set<string>()
  outbox: (OutboxEvent & { deliver_at: number })[] = []
  events: BusEvent[] = []
  readonly locks = new Locks()
  now = Date.UTC(2026, 0, 1)
  providerEnabled = true
  testMode = false
  orderFirst = false
  /** Whether the merchant accepts no payment that is more than 1 % short. */
  refusesShort = false
  /** So many of core's next workflows fail for a reason that passes. */
  passingFailures = 0
  /** So many of the gateway's next calls get no answer; odd ones are carried out. */
  gatewayFailures = 0
  /** What was seen to be wrong in the moment it was done, for the auditor alone. */
  readonly faults: string[] = []
  private ids = 0

  constructor(readonly met = new Met()) {}

  /** Ids sort by age, as Medusa's do. */
  nextId(prefix: string): string {
    return `${prefix}_${String(++this.ids).padStart(5, "0")}`
  }

  attemptOfSession(id: string): Attempt | undefined {
    const attemptId = this.sessionLinks.get(id)
    return this.attempts.find((each) => each.id === attemptId)
  }

  get date(): Date {
    return new Date(this.now)
  }

  cart(id: string | null | undefined): Cart | undefined {
    return this.carts.find((cart) => cart.id === id && !cart.deleted)
  }

  collection(id: string | null): Collection | undefined {
    return this.collections.find((collection) => collection.id === id)
  }

  session(id: string | null): Session | undefined {
    return this.sessions.find((session) => session.id === id)
  }

  order(id: string | undefined): Order | undefined {
    return this.orders.find((order) => order.id === id)
  }

  orderOfCart(cartId: string): Order | undefined {
    const link = this.orderCarts.find(({ cart_id }) => cart_id === cartId)
    return this.order(link?.order_id)
  }

  orderOfCollection(id: string): Order | undefined {
    const link = this.orderCollections.find(
      ({ payment_collection_id }) => payment_collection_id === id
    )
    return this.order(link?.order_id)
  }

  /** The cart that a collection was made for, deleted or not. */
  cartOfCollection(id: string): Cart | undefined {
    return this.carts.find(({ collection_id }) => collection_id === id)
  }
}

/** Whether a payment still counts: not canceled, and not all of its captures paid back. */
export function isStanding({ canceled_at, captures, refunds }: Payment) {
  const sum = (movements: Movement[]) =>
    movements.reduce((total, { amount }) => total + Number(amount), 0)
  const isPaidBack = captures.length > 0 && sum(captures) - sum(refunds) < 0.005
  return !canceled_at && !isPaidBack
}

/** Writes a transaction into an order, as core does: for its current version. */
/** Of two bookings at once, core's summary loses one: here the second of each two. */
export function addTransaction(
  shop: Shop,
  order: Order,
  row: Pick<Transaction, "amount" | "reference" | "reference_id">
): void {
  order.transactions.push({
    id: shop.nextId("ordtrx"),
    version: order.totals.length,
    created_at: shop.date,
    ...row,
  })
  const isLost = order.transactions.length % 2 === 0
  if (isLost) shop.met.count("a booking that core's summary lost")
  else order.summarized += Number(row.amount)
}

export function bookedTotal({ transactions }: Order): number {
  return transactions.reduce((sum, { amount }) => sum + Number(amount), 0)
}

/** What an order is still owed; negative where it shows more than its total. */
export function pendingDifference(order: Order): number {
  const paid = bookedTotal(order)
  return Number((Number(order.totals.at(-1)?.total) - paid).toFixed(4))
}
