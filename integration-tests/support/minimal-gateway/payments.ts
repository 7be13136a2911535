import { randomUUID } from "node:crypto"

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

/** An answer of the error table, contract §7. */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 404,
    readonly code:
      | "MERCHANT_NOT_FOUND"
      | "INVALID_CREDENTIALS"
      | "PAYMENT_ALREADY_EXISTS"
      | "WALLET_NOT_FOUND"
      | "VALIDATION_ERROR"
      | "PAYMENT_NOT_FOUND"
      | "CURRENCY_NOT_FOUND"
  ) {
    super(code)
  }
}

/** A create request as understood, contract §2. */
export type CreateRequest = {
  /** The digits exactly as they stood in the body. */
  amount: string
  currency: string
  externalId: string
  targetCurrency?: string
  callbackUrl?: string
  isTest: boolean
}

export function readCreateRequest(
  rawBody: string,
  flow: "widget" | "h2h"
): CreateRequest {
  const body = parseObject(rawBody)
  const amount = body.amount
  if (typeof amount !== "number" || !(amount > 0)) throw invalid()
  return {
    amount: amountDigits(rawBody, amount),
    currency: requiredText(body.currency),
    externalId: requiredText(body.external_id),
    targetCurrency:
      flow === "h2h" ? requiredText(body.target_currency) : undefined,
    callbackUrl: optionalUrl(body.callback_url),
    // The contract knows the field for the widget flow only.
    isTest: flow === "widget" && body.is_test === true,
  }
}

function parseObject(rawBody: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(rawBody)
    if (typeof body === "object" && body !== null) return { ...body }
  } catch {
    // Answered like any other body that is no object.
  }
  throw invalid()
}

/** JSON.parse would turn 19.90 into 19.9, and long amounts into others. */
function amountDigits(rawBody: string, amount: number): string {
  const candidates = rawBody.matchAll(/"amount"\s*:\s*(\d+(?:\.\d+)?)/g)
  for (const [, digits] of candidates) {
    if (digits !== undefined && Number(digits) === amount) return digits
  }
  throw invalid()
}

function requiredText(value: unknown): string {
  if (typeof value === "string" && value !== "") return value
  throw invalid()
}

function optionalUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === "string" && URL.canParse(value)) return value
  throw invalid()
}

function invalid(): ApiError {
  return new ApiError(400, "VALIDATION_ERROR")
}
