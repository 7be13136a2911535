import { Modules } from "@medusajs/framework/utils"
import { paymentFixture, suiteOf } from "./payment-fixture"
import type { TestShop } from "./test-shop"
import type {
  AdminCryptoOrder,
  AdminCryptoOrderResponse,
} from "../../../src/api/types"

type ReadOrder = {
  status: string
  items: { id: string; quantity: number }[]
  payment_collections: { id: string; status: string }[]
}

/** What the suites of a shop begin with that places orders before their payment. */
function orderFirstFixture(testShop: TestShop) {
  const shop = paymentFixture(testShop)
  const { admin, db, books } = shop
  const unpaidRow = (cartId: string) => books.ledger.unpaidOrders.find(cartId)
  /** As if the time to pay was over since so long; of a canceled order, the last wait. */
  const letTimeRunOut = async (minutes = 1): Promise<void> => {
    await db().raw(
      `UPDATE crypto_unpaid_order
          SET next_check_at = now() - ?::int * interval '1 minute',
              cancel_at = CASE WHEN cancel_at IS NOT NULL
                               THEN now() - ?::int * interval '1 minute' END`,
      [minutes, minutes]
    )
  }
  return {
    ...shop,
    letTimeRunOut,
    /** The job, once the time to pay, or the last wait, is over since so long. */
    runOutOfTime: async (minutes = 1) => {
      await letTimeRunOut(minutes)
      return await shop.reconcile()
    },
    /** An order as Medusa's admin reads it. */
    orderOf: async (orderId: string): Promise<ReadOrder> => {
      const fields = "status,*items,*payment_collections"
      const { order } = await admin.get<{ order: ReadOrder }>(
        `/admin/orders/${orderId}?fields=${fields}`
      )
      return order
    },
    /** What the plugin's admin shows beside an order. */
    cryptoOrderOf: async (orderId: string): Promise<AdminCryptoOrder> => {
      const { crypto_order } = await admin.get<AdminCryptoOrderResponse>(
        `/admin/crypto-payments/orders/${orderId}`
      )
      return crypto_order
    },
    /** The shopper opens another payment for an order that is there already. */
    payAgain: async (cartId: string) =>
      await shop.openDue(await shop.collectionOf(cartId)),
    unpaidRow,
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

export const suiteOfUnpaidOrders = suiteOf(orderFirstFixture)
