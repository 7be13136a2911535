import { Modules } from "@medusajs/framework/utils"

import { HttpError } from "../store/http-client"
import type { OpenPayment } from "./open-payment"
import type { paymentFixture } from "./payment-fixture"
import { attention } from "./shop-fixture"

/** What suites about carts begin with whose money is confirmed, and whose order could not be placed yet. */
export function paidCartFixture(shop: ReturnType<typeof paymentFixture>) {
  const { gateway, books, resolve, openPayment } = shop

  /** No shipping method: core captures the money, and places no order. */
  const payWithoutOrder = async (): Promise<OpenPayment> => {
    const opened = await openPayment("shirt", { isShipped: false })
    expect(await gateway.confirm(opened.gatewayId)).toBe(200)
    expect(await books.attemptOf(opened.session.id)).toMatchObject(
      attention("order_not_placed")
    )
    expect(await captures(opened)).toEqual([10])
    return opened
  }

  const captures = async ({ session }: OpenPayment) => {
    const payments = resolve(Modules.PAYMENT)
    const [payment] = await payments.listPayments(
      { payment_session_id: session.id },
      { relations: ["captures"] }
    )
    return (payment?.captures ?? []).map(({ amount }) => Number(amount))
  }

  return { payWithoutOrder, captures }
}

/** Status and body of the answer that refuses a request; "accepted" where it is not refused. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
    return "accepted"
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, body } = error
    return { status, body }
  }
}
