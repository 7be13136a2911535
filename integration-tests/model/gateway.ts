import {
  type CreateWidgetPaymentInput,
  type ExpireResult,
  type GatewayClient,
  type Payment,
  type PaymentList,
  GatewayError,
} from "../../src/gateway"
import type { GatewayPayment } from "./shop"
import type { ShopProcess } from "./shop-process"

/** What the plugin calls of its gateway client here. */
type Client = Pick<
  GatewayClient,
  "createWidgetPayment" | "getPayment" | "expirePayment" | "listPayments"
>

/**
 * The gateway as the contract has it: idempotent by external_id, and one that
 * now and then does not answer, whether or not it did what it was asked.
 */
class Gateway implements Client {
  constructor(private readonly process: ShopProcess) {}

  async createWidgetPayment(input: CreateWidgetPaymentInput): Promise<Payment> {
    const { shop } = this.process
    const { existing, isLost } = await this.process.write(
      "gateway_create_payment",
      () => {
        const isLost = this.fails()
        const known = shop.gateway.find(
          ({ external_id }) => external_id === input.external_id
        )
        if (known || isLost === "before") return { existing: known, isLost }
        const payment: GatewayPayment = {
          id: shop.nextId("gateway"),
          external_id: input.external_id,
          amount: input.amount,
          currency_code: input.currency.toLowerCase(),
          is_test: input.is_test ?? false,
          coin: null,
          short: false,
          created_at: shop.date,
          statuses: ["created"],
        }
        shop.gateway.push(payment)
        return { existing: payment, isLost }
      }
    )
    if (isLost === "before") {
      throw new GatewayError("server", "503", { status: 503 })
    }
    if (isLost || !existing) {
      throw new GatewayError("outcome_unknown", "No answer.")
    }
    if (!isSamePrice(existing, input)) {
      throw new GatewayError("validation", "It exists with another price.", {
        status: 400,
        code: "PAYMENT_ALREADY_EXISTS",
      })
    }
    return toPayment(existing)
  }

  async getPayment({ id }: { id: string }): Promise<Payment> {
    await this.process.read()
    if (this.fails()) throw new GatewayError("server", "503", { status: 503 })
    return toPayment(this.find(id))
  }

  async expirePayment({ id }: { id: string }): Promise<ExpireResult> {
    return await this.process.write("gateway_expire_payment", () => {
      const payment = this.find(id)
      const status = payment.statuses.at(-1)
      if (this.fails() || status !== "created") {
        return {
          expired: false,
          reason: "not_confirmed",
          status,
          message: `The payment is ${status}.`,
        }
      }
      payment.statuses.push("expired")
      this.process.shop.met.count("expired at the gateway")
      return { expired: true, status: "expired" }
    })
  }

  async listPayments({ offset = 0 } = {}): Promise<PaymentList> {
    await this.process.read()
    if (this.fails()) throw new GatewayError("server", "503", { status: 503 })
    const all = this.process.shop.gateway.map(toPayment).reverse()
    const items = all.slice(offset, offset + 100)
    return { items, total: all.length, limit: 100, offset }
  }

  private find(id: string): GatewayPayment {
    const payment = this.process.shop.gateway.find((each) => each.id === id)
    if (!payment) throw new GatewayError("not_found", "No such payment.")
    return payment
  }

  /** Every second failure comes after the deed: only the answer is lost. */
  private fails(): "before" | "after" | undefined {
    const { shop } = this.process
    if (shop.gatewayFailures <= 0) return undefined
    shop.gatewayFailures -= 1
    return shop.gatewayFailures % 2 === 0 ? "before" : "after"
  }
}

export function gatewayOf(process: ShopProcess): GatewayClient {
  const client: Client = new Gateway(process)
  return client as GatewayClient
}

export const dueCoins = "0.0021"
export const shortCoins = "0.0019"

/** A read names what is due, whatever arrived. */
export function toPayment(payment: GatewayPayment): Payment {
  const { id, external_id, statuses, coin, is_test } = payment
  return {
    id,
    external_id,
    status: statuses.at(-1) ?? "created",
    created_at: payment.created_at.toISOString(),
    is_test,
    url: `https://gateway.example/pay/${id}`,
    wallet_address: coin
      ? "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh"
      : undefined,
    amount: coin ? dueCoins : undefined,
    currency: coin ?? undefined,
    original_amount: payment.amount,
    original_currency: payment.currency_code.toUpperCase(),
  }
}

export function isConfirmed(statuses: readonly string[]): boolean {
  return statuses.some((status) => status.startsWith("confirmed"))
}

function isSamePrice(
  { amount, currency_code, is_test }: GatewayPayment,
  input: CreateWidgetPaymentInput
): boolean {
  return (
    Number(amount) === Number(input.amount) &&
    currency_code === input.currency.toLowerCase() &&
    is_test === (input.is_test ?? false)
  )
}
