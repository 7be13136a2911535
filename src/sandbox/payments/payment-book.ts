import { randomUUID } from "node:crypto"
import type { Merchant } from "../merchants"
import { type Coin, COINS } from "./currencies"
import { Deadlines } from "../deadlines"
import { canonicalDecimal, decimal } from "./decimal"
import {
  isFinal,
  newPaymentId,
  type Payment,
  type PaymentTarget,
} from "./payment"
import { quote, tooLittle, tooMuch } from "./quote"
import { walletAddress } from "./wallet-address"

/** What a new payment is made of. */
export type PaymentWish = Pick<
  Payment,
  | "flow"
  | "external_id"
  | "is_test"
  | "original_amount"
  | "original_currency"
  | "callback_url"
  | "success_url"
  | "fail_url"
  | "description"
  | "fee_payer"
  | "auto_trace"
> & { merchant: Merchant; coin: Coin | null }

/** What the book needs from the rest of the sandbox. */
export type PaymentBookOptions = {
  countdownMs: number
  now: () => Date
  /** Codes of the currencies that a merchant has a wallet for. */
  walletsOf: (merchantId: string) => string[]
  /** Ids of 22 characters, in place of UUIDs. */
  shortIds: boolean
  /** Called after every change. */
  onChange: () => void
  /** Called when a payment reached a final status. */
  onFinal: (payment: Payment) => void
}

/** All payments, and the countdown of each open one. */
export class PaymentBook {
  private readonly options: PaymentBookOptions
  private readonly deadlines: Deadlines
  private readonly byId = new Map<string, Payment>()
  private readonly byExternalId = new Map<string, Payment>()
  private readonly byMerchant = new Map<string, Payment[]>()

  constructor(options: PaymentBookOptions) {
    this.options = options
    this.deadlines = new Deadlines(options.now)
  }

  /** Makes a payment; one with a coin awaits its transfer at once. */
  create({ merchant, coin, ...wish }: PaymentWish): Payment {
    const createdAt = this.options.now()
    const payment: Payment = {
      ...wish,
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

  /** Takes in a payment that already exists, and its countdown. */
  restore(payment: Payment): void {
    this.byId.set(payment.id, payment)
    this.byExternalId.set(
      externalKey(payment.merchant_id, payment.external_id),
      payment
    )
    const siblings = this.byMerchant.get(payment.merchant_id)
    if (siblings) {
      siblings.push(payment)
    } else {
      this.byMerchant.set(payment.merchant_id, [payment])
    }
    this.watch(payment)
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
   * Notes a transfer that does not cover the amount. The payment stays
   * `pending`: the contract knows no status for a part of the money.
   */
  noteUnderpayment(payment: Payment): void {
    const target = payment.target ?? this.anyTarget(payment)
    payment.target = target
    payment.status = "pending"
    payment.underpaid_amount = tooLittle(target.amount)
    this.options.onChange()
  }

  /**
   * Brings a payment to a final status. All of them but `expired` show a coin,
   * so one is taken for a buyer who never chose.
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

  /** Confirms with more than was asked for; the amount says what was paid. */
  confirmOverpayment(payment: Payment): void {
    const target = payment.target ?? this.anyTarget(payment)
    payment.target = { ...target, amount: tooMuch(target.amount) }
    this.finish(payment, "confirmed")
  }

  /** Lets time pass: brings the end of every running countdown nearer. */
  advance(ms: number): void {
    for (const payment of this.byId.values()) {
      if (isFinal(payment.status)) {
        continue
      }
      payment.expires_at_ms -= ms
      if (payment.expires_at_ms <= this.options.now().getTime()) {
        this.finish(payment, "expired")
      } else {
        this.watch(payment)
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
      throw new Error("the sandbox knows no coin of this family")
    }
    return targetIn(payment, coin)
  }

  private watch(payment: Payment): void {
    if (!isFinal(payment.status)) {
      this.deadlines.set(payment.id, payment.expires_at_ms, () =>
        this.finish(payment, "expired")
      )
    }
  }
}

/** True when both texts are the same number: 98.9 is 98.90. */
export function isSameAmount(a: string, b: string): boolean {
  return canonicalDecimal(decimal(a)) === canonicalDecimal(decimal(b))
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
