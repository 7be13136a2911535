import { Modules } from "@medusajs/framework/utils"
import type { DeliveryOptions } from "../gateway"
import type { OpenPayment } from "./open-payment"
import { attention, type Product, shopFixture } from "./shop-fixture"
import type { ShopSuite, TestShop } from "./test-shop"

/** The fixture of a shop, with what suites about its payments begin with. */
export function paymentFixture(shop: TestShop) {
  const fixture = shopFixture(shop)
  const { gateway, books, shopper, item, openPayment } = fixture

  const captures = async ({ session }: OpenPayment): Promise<number[]> => {
    const payments = fixture.resolve(Modules.PAYMENT)
    const [payment] = await payments.listPayments(
      { payment_session_id: session.id },
      { relations: ["captures"] }
    )
    return (payment?.captures ?? []).map(({ amount }) => Number(amount))
  }

  return {
    ...fixture,
    /** A payment of which no webhook tells that it is confirmed. */
    openConfirmed: async (product?: Product): Promise<OpenPayment> => {
      const opened = await openPayment(product)
      gateway.markOnly(opened.gatewayId, "confirmed")
      return opened
    },
    /** An order that was paid in crypto. */
    payOrder: async (product?: Product) => {
      const opened = await openPayment(product)
      expect(await gateway.confirm(opened.gatewayId)).toBe(200)
      const attempt = await books.attemptOf(opened.session.id)
      return {
        ...opened,
        orderId: String(attempt.order_id),
        paymentId: String(attempt.payment_id),
      }
    },
    captures,
    /** No shipping method: core captures the money, and places no order. */
    payWithoutOrder: async (): Promise<OpenPayment> => {
      const opened = await openPayment("shirt", { isShipped: false })
      expect(await gateway.confirm(opened.gatewayId)).toBe(200)
      expect(await books.attemptOf(opened.session.id)).toMatchObject(
        attention("order_not_placed")
      )
      expect(await captures(opened)).toEqual([10])
      return opened
    },
    /** A webhook of the gateway tells that a payment expired. */
    deliverExpired: async (gatewayId: string): Promise<void> => {
      gateway.markOnly(gatewayId, "expired")
      expect((await gateway.deliver(gatewayId)).status).toBe(200)
    },
    /** Delivers a webhook to core's own hook route. */
    deliverToCore: (gatewayId: string, options: DeliveryOptions = {}) =>
      gateway.deliver(gatewayId, {
        ...options,
        url: `${shop.baseUrl()}/hooks/payment/crypto_crypto`,
      }),
    /** A payment of 5 EUR for a cart that costs 10 EUR by now. */
    payTooLittle: async (): Promise<OpenPayment> => {
      const opened = await openPayment()
      await shopper.addItem(opened.cart.id, item())
      await gateway.confirm(opened.gatewayId)
      return opened
    },
  }
}

/** Makes suites with one subject, which begin with a fixture. */
export function suiteOf<Shop>(fixture: (shop: TestShop) => Shop) {
  return (subject: string, tests: (shop: Shop) => void): ShopSuite =>
    (shop) =>
      describe(subject, () => tests(fixture(shop)))
}

export const paymentSuite = suiteOf(paymentFixture)
