import { setTimeout as wait } from "node:timers/promises"
import { Modules } from "@medusajs/framework/utils"

import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"

/** Until the job, or a webhook, has come to the cart's lock. */
const JOB_MS = 1_500

export const unpaidOrderCancellationSuite = suiteOfUnpaidOrders(
  "the cancellation of an order that was not paid in time",
  (shop) => {
    const { admin, books, gateway, reconcile, resolve, reserved } = shop
    const { cancel, orderOf, placeUnpaid, unpaidRow, runOutOfTime } = shop

    const status = async (orderId: string) => (await orderOf(orderId)).status

    const itemsOf = async (orderId: string) =>
      (await orderOf(orderId)).items.map(({ id }) => id)

    /** Of an order's items, by the rows of core's inventory. */
    const reservedFor = async (orderId: string) => {
      const reservations = await resolve(
        Modules.INVENTORY
      ).listReservationItems({ line_item_id: await itemsOf(orderId) })
      return reservations.reduce((sum, each) => sum + Number(each.quantity), 0)
    }

    it.each([
      ["two admins and the job", 2, 1],
      ["two admins", 2, 0],
    ])(
      "is done once by %s at once, and releases its stock once",
      async (_who, admins, jobs) => {
        const others = await placeUnpaid("shirt")
        expect(await gateway.confirm(others.gatewayId)).toBe(200)
        const before = await reserved()
        const { cart, orderId, gatewayId } = await placeUnpaid("shirt")
        expect(await reserved()).toBe(before + 1)
        gateway.markOnly(gatewayId, "expired")
        await shop.letTimeRunOut()

        await Promise.allSettled([
          ...Array.from({ length: admins }, () => cancel(orderId)),
          ...Array.from({ length: jobs }, reconcile),
        ])
        // A run may have found the payment leased, or another's cancellation in between.
        for (const _look of ["cancel", "end", "release stock"]) {
          await runOutOfTime()
        }

        expect(await status(orderId)).toBe("canceled")
        expect(await reserved()).toBe(before)
        expect(await reservedFor(orderId)).toBe(0)
        expect(await reservedFor(others.orderId)).toBe(1)
        expect(await unpaidRow(cart.id)).toBeUndefined()
      }
    )

    it("is canceled again where core undoes its cancellation, and has its stock released again", async () => {
      const before = await reserved()
      const { cart, orderId, gatewayId } = await placeUnpaid("shirt")
      gateway.markOnly(gatewayId, "expired")
      await runOutOfTime()
      expect(await unpaidRow(cart.id)).toMatchObject({ cancel_at: null })
      // As core does where a later step of the cancellation fails.
      await resolve(Modules.ORDER).updateOrders([
        { id: orderId, status: "pending" },
      ])

      await runOutOfTime()
      const { cancel_at } = (await unpaidRow(cart.id)) ?? {}
      expect(Number(cancel_at)).toBeGreaterThan(Date.now())
      await runOutOfTime()
      expect(await status(orderId)).toBe("canceled")
      // As core does where a second cancellation fails.
      await resolve(Modules.INVENTORY).restoreReservationItemsByLineItem(
        await itemsOf(orderId)
      )
      expect(await reserved()).toBe(before + 1)
      await reconcile()
      expect(await reserved()).toBe(before + 1)
      await runOutOfTime()
      expect(await reserved()).toBe(before)
      expect(await unpaidRow(cart.id)).toBeUndefined()
    })

    it("is not canceled where its payment ended while the job came to it, and was paid then", async () => {
      const { orderId, gatewayId } = await placeUnpaid()
      const { attempts } = books.ledger
      const supersede = attempts.supersede.bind(attempts)
      jest
        .spyOn(attempts, "supersede")
        .mockImplementationOnce(async (...given) => {
          gateway.markOnly(gatewayId, "expired")
          await gateway.deliver(gatewayId)
          gateway.markOnly(gatewayId, "confirmed")
          return await supersede(...given)
        })
      await runOutOfTime()
      expect(await status(orderId)).toBe("pending")
      await runOutOfTime()
      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [5],
        pending_difference: 0,
      })
    })

    it("is not canceled while one of its payments is of a merchant that is not configured any more", async () => {
      const { id, orderId, gatewayId } = await placeUnpaid()
      gateway.markOnly(gatewayId, "expired")
      const of = shop.db()("crypto_payment").where({ id })
      await of.clone().update({ merchant_id: "of another gateway" })
      await runOutOfTime()
      expect(await status(orderId)).toBe("pending")

      const { merchantId } = books.ledger.merchants.options("default")
      await of.clone().update({ merchant_id: merchantId })
      await runOutOfTime()
      expect(await status(orderId)).toBe("canceled")
    })

    it("is canceled, and the timeline says where Medusa counts its stock as reserved still", async () => {
      const { id, orderId, gatewayId } = await placeUnpaid("shirt")
      gateway.markOnly(gatewayId, "expired")
      await runOutOfTime()
      expect(await status(orderId)).toBe("canceled")
      const levels = () =>
        shop.db()("inventory_level").where({
          inventory_item_id: shop.store.products.shirt.inventoryItemId,
        })
      const counted = (more: number) => ({
        reserved_quantity: shop.db().raw("reserved_quantity + ?", [more]),
        raw_reserved_quantity: shop
          .db()
          .raw(
            "jsonb_set(raw_reserved_quantity, '{value}', to_jsonb((reserved_quantity + ?)::text))",
            [more]
          ),
      })
      await levels().update(counted(1))

      await runOutOfTime()

      await levels().update(counted(-1))
      const { events } = await shop.actions.show(id)
      expect(
        events.filter(({ type }) => type === "stock_miscounted")
      ).toMatchObject([{ data: { order_id: orderId } }])
    })

    it("is paid in place of canceled where its money comes while the job waits for the cart's lock", async () => {
      const { cart, orderId, gatewayId, session } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      await shop.letTimeRunOut()
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      const held = resolve(Modules.LOCKING).execute(cart.id, () => released)

      const job = reconcile()
      await wait(JOB_MS)
      const confirmed = gateway.confirm(gatewayId)
      await wait(JOB_MS)
      expect(await status(orderId)).toBe("pending")
      release()
      await Promise.all([held, job, confirmed])
      await gateway.deliver(gatewayId)

      expect(await status(orderId)).toBe("pending")
      expect(await books.booksOf(orderId)).toMatchObject({ captures: [5] })
      expect((await books.attemptOf(session.id)).state).toBe("settled")
    })

    it.each<[string, "pending" | "expired", () => void]>([
      ["its coins are on their way", "pending", () => {}],
      [
        "its gateway does not answer",
        "expired",
        () => gateway.failNext(1, "server_error"),
      ],
    ])(
      "waits longer than late money is checked for while %s",
      async (_what, gatewayStatus, fail) => {
        const { orderId, gatewayId } = await placeUnpaid()
        gateway.markOnly(gatewayId, gatewayStatus)
        fail()
        await runOutOfTime(8 * 24 * 60)
        expect(await status(orderId)).toBe("pending")

        gateway.markOnly(gatewayId, "expired")
        await runOutOfTime(8 * 24 * 60)
        expect(await status(orderId)).toBe("canceled")
      }
    )

    const beginEdit = async (order_id: string) => {
      await admin.post("/admin/order-edits", { order_id })
      const changes = shop.db()("order_change").where({ order_id })
      await changes.clone().update({ created_at: new Date(0) })
      return async () =>
        expect(await changes).toMatchObject([
          { change_type: "edit", canceled_at: null },
        ])
    }

    const fulfill = async (order_id: string) => {
      const items = (await orderOf(order_id)).items.map(({ id, quantity }) => ({
        id,
        quantity,
      }))
      await admin.post(`/admin/orders/${order_id}/fulfillments`, { items })
    }

    it.each([
      ["is editing it, and so does the edit", beginEdit, 3_600_000],
      ["has begun to fulfill it", fulfill, 0],
    ])("stays while an admin %s", async (_what, begin, waitMs) => {
      const { cart, orderId, gatewayId } = await placeUnpaid("shirt")
      const expectBegun = await begin(orderId)
      gateway.markOnly(gatewayId, "expired")
      await runOutOfTime()

      expect(await status(orderId)).toBe("pending")
      await expectBegun?.()
      const row = await unpaidRow(cart.id)
      expect(Number(row?.next_check_at)).toBeGreaterThan(Date.now() + waitMs)
      expect(row?.cancel_at).toBeInstanceOf(Date)
    })

    it("is canceled where a killed cancellation left its change of a credit line", async () => {
      const before = await reserved()
      const { orderId, gatewayId } = await placeUnpaid("shirt")
      gateway.markOnly(gatewayId, "expired")
      // Core begins it before it cancels, and confirms it at once.
      const change = await resolve(Modules.ORDER).createOrderChange({
        order_id: orderId,
        change_type: "credit_line",
      })
      const inventory = resolve(Modules.INVENTORY)
      const released = jest.spyOn(inventory, "deleteReservationItemsByLineItem")
      await runOutOfTime()
      // Another cancellation may be running: of two that fail, core restores the stock twice.
      expect(await status(orderId)).toBe("pending")
      expect(released).not.toHaveBeenCalled()
      released.mockRestore()
      await shop
        .db()("order_change")
        .where({ id: change.id })
        .update({ created_at: new Date(Date.now() - 61_000) })

      await runOutOfTime()

      expect(await status(orderId)).toBe("canceled")
      expect(await reserved()).toBe(before)
    })
  }
)
