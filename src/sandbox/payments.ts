import { createHash, randomBytes, randomUUID } from "node:crypto"
import { base58, type Coin, Decimal, findCoin, walletAddress } from "./coins"
import type { Surroundings } from "./surroundings"

/** Contract §3, and `pending` and `failed`, which are published. */
type Status =
  | "created"
  | "pending"
  | "confirmed"
  | "confirmed_manual"
  | "failed"
  | "expired"

export type PaymentTarget = {
  currency: string
  wallet_address: string
  amount: string
}

type RequestedPayment = {
  merchant_id: string
  flow: "widget" | "h2h"
  external_id: string
  is_test: boolean
  /** Priced amount with the digits that were sent. */
  original_amount: string
  original_currency: string
  callback_url: string | null
  success_url: string | null
  fail_url: string | null
  description: string | null
  /** What the merchant wants back with the webhook. */
  callback_params: Record<string, unknown>
  fee_payer: "payer" | "payee"
  auto_trace: boolean
}

export type Payment = RequestedPayment & {
  id: string
  status: Status
  /** Each status that it had, with the time; not in the gateway's own API. */
  history: { status: Status; at: string }[]
  /** Null before a coin is chosen. */
  target: PaymentTarget | null
  /** Crypto amount that arrived while it is too little, if any. */
  underpaid_amount: string | null
  /** Crypto amount that the webhook announces once it is paid; null for the amount that is due. */
  received_amount: string | null
  created_at: string
  /** End of the countdown, in milliseconds since 1970. */
  expires_at_ms: number
}

export function isOpen(status: Status): boolean {
  return status === "created" || status === "pending"
}

export function isPaid(status: Status): boolean {
  return status === "confirmed" || status === "confirmed_manual"
}

export class PaymentBook {
  /** Oldest first. */
  readonly byId = new Map<string, Payment>()
  private readonly byExternalId = new Map<string, Payment>()

  constructor(
    private readonly world: Surroundings,
    private readonly courier: { announce: (payment: Payment) => void }
  ) {}

  /** Creates a payment; one with a coin is `pending` at once. */
  create(request: RequestedPayment, coin: Coin | undefined): Payment {
    const { contractOnly, countdownSeconds = 900 } = this.world.options
    const createdAt = this.world.now()
    const payment: Payment = {
      ...request,
      id: contractOnly ? randomUUID() : base58(randomBytes(22)),
      status: "created",
      history: [],
      target: null,
      underpaid_amount: null,
      received_amount: null,
      created_at: createdAt.toISOString(),
      expires_at_ms: createdAt.getTime() + countdownSeconds * 1_000,
    }
    if (coin) payment.target = targetIn(payment, coin)
    this.enter(payment, coin ? "pending" : "created")
    this.byId.set(payment.id, payment)
    const { merchant_id, external_id } = payment
    this.byExternalId.set(`${merchant_id} ${external_id}`, payment)
    this.scheduleExpiry(payment)
    return payment
  }

  findByExternalId(merchantId: string, externalId: string) {
    return this.byExternalId.get(`${merchantId} ${externalId}`)
  }

  coinsFor(payment: Payment): Coin[] {
    const merchant = this.world.merchants.get(payment.merchant_id)
    return this.coinsOfNetwork(payment).filter(({ code }) =>
      merchant?.wallets.includes(code)
    )
  }

  /** The buyer of an open payment picks a coin; false when it is not on offer. */
  chooseCoin(payment: Payment, currency: unknown): boolean {
    const coin = this.coinsFor(payment).find(({ code }) => code === currency)
    if (!coin) return false
    payment.target = targetIn(payment, coin)
    this.enter(payment, "pending")
    payment.underpaid_amount = null
    return true
  }

  /** The amount that is due does not change, whatever arrives. */
  receive(payment: Payment, kind: TransferKind): void {
    const target = (payment.target ??= this.targetOf(payment))
    const { decimals = 0 } = this.coinOf(payment, target) ?? {}
    const amount = transferredAmount(target.amount, kind, decimals)
    if (kind === "under" || kind === "dust") {
      this.enter(payment, "pending")
      payment.underpaid_amount = amount
      return
    }
    this.confirm(payment, amount)
  }

  confirm(payment: Payment, amount: string): void {
    payment.underpaid_amount = null
    payment.received_amount = amount
    this.finish(payment, "confirmed")
  }

