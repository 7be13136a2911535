import type { DeliveryOptions, MinimalGateway } from "../minimal-gateway"
import type { OpenPayment } from "./open-payment"
import { type Product, shopFixture } from "./shop-fixture"
import type { ShopSuite, TestShop } from "./test-shop"

/** An order that was paid in crypto. */
type PaidOrder = OpenPayment & { orderId: string; paymentId: string }

/** The fixture of a shop at the minimal gateway, with what its suites begin with. */
export function paymentFixture(shop: TestShop<MinimalGateway>) {
  const fixture = shopFixture(shop)
  const { gateway, books, shopper, item, openPayment } = fixture

  return {
    ...fixture,
    /** A payment of which no webhook tells that it is confirmed. */
    openConfirmed: async (product?: Product): Promise<OpenPayment> => {
      const opened = await openPayment(product)
      gateway.markOnly(opened.gatewayId, "confirmed")
      return opened
    },
    payOrder: async (product?: Product): Promise<PaidOrder> => {
      const opened = await openPayment(product)
      expect(await gateway.confirm(opened.gatewayId)).toBe(200)
      const attempt = await books.attemptOf(opened.session.id)
      return {
        ...opened,
        orderId: String(attempt.order_id),
        paymentId: String(attempt.payment_id),
      }
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

/** A suite with one subject, at the minimal gateway. */
export function paymentSuite(
  subject: string,
  tests: (shop: ReturnType<typeof paymentFixture>) => void
): ShopSuite {
  return (shop) => describe(subject, () => tests(paymentFixture(shop)))
}
