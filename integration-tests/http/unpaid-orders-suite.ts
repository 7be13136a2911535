import { Modules } from "@medusajs/framework/utils"
import { eventually } from "../support/eventually"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { attention } from "../support/shop/shop-fixture"

export const unpaidOrdersSuite = suiteOfUnpaidOrders(
  "an order that was not paid in time",
  (shop) => {
    const { books, gateway, reconcile, reserved, cancel, orderOf } = shop
    const { placeUnpaid, unpaidRow, letTimeRunOut, runOutOfTime } = shop

    const status = async (orderId: string) => (await orderOf(orderId)).status

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
      for (const _look of ["cancel", "release stock"]) await runOutOfTime()

      expect(await status(orderId)).toBe("canceled")
      expect(await reserved()).toBe(before)
      expect((await books.attemptOf(session.id)).state).toBe("closed")
      expect(await unpaidRow(cart.id)).toBeUndefined()
    })

    it("is not canceled while its payment stays open at the gateway, and is paid by it", async () => {
      const { cart, orderId, gatewayId, session } = await placeUnpaid()
      await shop.advanceLedger(3)
      await reconcile()
      const attempt = await books.attemptOf(session.id)
      expect(attempt).toMatchObject({ state: "open", superseded_at: null })
      await runOutOfTime()
      expect(await status(orderId)).toBe("pending")

      expect(await gateway.confirm(gatewayId)).toBe(200)
      await runOutOfTime()
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
        state: "settled",
        order_id: orderId,
      })
    })

    /** As core leaves it where it is killed while it completes the cart; and a run of the job. */
    const placeHalf = async () => {
      const opened = await placeUnpaid("shirt")
      const { cart } = opened
      const carts = shop.resolve(Modules.CART)
      await carts.updateCarts(cart.id, { completed_at: null } as object)
      await shop.db().raw(
        `UPDATE workflow_execution SET state = 'not_started'
          WHERE workflow_id = 'complete-cart'
            AND context -> 'data' -> 'payload' ->> 'id' = ?`,
        [cart.id]
      )
      await shop.db().raw(
        `UPDATE crypto_unpaid_order
            SET order_id = NULL, cancel_at = NULL, next_check_at = now()
          WHERE id = ?`,
        [cart.id]
      )
      await reconcile()
      return opened
    }

    it("is canceled, too, where core never ended its completion", async () => {
      const { cart, orderId, gatewayId } = await placeHalf()
      expect(await unpaidRow(cart.id)).toMatchObject({ order_id: null })
      expect(await status(orderId)).toBe("pending")

      gateway.markOnly(gatewayId, "expired")
      await shop
        .db()
        .raw(
          `UPDATE "order" SET created_at = now() - interval '2 days' WHERE id = ?`,
          [orderId]
        )
      await runOutOfTime()
      expect(await status(orderId)).toBe("canceled")
    })

    it("is placed anew by its money where core never ended its completion", async () => {
      const { cart, orderId, gatewayId, session } = await placeHalf()
      expect(await gateway.confirm(gatewayId)).toBe(200)
      const [placed, ...others] = await books.orderIds(cart.id)
      expect(others).toEqual([])
      expect(placed).not.toBe(orderId)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "settled",
        order_id: placed,
      })
      const orders = shop.resolve(Modules.ORDER)
      expect(await orders.listOrders({ id: orderId })).toEqual([])
    })

    it("is held back by a payment that was seen until its outcome is known, and then canceled; later money needs a person", async () => {
      const { cart, orderId, gatewayId, session } = await placeUnpaid()
      gateway.markOnly(gatewayId, "pending")
      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      await runOutOfTime()
      expect(await status(orderId)).toBe("pending")
      expect((await books.attemptOf(session.id)).state).toBe("open")
      const row = await unpaidRow(cart.id)
      expect(Number(row?.next_check_at)).toBeGreaterThan(Date.now())

      gateway.markOnly(gatewayId, "expired")
      await runOutOfTime()
      expect(await status(orderId)).toBe("canceled")
      const before = await books.booksOf(orderId)

      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("late_payment", { order_id: orderId })
      )
      expect(await books.booksOf(orderId)).toEqual(before)
      expect(await status(orderId)).toBe("canceled")
    })

    it("is paid in place of canceled where only the gateway knows of the money, also where it does not answer at first", async () => {
      const { orderId, gatewayId, session } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      gateway.markOnly(gatewayId, "confirmed")
      gateway.failNext(1, "server_error", new RegExp(gatewayId))
      await runOutOfTime()
      expect(await status(orderId)).toBe("pending")
      expect(await books.booksOf(orderId)).toMatchObject({ captures: [] })

      await runOutOfTime()
      expect(await status(orderId)).toBe("pending")
      expect(await books.booksOf(orderId)).toMatchObject({ captures: [5] })
      expect((await books.attemptOf(session.id)).state).toBe("settled")
    })

    it("is looked at when an admin cancels it, and then forgotten", async () => {
      const { cart, orderId, id } = await placeUnpaid()
      await cancel(orderId)
      const isDue = async () => {
        const row = await unpaidRow(cart.id)
        return Number(row?.next_check_at) <= Date.now() || undefined
      }
      await eventually(isDue, { otherwise: "It is not due" })

      await reconcile()
      expect(await unpaidRow(cart.id)).toMatchObject({ cancel_at: null })
      const { events } = await shop.actions.show(id)
      expect(events.map(({ type }) => type)).not.toContain("canceled_unpaid")
      expect((await shop.cryptoOrderOf(orderId)).unpaid).toBeNull()
      await runOutOfTime()

      expect(await unpaidRow(cart.id)).toBeUndefined()
      expect(await status(orderId)).toBe("canceled")
    })
  }
)
