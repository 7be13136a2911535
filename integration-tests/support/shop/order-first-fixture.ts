import { Modules } from "@medusajs/framework/utils"
import { eventually } from "../eventually"
import { setQuantities } from "./add-to-order"
import { type OpenPayment, gatewayIdOf } from "./open-payment"
import { paymentFixture } from "./payment-fixture"
import { HOSTED, type Product } from "./shop-fixture"
import type { ShopSuite } from "./test-shop"
import type { toStoreCryptoCollection } from "../../../src/api/store/crypto-payments/collections/[payment_collection_id]/route"
import type {
  AdminCryptoOrder,
  AdminCryptoOrderResponse,
} from "../../../src/api/types"

/** An order that was placed before its payment. */
type UnpaidOrderOfShop = OpenPayment & { orderId: string }

type ReadOrder = {
  status: string
  items: { id: string; quantity: number }[]
  payment_collections: { id: string; status: string }[]
}

type PaymentFixture = ReturnType<typeof paymentFixture>

/** What the suites of a shop begin with that places orders before their payment. */
function orderFirstFixture(shop: PaymentFixture) {
  const { admin, shopper, db, openPayment, books } = shop
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
    cancel: (orderId: string) => admin.post(`/admin/orders/${orderId}/cancel`),
    /** Edits the quantity of the one item of an order. */
    edit: (orderId: string, quantity: number) =>
      setQuantities(shop.container(), orderId, () => quantity),
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

type OrderFirstShop = ReturnType<typeof orderFirstFixture>

export function suiteOfUnpaidOrders(
  subject: string,
  tests: (shop: OrderFirstShop) => void
): ShopSuite {
  return (shop) =>
    describe(subject, () => tests(orderFirstFixture(paymentFixture(shop))))
}

type ShownCollection = ReturnType<typeof toStoreCryptoCollection>

/** What the suites of the pay page begin with, beside the shop. */
export function payPageFixture({
  books,
  shopper,
}: Pick<OrderFirstShop, "books" | "shopper">) {
  return {
    /** The pay page's request. */
    show: async (collectionId: string): Promise<ShownCollection> => {
      const { crypto_collection } = await shopper.get<{
        crypto_collection: ShownCollection
      }>(`/store/crypto-payments/collections/${collectionId}`)
      return crypto_collection
    },
    collectionOf: async (cartId: string): Promise<string> => {
      const [{ payment_collection_id }] = await books.attemptsOfCart(cartId)
      return String(payment_collection_id)
    },
  }
}
