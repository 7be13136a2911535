import { randomUUID } from "node:crypto"
import { Deadlines } from "../deadlines"
import type { Merchant } from "../merchants"
import { type Coin, COINS, quote, scaleAmount, walletAddress } from "./coins"
import {
  isFinal,
  newPaymentId,
  type Payment,
  type PaymentTarget,
} from "./payment"

/** What a new payment is created from. */
export type NewPayment = Omit<
  Payment,
  | "id"
  | "merchant_id"
  | "status"
  | "target"
  | "underpaid_amount"
  | "created_at"
  | "expires_at_ms"
> & { merchant: Merchant; coin: Coin | null }

/** All payments, and the countdown of each open one. */
export class PaymentBook {
  private readonly deadlines: Deadlines
  private readonly byId = new Map<string, Payment>()
  private readonly byExternalId = new Map<string, Payment>()
  private readonly byMerchant = new Map<string, Payment[]>()

  constructor(private readonly options: PaymentBookOptions) {
    this.deadlines = new Deadlines(options.now)
  }

  /** Creates a payment; one with a coin is `pending` at once. */
  create({ merchant, coin, ...fields }: NewPayment): Payment {
    const createdAt = this.options.now()
    const payment: Payment = {
      ...fields,
      id: this.options.shortIds ? newPaymentId() : randomUUID(),
      merchant_id: merchant.id,
      status: "created",
      target: null,
      underpaid_amount: null,
      created_at: createdAt.toISOString(),
      expires_at_ms: createdAt.getTime() + this.options.countdownMs,
    }
    if (coin) {
      payment.target = targetIn(payment, coin)
      payment.status = "pending"
    }
    this.restore(payment)
    this.options.onChange()
    return payment
  }

  /** Adds an existing payment and starts its countdown. */
  restore(payment: Payment): void {
    this.byId.set(payment.id, payment)
    this.byExternalId.set(
      externalKey(payment.merchant_id, payment.external_id),
      payment
    )
    const siblings = this.byMerchant.get(payment.merchant_id) ?? []
    siblings.push(payment)
    this.byMerchant.set(payment.merchant_id, siblings)
    this.scheduleExpiry(payment)
  }

  find(id: string): Payment | undefined {
    return this.byId.get(id)
  }

  findByExternalId(merchantId: string, externalId: string) {
    return this.byExternalId.get(externalKey(merchantId, externalId))
  }

  /** A merchant's payments, oldest first. */
  ofMerchant(merchantId: string): readonly Payment[] {
    return this.byMerchant.get(merchantId) ?? []
  }

  /** Every payment, oldest first. */
  all(): Payment[] {
    return [...this.byId.values()]
  }

  /** The coins that the buyer of a payment may pick. */
  coinsFor(payment: Payment): Coin[] {
    const wallets = this.options.walletsOf(payment.merchant_id)
    return COINS.filter(
      ({ code, is_testnet }) =>
        is_testnet === payment.is_test && wallets.includes(code)
    )
  }

  /** The buyer picks a coin; possible until the payment is final. */
  chooseCoin(payment: Payment, coin: Coin): void {
    payment.target = targetIn(payment, coin)
    payment.status = "pending"
    payment.underpaid_amount = null
    this.options.onChange()
  }

  /**
   * Records a transfer below the amount. The payment stays `pending`: the
   * contract has no status for a partial payment.
   */
  recordUnderpayment(payment: Payment): void {
    const target = payment.target ?? this.anyTarget(payment)
    payment.target = target
    payment.status = "pending"
    payment.underpaid_amount = scaleAmount(target.amount, "0.9")
    this.options.onChange()
  }

  /**
   * Sets a final status. All but `expired` show a coin, so one is picked when the
   * buyer has not chosen.
   */
  finish(
    payment: Payment,
    status: "confirmed" | "confirmed_manual" | "failed" | "expired"
  ): void {
    if (status !== "expired") {
      payment.target ??= this.anyTarget(payment)
    }
    payment.status = status
    this.deadlines.clear(payment.id)
    this.options.onChange()
    this.options.onFinal(payment)
  }

  /** Confirms an overpayment; the amount becomes what was paid. */
  confirmOverpayment(payment: Payment): void {
    const target = payment.target ?? this.anyTarget(payment)
    payment.target = { ...target, amount: scaleAmount(target.amount, "1.1") }
    this.finish(payment, "confirmed")
  }

  /** Shortens every running countdown. */
  advance(ms: number): void {
    for (const payment of this.byId.values()) {
      if (isFinal(payment.status)) {
        continue
      }
      payment.expires_at_ms -= ms
      if (payment.expires_at_ms <= this.options.now().getTime()) {
        this.finish(payment, "expired")
      } else {
        this.scheduleExpiry(payment)
      }
    }
    this.options.onChange()
  }

  close(): void {
    this.deadlines.close()
  }

  private anyTarget(payment: Payment): PaymentTarget {
    const family = COINS.filter((coin) => coin.is_testnet === payment.is_test)
    const [coin] = [...this.coinsFor(payment), ...family]
    if (!coin) {
      throw new Error("The sandbox has no coin for this payment")
    }
    return targetIn(payment, coin)
  }

  private scheduleExpiry(payment: Payment): void {
    if (!isFinal(payment.status)) {
      this.deadlines.set(payment.id, payment.expires_at_ms, () =>
        this.finish(payment, "expired")
      )
    }
  }
}

type PaymentBookOptions = {
  countdownMs: number
  now: () => Date
  /** Codes of the currencies that a merchant has a wallet for. */
  walletsOf: (merchantId: string) => string[]
  /** Ids of 22 characters instead of UUIDs. */
  shortIds: boolean
  /** Called after every change. */
  onChange: () => void
  /** Called when a payment reached a final status. */
  onFinal: (payment: Payment) => void
}

function targetIn(payment: Payment, coin: Coin): PaymentTarget {
  return {
    currency: coin.code,
    wallet_address: walletAddress(payment.merchant_id, coin),
    amount: quote({
      amount: payment.original_amount,
      currency: payment.original_currency,
      coin,
      buyerPaysFee: payment.fee_payer === "payer" && !payment.is_test,
      ...(payment.auto_trace ? { trace: payment.id } : {}),
    }),
  }
}

function externalKey(merchantId: string, externalId: string): string {
  return `${merchantId} ${externalId}`
}