  /** Sets a final status. All but `expired` show a coin, so one is picked when the buyer did not. */
  finish(
    payment: Payment,
    status: "confirmed" | "confirmed_manual" | "failed" | "expired"
  ): void {
    if (status !== "expired") payment.target ??= this.targetOf(payment)
    // Confirmed by a person, for what had arrived by then.
    if (status === "confirmed_manual") {
      payment.received_amount = payment.underpaid_amount
    }
    this.enter(payment, status)
    this.world.deadlines.clear(payment.id)
    if (!this.world.options.contractOnly || isPaid(status)) {
      this.courier.announce(payment)
    }
  }

  advance(ms: number): void {
    for (const payment of this.byId.values()) {
      if (!isOpen(payment.status)) continue
      payment.expires_at_ms -= ms
      if (payment.expires_at_ms <= this.world.now().getTime()) {
        this.finish(payment, "expired")
      } else {
        this.scheduleExpiry(payment)
      }
    }
  }

  private enter(payment: Payment, status: Status): void {
    payment.status = status
    payment.history.push({ status, at: this.world.now().toISOString() })
  }

  /** What the buyer is to send; in this coin, or any, where none is chosen yet. */
  targetOf(payment: Payment, currency?: string): PaymentTarget {
    if (payment.target) return payment.target
    const offered = this.coinsFor(payment)
    const coin = offered.find(({ code }) => code === currency)
    const [any] = [...offered, ...this.coinsOfNetwork(payment)]
    return targetIn(payment, coin ?? any)
  }

  coinOf({ is_test }: Payment, { currency }: PaymentTarget): Coin | undefined {
    return findCoin(this.world.coins, currency, is_test)
  }

  private coinsOfNetwork({ is_test }: Payment): Coin[] {
    return this.world.coins.filter(({ is_testnet }) => is_testnet === is_test)
  }

  private scheduleExpiry(payment: Payment): void {
    this.world.deadlines.set(payment.id, payment.expires_at_ms, () =>
      this.finish(payment, "expired")
    )
  }
}

function targetIn(payment: Payment, coin: Coin): PaymentTarget {
  return {
    currency: coin.code,
    wallet_address: walletAddress(payment.merchant_id, coin),
    amount: quote(payment, coin),
  }
}

/** The crypto amount that is due, rounded up, with a made-up fee of 1 %; `auto_trace` adds up to 9,999 smallest units. */
function quote(payment: Payment, coin: Coin): string {
  const usdPerUnit = USD_PER_UNIT[payment.original_currency] ?? "1"
  const usd = new Decimal(payment.original_amount).times(usdPerUnit)
  const buyerPaysFee = payment.fee_payer === "payer" && !payment.is_test
  const due = buyerPaysFee ? usd.times("1.01") : usd
  const price = due.div(coin.usd).dp(coin.decimals).toFixed()
  if (!payment.auto_trace) return price
  const trace = createHash("sha512").update(payment.id).digest()
  return addUnits(price, (trace.readUInt32BE(0) % 9_999) + 1, coin.decimals)
}

/** Made-up values; 1 for other currencies. */
const USD_PER_UNIT: Record<string, string> = {
  USD: "1",
  EUR: "1.08",
  GBP: "1.27",
  CHF: "1.12",
  PLN: "0.25",
  SEK: "0.095",
  DKK: "0.145",
  JPY: "0.0067",
}

/** An amount of a coin, so many of the coin's smallest units more or less; never below one unit. */
function addUnits(amount: string, count: number, decimals: number): string {
  const unit = new Decimal(10).pow(-decimals)
  const sum = new Decimal(amount).plus(unit.times(count))
  return Decimal.max(sum, unit).toFixed()
}

/** What arrives; the README tells what each kind does. The contract has no status for too little: it stays `pending`. */
export const TRANSFER_KINDS = [
  "exact",
  "under",
  "dust",
  "short",
  "one_unit_short",
  "one_unit_over",
  "over",
] as const

type TransferKind = (typeof TRANSFER_KINDS)[number]

function transferredAmount(
  amount: string,
  kind: TransferKind,
  decimals: number
): string {
  switch (kind) {
    case "exact":
      return amount
    case "under":
    case "short":
      return new Decimal(amount).times("0.9").toFixed()
    case "over":
      return new Decimal(amount).times("1.1").toFixed()
    case "dust":
      return addUnits("0", 1, decimals)
    case "one_unit_short":
      return addUnits(amount, -1, decimals)
    case "one_unit_over":
      return addUnits(amount, 1, decimals)
  }
}
