import type { Attempt } from "../../src/modules/crypto-payment/ledger/rows"

/** Amounts are decimal strings in euro. */
export type Session = {
  id: string
  collectionId: string
  provider: "crypto" | "card"
  amount: string
  status: "pending" | "authorized" | "canceled" | "error"
}

export type Payment = {
  id: string
  sessionId: string
  collectionId: string
  provider: "crypto" | "card"
  /** Whose money it is; null for cards. */
  gatewayId: string | null
  amount: string
  canceled: boolean
  /** How the sale and the provider stood when it was made. */
  due: string | null
  testMode: boolean
  orderCanceled: boolean
}

/**
 * `placed` is its total when it was placed, null for the order of a difference;
 * `transactions` are ids of the payments whose captures are in its books.
 */
export type Order = {
  id: string
  canceled: boolean
  placed: string | null
  transactions: string[]
}

/** What is sold: a cart, or a difference that an order owes without a cart. */
export type Sale = {
  id: string
  collectionId: string
  isCart: boolean
  total: string
  gone: boolean
  /** Stock, shipping or region do not let an order be placed. */
  blocked: boolean
  order: Order | null
}

export type GatewayPayment = {
  id: string
  externalId: string
  amount: string
  isTest: boolean
  /** Everything it ever was, newest last: a stale word is one of these. */
  history: string[]
}

/** Thrown where the process is killed: nothing after it is done. */
export class Killed extends Error {}

/**
 * One merchant as a few lists: Medusa's rows, the gateway's and the ledger's.
 * Every write goes through `write`, so that the process can be killed between
 * any two of them.
 */
export class ShopWorld {
  readonly sales: Sale[] = []
  readonly sessions: Session[] = []
  readonly payments: Payment[] = []
  readonly gateway: GatewayPayment[] = []
  readonly attempts: Attempt[] = []
  /** Attempts of whose money a part was sent back by hand. */
  readonly givenBack = new Set<string>()
  providerEnabled = true
  testMode = false
  /** So many of the next acts of core fail for a passing reason. */
  passingFailures = 0
  /** Writes until the process is killed; infinite while it is left alone. */
  writesLeft = Infinity
  private ids = 0

  nextId(kind: string): string {
    return `${kind}_${++this.ids}`
  }

  /** @throws Killed in place of the write, when its time has come. */
  write<Result>(change: () => Result): Result {
    if (this.writesLeft <= 0) throw new Killed()
    this.writesLeft -= 1
    return change()
  }

  sale(collectionId: string): Sale {
    return found(this.sales.find((each) => each.collectionId === collectionId))
  }

  session(id: string | null): Session | undefined {
    return this.sessions.find((each) => each.id === id)
  }

  attempt(id: string): Attempt {
    return found(this.attempts.find((each) => each.id === id))
  }

  attemptOf(sessionId: string): Attempt | undefined {
    return this.attempts.find(({ session_ids }) =>
      session_ids.includes(sessionId)
    )
  }

  saleOf({ payment_collection_id }: Attempt): Sale {
    return this.sale(found(payment_collection_id ?? undefined))
  }

  gatewayPayment(id: string): GatewayPayment {
    return found(this.gateway.find((each) => each.id === id))
  }

  standingPayments(collectionId: string): Payment[] {
    return this.payments.filter(
      (each) => each.collectionId === collectionId && !each.canceled
    )
  }

  removeSession(id: string): void {
    const index = this.sessions.findIndex((each) => each.id === id)
    if (index >= 0) this.sessions.splice(index, 1)
  }
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("The world has no such thing.")
  return value
}
