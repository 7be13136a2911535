import { Modules } from "@medusajs/framework/utils"

import { eventually } from "../eventually"
import { gatewayIdOf, type OpenPayment } from "./open-payment"
import { paymentFixture } from "./payment-fixture"
import { HOSTED, type Product } from "./shop-fixture"
import type { ShopSuite } from "./test-shop"

/** An order that was placed before its payment. */
type UnpaidOrderOfShop = OpenPayment & { orderId: string }

type PaymentFixture = ReturnType<typeof paymentFixture>

/** What the suites of a shop begin with that places orders before their payment. */
function orderFirstFixture(shop: PaymentFixture) {
  const { shopper, db, openPayment, books } = shop
  const unpaidRow = (cartId: string) => books.ledger.unpaidOrders.find(cartId)
  return {
    ...shop,
    placeUnpaid: async (product?: Product): Promise<UnpaidOrderOfShop> => {
      const opened = await openPayment(product)
      const { id: orderId } = await shopper.placeOrder(opened.cart.id)
      await eventually(
        async () => (await unpaidRow(opened.cart.id))?.order_id ?? undefined,
        { otherwise: "The unpaid order was not written down" }
      )
      return { ...opened, orderId }
    },
    /** The shopper opens another payment for an order that is there already. */
    payAgain: async (cartId: string): Promise<Omit<OpenPayment, "cart">> => {
      const [{ payment_collection_id }] = await books.attemptsOfCart(cartId)
      const session = await shopper.openSession(
        String(payment_collection_id),
        HOSTED
      )
      return {
        session,
        gatewayId: gatewayIdOf(session),
        id: String(session.data?.crypto_payment_id),
      }
    },
    unpaidRow,
    /** As if the time to pay was over since so long; of a canceled order, the last wait. */
    letTimeRunOut: async (minutes = 1): Promise<void> => {
      await db().raw(
        `UPDATE crypto_unpaid_order
            SET next_check_at = now() - ?::int * interval '1 minute',
                cancel_at = CASE WHEN cancel_at IS NOT NULL
                                 THEN now() - ?::int * interval '1 minute' END`,
        [minutes, minutes]
      )
    },
    /** How many shirts are reserved. */
    reserved: async (): Promise<number> => {
      const [level] = await shop
        .resolve(Modules.INVENTORY)
        .listInventoryLevels({
          inventory_item_id: String(shop.store.products.shirt.inventoryItemId),
        })
      return Number(level.reserved_quantity)
    },
  }
}

export type OrderFirstShop = ReturnType<typeof orderFirstFixture>

export function suiteOfUnpaidOrders(
  subject: string,
  tests: (shop: OrderFirstShop) => void
): ShopSuite {
  return (shop) =>
    describe(subject, () => tests(orderFirstFixture(paymentFixture(shop))))
}
