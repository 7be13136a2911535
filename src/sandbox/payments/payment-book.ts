import { randomBytes, randomUUID } from "node:crypto"
import type { World } from "../world"
import {
  base58,
  type Coin,
  COINS,
  quote,
  scaleAmount,
  walletAddress,
} from "./coins"
import { isOpen, isPaid, type Payment, type PaymentTarget } from "./payment"

/** What a new payment is created from. */
export type NewPayment = Omit<
  Payment,
  | "id"
  | "status"
  | "target"
  | "underpaid_amount"
  | "created_at"
  | "expires_at_ms"
> & { coin: Coin | null }

/** All payments, and the countdown of each open one. */
export class PaymentBook {
  private readonly byId = new Map<string, Payment>()
  private readonly byExternalId = new Map<string, Payment>()

  constructor(private readonly world: World) {}

  /** Creates a payment; one with a coin is `pending` at once. */
  create({ coin, ...fields }: NewPayment): Payment {
    const { observed, options } = this.world
    const createdAt = this.world.now()
    const countdownMs = (options.countdownSeconds ?? 900) * 1_000
    const payment: Payment = {
      ...fields,
      id: observed.shortIds ? base58(randomBytes(22)) : randomUUID(),
      status: "created",
      target: null,
      underpaid_amount: null,
      created_at: createdAt.toISOString(),
      expires_at_ms: createdAt.getTime() + countdownMs,
    }
    if (coin) {
      payment.target = targetIn(payment, coin)
      payment.status = "pending"
    }
    this.restore(payment)
    this.world.changed()
    return payment
  }

  /** Adds an existing payment and starts its countdown. */
  restore(payment: Payment): void {
    this.byId.set(payment.id, payment)
    const { merchant_id, external_id } = payment
    this.byExternalId.set(`${merchant_id} ${external_id}`, payment)
    this.scheduleExpiry(payment)
  }

  find(id: string): Payment | undefined {
    return this.byId.get(id)
  }

  findByExternalId(merchantId: string, externalId: string) {
    return this.byExternalId.get(`${merchantId} ${externalId}`)
  }

  /** Every payment, oldest first. */
  all(): Payment[] {
    return [...this.byId.values()]
  }

  /** The coins that the buyer of a payment may pick. */
  coinsFor(payment: Payment): Coin[] {
    const merchant = this.world.merchants.get(payment.merchant_id)
    return coinsOfNetwork(payment).filter(({ code }) =>
      merchant?.wallets.includes(code)
    )
  }

  /**
   * The buyer picks a coin; possible until the payment is final. False when it is
   * none of the coins that the buyer may pick.
   */
  chooseCoin(payment: Payment, currency: unknown): boolean {
    const coin = this.coinsFor(payment).find(({ code }) => code === currency)
    if (!coin) return false
    payment.target = targetIn(payment, coin)
    payment.status = "pending"
    payment.underpaid_amount = null
    this.world.changed()
    return true
  }

  /**
   * Records a transfer below the amount. The payment stays `pending`: the
   * contract has no status for a partial payment.
   */
  recordUnderpayment(payment: Payment): void {
    payment.target ??= this.anyTarget(payment)
    payment.status = "pending"
    payment.underpaid_amount = scaleAmount(payment.target.amount, "0.9")
    this.world.changed()
  }

  /**
   * Sets a final status. All but `expired` show a coin, so one is picked when the
   * buyer has not chosen.
   */
  finish(
    payment: Payment,
    status: "confirmed" | "confirmed_manual" | "failed" | "expired"
  ): void {
    if (status !== "expired") payment.target ??= this.anyTarget(payment)
    payment.status = status
    this.world.deadlines.clear(payment.id)
    this.world.changed()
    if (this.world.observed.unpaidWebhooks || isPaid(status)) {
      this.world.courier.announce(payment)
    }
  }

  /** Confirms an overpayment; the amount becomes what was paid. */
  confirmOverpayment(payment: Payment): void {
    payment.target ??= this.anyTarget(payment)
    payment.target.amount = scaleAmount(payment.target.amount, "1.1")
    this.finish(payment, "confirmed")
  }

  /** Shortens every running countdown. */
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
    this.world.changed()
  }

  private anyTarget(payment: Payment): PaymentTarget {
    const [coin] = [...this.coinsFor(payment), ...coinsOfNetwork(payment)]
    return targetIn(payment, coin)
  }

  private scheduleExpiry(payment: Payment): void {
    if (!isOpen(payment.status)) return
    this.world.deadlines.set(payment.id, payment.expires_at_ms, () =>
      this.finish(payment, "expired")
    )
  }
}

function coinsOfNetwork({ is_test }: Payment): Coin[] {
  return COINS.filter(({ is_testnet }) => is_testnet === is_test)
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
      trace: payment.auto_trace ? payment.id : undefined,
    }),
  }
}
