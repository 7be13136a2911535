import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { openedBy } from "../support/shop/open-payment"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

export const deletedCartSuite = suiteOfUnpaidOrders(
  "an unpaid order whose completed cart was deleted",
  (shop) => {
    const { actions, books, gateway, resolve, placeUnpaid, runOutOfTime } = shop

    const deleteCart = (id: string) => resolve(Modules.CART).deleteCarts([id])

    /** As core deletes records, with their links. */
    const deleteWithLinks = async (id: string) => {
      const link = shop.container().resolve(ContainerRegistrationKeys.LINK)
      await link.delete({ [Modules.CART]: { id } })
      await shop.db()("order_cart").where({ cart_id: id }).delete()
      await shop.db()("cart_payment_collection").where({ cart_id: id }).delete()
      await deleteCart(id)
    }

    /** Which deletes its collection, too. */
    const deleteWithCollection = async (id: string) => {
      const collectionId = await shop.collectionOf(id)
      await deleteWithLinks(id)
      await shop
        .db()("order_payment_collection")
        .where({ payment_collection_id: collectionId })
        .delete()
      await resolve(Modules.PAYMENT).deletePaymentCollections([collectionId])
    }

    const WAYS: [string, (cartId: string) => Promise<unknown>][] = [
      ["alone", deleteCart],
      ["with its links", deleteWithLinks],
    ]

    const paid = {
      payments: 1,
      captures: [5],
      transactions: [5],
      pending_difference: 0,
      payment_status: "captured",
    }

    it.each([
      ...WAYS,
      ["with links and collection", deleteWithCollection] as const,
    ])("%s is paid by its page, once", async (_how, remove) => {
      const { cart, id, orderId, gatewayId } = await placeUnpaid()
      await remove(cart.id)

      expect(await gateway.confirm(gatewayId)).toBe(200)
      await shop.runJob()
      await shop.verifyAgain()

      expect(await actions.show(id)).toMatchObject({
        state: "settled",
        order_id: orderId,
      })
      expect(await books.booksOf(orderId)).toMatchObject(paid)
    })

    it.each(WAYS)(
      "%s has its refund booked on the order",
      async (_how, remove) => {
        const { cart, id, orderId, gatewayId } = await placeUnpaid()
        expect(await gateway.confirm(gatewayId)).toBe(200)
        await remove(cart.id)

        await actions.refund(id, "2", "0xaaa")

        expect(await books.booksOf(orderId)).toMatchObject({
          transactions: [5, -2],
          pending_difference: 0,
        })
      }
    )

    it("alone can be paid by a new page", async () => {
      const { cart, orderId, gatewayId } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      const collectionId = await shop.collectionOf(cart.id)
      await deleteCart(cart.id)

      const again = openedBy(
        await shop.shopper.openSession(collectionId, HOSTED)
      )
      expect(await gateway.confirm(again.gatewayId)).toBe(200)

      expect(await books.attemptFor(again.gatewayId)).toMatchObject({
        state: "settled",
        order_id: orderId,
      })
      expect(await books.booksOf(orderId)).toMatchObject(paid)
    })

    it.each(WAYS)(
      "%s is canceled by the job where it is not paid in time",
      async (_how, remove) => {
        const { cart, orderId, gatewayId } = await placeUnpaid("shirt")
        gateway.markOnly(gatewayId, "expired")
        await remove(cart.id)

        await runOutOfTime()

        expect((await shop.orderOf(orderId)).status).toBe("canceled")
      }
    )
  }
)
