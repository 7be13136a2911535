import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { getOrderDetailWorkflow } from "@medusajs/medusa/core-flows"
import { eventually } from "../eventually"
import type { Attempt } from "../../../src/modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../src/modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../../src/modules/crypto-payment/service"
import {
  describeFact,
  attentionFactOf,
} from "../../../src/modules/crypto-payment/settling/attention-fact"

/** An attempt, with what was found about it in English. */
export function described(attempt: Attempt) {
  const fact = attentionFactOf(attempt)
  return { ...attempt, attention_detail: fact && describeFact(fact) }
}

/** What ledger and Medusa have in their books, read from the container. */
export class Books {
  constructor(private readonly shop: { container(): MedusaContainer }) {}

  private get container(): MedusaContainer {
    return this.shop.container()
  }

  get ledger(): CryptoPaymentModuleService {
    return this.container.resolve(CRYPTO_PAYMENT_MODULE)
  }

  async attemptOf(sessionId: string) {
    const attempt = await this.ledger.sessions.findAttempt(sessionId)
    if (!attempt) throw new Error(`No attempt serves session ${sessionId}.`)
    return described(attempt)
  }

  /** The attempt once it has come to a state. */
  until = ({ id }: Pick<Attempt, "id">, state: string): Promise<Attempt> =>
    eventually(
      async () => {
        const attempt = await this.ledger.attempts.retrieve(id)
        return attempt.state === state ? attempt : undefined
      },
      { otherwise: `${id} did not become ${state}` }
    )

  async attemptFor(gatewayPaymentId: string) {
    const [attempt] = await this.ledger.listCryptoPayments({
      gateway_payment_id: gatewayPaymentId,
    })
    return described(attempt)
  }

  /** All attempts of a cart, first revision first. */
  async attemptsOfCart(cartId: string) {
    const attempts = await this.ledger.listCryptoPayments({ cart_id: cartId })
    return attempts.sort((a, b) => a.revision - b.revision)
  }

  /** Ledger rows, timelines, sessions and orders of a cart, to compare before and after. */
  async everything(cartId: string): Promise<unknown> {
    const query = this.container.resolve(ContainerRegistrationKeys.QUERY)
    const { data: carts } = await query.graph({
      entity: "cart",
      fields: [
        "*",
        "payment_collection.*",
        "payment_collection.payment_sessions.*",
      ],
      filters: { id: cartId },
    })
    return {
      carts,
      attempts: await this.ledger.listCryptoPayments(
        {},
        { relations: ["events"], order: { id: "ASC" } }
      ),
      orders: await this.orderIds(cartId),
    }
  }

  async orderIds(cartId: string): Promise<string[]> {
    const query = this.container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "order_cart",
      fields: ["order_id"],
      filters: { cart_id: cartId },
    })
    return data.map(({ order_id }) => order_id)
  }

  /** The one order of a cart, and every movement of money on it. */
  async orderBooks(cartId: string) {
    const ids = await this.orderIds(cartId)
    if (ids.length !== 1) {
      throw new Error(`Cart ${cartId} has ${ids.length} orders, not one.`)
    }
    return await this.booksOf(ids[0])
  }

  async booksOf(orderId: string) {
    const { result: order } = await getOrderDetailWorkflow(this.container).run({
      input: {
        order_id: orderId,
        fields: [
          "id",
          "total",
          "summary.*",
          "transactions.*",
          "payment_collections.*",
          "payment_collections.payments.*",
          "payment_collections.payments.captures.*",
          "payment_collections.payments.refunds.*",
        ],
      },
    })
    const payments = (order.payment_collections ?? []).flatMap(
      (each) => each.payments ?? []
    )
    return {
      order_id: order.id,
      total: Number(order.total),
      payments: payments.length,
      captures: amountsInTime(payments.flatMap((each) => each.captures ?? [])),
      refunds: payments.flatMap((each) => each.refunds ?? []).length,
      transactions: amountsInTime(order.transactions ?? []),
      pending_difference: Number(order.summary?.pending_difference),
      payment_status: String(order.payment_status),
    }
  }

  /**
   * Asserts that a cart's crypto payment ended as exactly one paid order, in the
   * ledger and in Medusa's books. The ledger may close a moment after the order.
   */
  expectPaidOnce = async (
    cartId: string,
    sessionId: string,
    total: number
  ): Promise<void> => {
    const attempt = await this.until(await this.attemptOf(sessionId), "settled")
    expect(attempt.cart_id).toBe(cartId)
    expect(await this.orderBooks(cartId)).toEqual({
      order_id: attempt.order_id,
      total,
      payments: 1,
      captures: [total],
      refunds: 0,
      transactions: [total],
      pending_difference: 0,
      payment_status: "captured",
    })
  }
}

/** PostgreSQL gives rows without an order; Medusa's ids ascend with the time. */
function amountsInTime(
  rows: readonly { id?: string; amount?: unknown }[]
): number[] {
  return [...rows]
    .sort((a, b) => String(a.id).localeCompare(String(b.id)))
    .map(({ amount }) => Number(amount))
}
