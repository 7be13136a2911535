import { randomUUID } from "node:crypto"
import { ApiError, type CreateRequest } from "./create-request"

/** The statuses of contract §3, one that was observed, and one that nobody names. */
export type Status =
  | "created"
  | "pending"
  | "expired"
  | "confirmed"
  | "confirmed_manual"
  | "underpaid"

/** A payment with all that the stand-in knows of it. */
export type MinimalPayment = CreateRequest & {
  id: string
  flow: "widget" | "h2h"
  status: Status
  createdAt: Date
  /** What the buyer pays, and where to: chosen for h2h, else at payment. */
  crypto?: { amount: string; currency: string; walletAddress: string }
}

export const CURRENCIES = [
  { code: "USDT_TRON", name: "Tether", blockchain: "Tron" },
  { code: "USDC_POLYGON", name: "USD Coin", blockchain: "Polygon" },
  { code: "ETH", name: "Ether", blockchain: "Ethereum" },
]

/** In the list of currencies, but without a wallet. */
const WITHOUT_WALLET = "ETH"

export class Payments {
  private readonly payments: MinimalPayment[] = []

  /** Idempotent on the external id, contract §4. */
  create(flow: "widget" | "h2h", request: CreateRequest): MinimalPayment {
    const first = this.payments.find(
      ({ externalId }) => externalId === request.externalId
    )
    if (first) {
      const same =
        Number(first.amount) === Number(request.amount) &&
        first.currency === request.currency
      if (!same) throw new ApiError(400, "PAYMENT_ALREADY_EXISTS")
      return first
    }
    const payment: MinimalPayment = {
      ...request,
      id: randomUUID().replaceAll("-", "").slice(0, 22),
      flow,
      status: "created",
      createdAt: new Date(),
      crypto:
        request.targetCurrency === undefined
          ? undefined
          : cryptoFor(request.amount, request.targetCurrency),
    }
    this.payments.push(payment)
    return payment
  }

  get(id: string): MinimalPayment {
    const payment = this.payments.find((each) => each.id === id)
    if (!payment) throw new ApiError(404, "PAYMENT_NOT_FOUND")
    return payment
  }

  /** Oldest first: the contract does not show an order. */
  all(): MinimalPayment[] {
    return [...this.payments]
  }

  mark(id: string, status: Status): MinimalPayment {
    const payment = this.get(id)
    payment.status = status
    if (["pending", "confirmed", "confirmed_manual"].includes(status)) {
      payment.crypto ??= cryptoFor(payment.amount, "USDT_TRON")
    }
    return payment
  }
}

/** One unit of money is one coin here: nothing depends on a rate. */
function cryptoFor(amount: string, currency: string) {
  if (!CURRENCIES.some(({ code }) => code === currency)) {
    throw new ApiError(404, "CURRENCY_NOT_FOUND")
  }
  if (currency === WITHOUT_WALLET) throw new ApiError(400, "WALLET_NOT_FOUND")
  return { amount, currency, walletAddress: `wallet-for-${currency}` }
}
