import {
  cancelOrderWorkflowId,
  completeCartWorkflowId,
  processPaymentWorkflowId,
} from "@medusajs/medusa/core-flows"
import { MedusaError } from "@medusajs/framework/utils"

import { completeCart } from "./complete-cart"
import { payableFor } from "./law-of-unpaid"
import { addCreditLine, cancelOrder } from "./orders"
import { Saga } from "./saga"
import { addTransaction, type Payment } from "./shop"
import { Killed, type ShopProcess } from "./shop-process"

type Run = { input: unknown; throwOnError?: boolean }
type Result = { errors: { action: string; error: unknown }[] }

type ProcessPaymentInput = {
  action: string
  data: { session_id: string; amount: number | string }
}

/** The workflow engine, with the workflows of core that the plugin starts. */
export class Core {
  constructor(private readonly process: ShopProcess) {}

  async run(workflow: string, { input, throwOnError = true }: Run) {
    const { shop } = this.process
    try {
      if (shop.passingFailures > 0) {
        shop.passingFailures -= 1
        throw new Error("Connection terminated unexpectedly")
      }
      switch (workflow) {
        case processPaymentWorkflowId:
          return await this.processPayment(input as ProcessPaymentInput)
        case completeCartWorkflowId:
          await completeCart(this.process, (input as { id: string }).id)
          return { errors: [] }
        case cancelOrderWorkflowId:
          await this.cancelOrder((input as { order_id: string }).order_id)
          return { errors: [] }
        case "create-order-refund-credit-lines":
          await addCreditLine(this.process, input as never)
          return { errors: [] }
        default:
          throw new Error(`The model has no workflow ${workflow}.`)
      }
    } catch (error) {
      if (throwOnError || error instanceof Killed) throw error
      return { errors: [{ action: workflow, error }] }
    }
  }

  /**
   * `processPaymentWorkflow` for a captured session. What it decides by is read
   * before it has the cart's lock, as in core; a completion that fails is
   * reported and undoes nothing here.
   */
  private async processPayment({
    data: { session_id, amount },
  }: ProcessPaymentInput): Promise<Result> {
    const { process } = this
    const { shop } = process
    await process.read()
    const existing = shop.payments.find(
      (each) => each.session_id === session_id
    )
    const collectionId = shop.session(session_id)?.collection_id
    // The link outlives its cart.
    const cartId = collectionId && shop.cartOfCollection(collectionId)?.id
    const placed = shop.orderCarts.some(({ cart_id }) => cart_id === cartId)
    const saga = new Saga()
    await saga.run(async () => {
      if (cartId) await lockCart(process, saga, cartId)
      const payment =
        existing ??
        (await saga.step(() =>
          process.payments.authorizePaymentSession(session_id)
        ))
      if (payment) await this.capture(payment, amount)
      if (cartId) shop.locks.release(process, cartId)
    })
    if (!cartId || placed) return { errors: [] }
    try {
      await completeCart(process, cartId)
      return { errors: [] }
    } catch (error) {
      if (error instanceof Killed) throw error
      return { errors: [{ action: "complete-cart", error }] }
    }
  }

  /** Only the job cancels orders by this workflow here. */
  private async cancelOrder(id: string): Promise<void> {
    const { shop } = this.process
    const order = shop.order(id)
    if (!order || order.status === "canceled") {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `Order with id ${id} cannot be canceled.`
      )
    }
    await cancelOrder(this.process, order, () => {
      order.payable_then = payableFor(shop, order)
      shop.met.count("canceled an unpaid order")
    })
  }

  /** `capturePaymentWorkflow`: books by the order's link with the collection. */
  private async capture(
    payment: Payment,
    amount: number | string
  ): Promise<void> {
    const { process } = this
    const { shop } = process
    await process.payments.capturePayment({ payment_id: payment.id })
    const order = shop.orderOfCollection(payment.collection_id)
    if (order) await bookCaptures(process, order.id, payment, amount)
    shop.events.push({ name: "payment.captured", data: { id: payment.id } })
  }
}

/** `addOrderTransactionStep`: each capture once. */
export async function bookCaptures(
  process: ShopProcess,
  orderId: string,
  { captures }: Payment,
  amount?: number | string
): Promise<void> {
  const { shop } = process
  await process.write("add_order_transaction", () => {
    const order = shop.order(orderId)
    for (const capture of captures) {
      const isBooked = order?.transactions.some(
        (each) => each.reference_id === capture.id
      )
      if (!order || isBooked) continue
      addTransaction(shop, order, {
        amount: String(amount ?? capture.amount),
        reference: "capture",
        reference_id: capture.id,
      })
    }
  })
}

export async function lockCart(
  process: ShopProcess,
  saga: Saga,
  cartId: string
): Promise<void> {
  await saga.step(
    () => process.shop.locks.acquire(process, cartId),
    () => process.shop.locks.release(process, cartId)
  )
}
