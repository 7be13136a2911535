import { Modules } from "@medusajs/framework/utils"
import { eventually } from "../support/eventually"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { attention } from "../support/shop/shop-fixture"

export const unpaidOrdersSuite = suiteOfUnpaidOrders(
  "an order that was not paid in time",
  (shop) => {
    const { admin, books, gateway, reconcile, reserved } = shop
    const { placeUnpaid, unpaidRow, letTimeRunOut } = shop

    const status = async (orderId: string) =>
      (
        await admin.get<{ order: { status: string } }>(
          `/admin/orders/${orderId}?fields=status`
        )
      ).order.status

    it("is canceled by the job once, with its stock released once", async () => {
      const before = await reserved()
      const { cart, orderId, gatewayId, session } = await placeUnpaid("shirt")
      expect(await reserved()).toBe(before + 1)
      await reconcile()
      expect(await status(orderId)).toBe("pending")
      gateway.markOnly(gatewayId, "expired")
      await letTimeRunOut()

      await Promise.all([reconcile(), reconcile(), reconcile()])
      // One run may find the payment leased by another, and waits then.
      for (const _look of ["cancel", "release stock"]) {
        await letTimeRunOut()
        await reconcile()
      }

      expect(await status(orderId)).toBe("canceled")
      expect(await reserved()).toBe(before)
      expect((await books.attemptOf(session.id)).state).toBe("closed")
      expect(await unpaidRow(cart.id)).toBeUndefined()
    })

    it("is not canceled while its payment stays open at the gateway, and is paid by it", async () => {
      const { cart, orderId, gatewayId } = await placeUnpaid()
      await letTimeRunOut()

      await reconcile()
      expect(await status(orderId)).toBe("pending")

      expect(await gateway.confirm(gatewayId)).toBe(200)
      await letTimeRunOut()
      await reconcile()
      expect(await status(orderId)).toBe("pending")
      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [5],
        pending_difference: 0,
      })
      expect(await unpaidRow(cart.id)).toBeUndefined()
    })

    it("is paid by it also where its cart is open again", async () => {
      const { cart, orderId, gatewayId, session } = await placeUnpaid("shirt")
      const carts = shop.resolve(Modules.CART)
      await carts.updateCarts(cart.id, { completed_at: null } as object)
      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await books.attemptOf(session.id)).toMatchObject({
        ...{ state: "settled", order_id: orderId },
      })
    })

    /** As core leaves it where it is killed while it completes the cart. */
    const placeHalf = async () => {
      const opened = await placeUnpaid("shirt")
      const { cart } = opened
      const carts = shop.resolve(Modules.CART)
      await carts.updateCarts(cart.id, { completed_at: null } as object)
      await shop.db().raw(
        `UPDATE crypto_unpaid_order
            SET order_id = NULL, cancel_at = NULL, next_check_at = now()
          WHERE id = ?`,
        [cart.id]
      )
      return opened
    }

    it("is canceled, too, where core never ended its completion", async () => {
      const { cart, orderId, gatewayId } = await placeHalf()
      await reconcile()
      expect(await unpaidRow(cart.id)).toMatchObject({ order_id: null })
      expect(await status(orderId)).toBe("pending")

      gateway.markOnly(gatewayId, "expired")
      await shop
        .db()
        .raw(
          `UPDATE "order" SET created_at = now() - interval '2 days' WHERE id = ?`,
          [orderId]
        )
      await letTimeRunOut()
      await reconcile()
      expect(await status(orderId)).toBe("canceled")
    })

    it("is placed anew by its money where core never ended its completion", async () => {
      const { cart, orderId, gatewayId, session } = await placeHalf()
      await reconcile()
      expect(await gateway.confirm(gatewayId)).toBe(200)
      const [placed, ...others] = await books.orderIds(cart.id)
      expect(others).toEqual([])
      expect(placed).not.toBe(orderId)
      expect(await books.attemptOf(session.id)).toMatchObject({
        ...{ state: "settled", order_id: placed },
      })
      const orders = shop.resolve(Modules.ORDER)
      expect(await orders.listOrders({ id: orderId })).toEqual([])
    })

    it("is held back by a payment that was seen until its outcome is known, and then canceled", async () => {
      const { cart, orderId, gatewayId, session } = await placeUnpaid()
      gateway.markOnly(gatewayId, "pending")
      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      await letTimeRunOut()

      await reconcile()
      expect(await status(orderId)).toBe("pending")
      expect((await books.attemptOf(session.id)).state).toBe("open")
      const row = await unpaidRow(cart.id)
      expect(Number(row?.next_check_at)).toBeGreaterThan(Date.now())

      gateway.markOnly(gatewayId, "expired")
      await letTimeRunOut()
      await reconcile()
      expect(await status(orderId)).toBe("canceled")
    })

    it("is paid by a payment that was seen before its time was over", async () => {
      const { orderId, gatewayId, session } = await placeUnpaid()
      gateway.markOnly(gatewayId, "pending")
      await letTimeRunOut()
      await reconcile()

      expect(await gateway.confirm(gatewayId)).toBe(200)
      await letTimeRunOut()
      await reconcile()

      expect(await status(orderId)).toBe("pending")
      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [5],
        pending_difference: 0,
      })
      expect((await books.attemptOf(session.id)).state).toBe("settled")
    })

    it("is paid in place of canceled where only the gateway knows of the money", async () => {
      const { orderId, gatewayId, session } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      gateway.markOnly(gatewayId, "confirmed")
      await letTimeRunOut()

      await reconcile()

      expect(await status(orderId)).toBe("pending")
      expect(await books.booksOf(orderId)).toMatchObject({ captures: [5] })
      expect((await books.attemptOf(session.id)).state).toBe("settled")
    })

    it("is not canceled while the gateway does not answer", async () => {
      const { cart, orderId, gatewayId } = await placeUnpaid()
      gateway.markOnly(gatewayId, "expired")
      await letTimeRunOut()
      gateway.failNext(50, "server_error", new RegExp(gatewayId))

      await reconcile()

      expect(await status(orderId)).toBe("pending")
      expect(await unpaidRow(cart.id)).toBeDefined()
    })

    it("opens no other payment once its time is over", async () => {
      const { cart, gatewayId } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      await letTimeRunOut()
      gateway.forgetRequests()

      await expect(shop.payAgain(cart.id)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("is over") },
      })
      expect(gateway.requests()).toEqual([])
    })

    it("keeps later money in front of a person, and off the canceled order", async () => {
      const { orderId, gatewayId, session } = await placeUnpaid()
      gateway.markOnly(gatewayId, "expired")
      await letTimeRunOut()
      await reconcile()
      const before = await books.booksOf(orderId)

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("late_payment", { order_id: orderId })
      )
      expect(await books.booksOf(orderId)).toEqual(before)
      expect(await status(orderId)).toBe("canceled")
    })

    it("is looked at when an admin cancels it, and then forgotten", async () => {
      const { cart, orderId } = await placeUnpaid()
      await admin.post(`/admin/orders/${orderId}/cancel`)
      const isDue = async () => {
        const row = await unpaidRow(cart.id)
        return Number(row?.next_check_at) <= Date.now() || undefined
      }
      await eventually(isDue, { otherwise: "It is not due" })

      await reconcile()
      expect(await unpaidRow(cart.id)).toMatchObject({ cancel_at: null })
      await letTimeRunOut()
      await reconcile()

      expect(await unpaidRow(cart.id)).toBeUndefined()
      expect(await status(orderId)).toBe("canceled")
    })
  }
)
