import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"

import { readShown } from "../support/shop/admin-actions"
import type { OpenPayment } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { seedPromotion } from "../support/shop/seed-promotion"
import { attention } from "../support/shop/shop-fixture"
import { endGivenUpCompletions } from "../support/shop/workflows-to-end"
import { interruptCompletion } from "./interrupted-completion"
import { reserveStock } from "../../src/workflows/settle/reservations"

/** Core placed an order, and did not do all that belongs to it. */
export const halfDoneOrdersSuite = paymentSuite(
  "an order that core left half-done",
  (shop) => {
    const { admin, actions, books, payOrder, resolve, verifyAgain } = shop
    const { gateway, shopper, openPayment, setStock, expectPaidOnce } = shop

    afterEach(() => jest.restoreAllMocks())

    const runJob = async () => {
      await endGivenUpCompletions(shop.container())
      await shop.runJob()
    }

    const linesOf = async (orderId: string): Promise<string[]> => {
      const { items = [] } = await resolve(Modules.ORDER).retrieveOrder(
        orderId,
        { relations: ["items"] }
      )
      return items.map(({ id }) => id)
    }

    const reservedFor = async (orderId: string) =>
      await resolve(Modules.INVENTORY).listReservationItems({
        line_item_id: await linesOf(orderId),
      })

    const reserved = async () =>
      (await resolve(Modules.INVENTORY).listReservationItems({})).length

    const expectAttention = async ({ session }: OpenPayment, detail: RegExp) =>
      expect(await books.attemptOf(session.id)).toMatchObject(
        attention("order_not_placed", {
          attention_detail: expect.stringMatching(detail),
        })
      )

    /** What core fails to undo, of a completion that fails. */
    const failToUndo = (...parts: ("order" | "links" | "cart")[]) => {
      const fails = () => Promise.reject(new Error("Failed to acquire lock"))
      if (parts.includes("order")) {
        const orders = resolve(Modules.ORDER)
        jest.spyOn(orders, "deleteOrders").mockImplementation(fails)
      }
      if (parts.includes("links")) {
        const link = resolve(ContainerRegistrationKeys.LINK)
        jest.spyOn(link, "dismiss").mockImplementation(fails)
      }
    }

    const ordersInAll = async () =>
      await resolve(Modules.ORDER).listOrders({}, { select: ["id"] })

    /** A shirt that is paid for when none is left. */
    const payWithoutStock = async (...parts: Parameters<typeof failToUndo>) => {
      const opened = await openPayment("shirt")
      await setStock("shirt", 0)
      failToUndo(...parts)
      expect(await gateway.confirm(opened.gatewayId)).toBe(200)
      jest.restoreAllMocks()
      return opened
    }

    describe.each([
      ["order and links", ["order", "links"]],
      ["the order", ["order"]],
      ["the links", ["links"]],
    ] as const)("of which core could not undo %s", (_what, parts) => {
      it("is never settled without its stock, and placed once there is some, with no order beside it", async () => {
        const before = await reserved()
        const ordersBefore = (await ordersInAll()).length
        const opened = await payWithoutStock(...parts)
        expect(await books.attemptOf(opened.session.id)).not.toMatchObject({
          state: "settled",
        })
        await runJob()
        await expectAttention(opened, /^Not enough stock is left for the cart/)
        await endGivenUpCompletions(shop.container())
        expect(await reserved()).toBe(before)
        expect(await books.orderIds(opened.cart.id)).toEqual([])

        await setStock("shirt", 5)
        await runJob()

        await expectPaidOnce(opened.cart.id, opened.session.id, 13)
        const { order_id } = await books.attemptOf(opened.session.id)
        expect(await reservedFor(String(order_id))).toHaveLength(1)
        await verifyAgain()
        expect(await ordersInAll()).toHaveLength(ordersBefore + 1)
      })
    })

    it.each([
      ["exchange", {}],
      ["claim", { type: "replace" }],
    ])(
      "is not what an %s for stocked goods leaves unreserved right after the payment",
      async (what, begin) => {
        const { orderId, session } = await payOrder()
        const { variantId: variant_id } = shop.store.products.shirt
        const items = [{ id: (await linesOf(orderId))[0], quantity: 1 }]
        await admin.post(`/admin/orders/${orderId}/fulfillments`, { items })
        const begun = await admin.post<Record<string, { id: string }>>(
          `/admin/${what}s`,
          { order_id: orderId, ...begin }
        )
        const path = `/admin/${what}s/${begun[what].id}`
        await admin.post(`${path}/inbound/items`, { items })
        await admin.post(`${path}/outbound/items`, {
          items: [{ variant_id, quantity: 1 }],
        })
        await admin.post(`${path}/request`)
        // Core reserves only with shipping.
        expect(await reservedFor(orderId)).toEqual([])

        await verifyAgain()

        expect(await books.attemptOf(session.id)).toMatchObject({
          state: "settled",
          verified_at: expect.any(Date),
        })
        // Nor does the plugin, which takes it for no part of the sale.
        expect(await reservedFor(orderId)).toEqual([])
      }
    )

    it("is taken back also where its payment is captured, and the cart completed again", async () => {
      const opened = await openPayment("shirt")
      failToUndo("order", "links")
      const orders = resolve(Modules.ORDER)
      jest
        .spyOn(orders, "addOrderTransactions")
        .mockRejectedValue(new Error("Failed to acquire lock"))
      await gateway.confirm(opened.gatewayId)
      jest.restoreAllMocks()

      await runJob()

      await expectPaidOnce(opened.cart.id, opened.session.id, 13)
      const { order_id } = await books.attemptOf(opened.session.id)
      expect(await reservedFor(String(order_id))).toHaveLength(1)
    })

    /** Killed after it linked the order to its cart. */
    const interruptWithOrder = async ({ cart }: Pick<OpenPayment, "cart">) => {
      const half = await interruptCompletion(shop.container(), cart.id, {
        cart: true,
        collection: true,
      })
      await openCart(cart.id)
      return half
    }

    const openCart = (id: string) =>
      resolve(Modules.CART).updateCarts(id, { completed_at: null } as object)

    it("is taken back, and the cart completed again", async () => {
      const opened = await shop.openConfirmed("shirt")
      const half = await interruptWithOrder(opened)

      await gateway.deliver(opened.gatewayId)

      await expectPaidOnce(opened.cart.id, opened.session.id, 13)
      const { id, order_id } = await books.attemptOf(opened.session.id)
      expect(order_id).not.toBe(half)
      const { events } = await actions.show(id)
      expect(
        events.filter(({ type }) => type === "order_taken_back")
      ).toMatchObject([{ data: { order_id: half } }])
    })

    type Use = (orderId: string, cartId: string) => Promise<unknown>

    const order = (id: string, body: object) =>
      admin.post(`/admin/orders/${id}`, body)

    it.each<[string, Use]>([
      [
        "a shopper has seen it",
        async (id, cartId) =>
          expect(await shopper.complete(cartId)).toMatchObject({
            type: "order",
            order: { id },
          }),
      ],
      ["its metadata was changed", (id) => order(id, { metadata: { a: "b" } })],
      [
        "its e-mail was changed",
        (id) => order(id, { email: "b@example.test" }),
      ],
      [
        "it is being edited",
        (order_id) => admin.post("/admin/order-edits", { order_id }),
      ],
    ])(
      "is not taken back where %s: a person decides, and it stands",
      async (_what, use) => {
        const opened = await shop.openConfirmed("shirt")
        const { cart, session } = opened
        const half = await interruptWithOrder(opened)
        await use(half, cart.id)

        await gateway.deliver(opened.gatewayId)
        await runJob()

        await expectAttention(
          opened,
          /^Medusa was stopped while it placed order/
        )
        expect(await books.orderIds(cart.id)).toEqual([half])
        const { id } = await books.attemptOf(session.id)
        expect(await actions.retryOrder(id)).toMatchObject({
          state: "settled",
          order_id: half,
        })
        await expectPaidOnce(cart.id, session.id, 13)
        expect(await reservedFor(half)).toHaveLength(1)
      }
    )

    it("gives the use of its promotion back, once, also when the run is killed in between", async () => {
      const code = "ONLY_ONCE"
      await seedPromotion(shop.container(), { code, limit: 5 })
      const promotions = resolve(Modules.PROMOTION)
      const used = async () => {
        const found = await promotions.listPromotions({ code: [code] })
        return found.map((each) => Number(each.used))
      }
      const opened = await shop.openConfirmed("shirt")
      const { cart, session } = opened
      await promotions.registerUsage([{ code, amount: 2 }], {
        customer_id: null,
        customer_email: null,
      })
      const half = await interruptCompletion(shop.container(), cart.id, {
        cart: true,
        collection: true,
        promotion: { code, amount: 2 },
      })
      await openCart(cart.id)
      expect(await used()).toEqual([2])

      jest
        .spyOn(resolve(Modules.ORDER), "deleteOrders")
        .mockRejectedValueOnce(new Error("killed"))
      await gateway.deliver(opened.gatewayId)
      expect(await books.orderIds(cart.id)).toEqual([half])
      expect(await used()).toEqual([1])
      jest.restoreAllMocks()
      await runJob()

      await expectPaidOnce(cart.id, session.id, 13)
      expect(await used()).toEqual([1])
      const { order_id } = await books.attemptOf(session.id)
      expect(order_id).not.toBe(half)
    })

    it("is not taken back while core is completing its cart", async () => {
      const opened = await shop.openConfirmed("shirt")
      const { id: cartId } = opened.cart
      await Promise.allSettled([
        completeCartWorkflow(shop.container()).run({ input: { id: cartId } }),
        gateway.deliver(opened.gatewayId),
        gateway.deliver(opened.gatewayId),
        shop.runJob(),
      ])
      await shop.workflowsToEnd()
      await shop.runJob()
      await expectPaidOnce(cartId, opened.session.id, 13)
      const { id } = await books.attemptOf(opened.session.id)
      const { events } = await actions.show(id)
      expect(events.map(({ type }) => type)).not.toContain("order_taken_back")
    })

    it("needs a person where its stock is not reserved, and is settled once it is", async () => {
      const order = await payOrder("shirt")
      const [reservation] = await reservedFor(order.orderId)
      await shop.leaveWithoutStock(order.orderId)
      await setStock("shirt", 0)

      const { id } = await books.attemptOf(order.session.id)
      const unreserved =
        /^Order #\d+ is paid, but has no stock for 1 × [\w ()]+\. Nothing is reserved for it\.$/
      for (const look of [verifyAgain, shop.runJob]) {
        await look()
        await expectAttention(order, unreserved)
      }
      expect(await reservedFor(order.orderId)).toEqual([])
      const { primary_action, allowed_actions, advice } = await actions.show(id)
      expect(primary_action).toBe("allocate_items")
      expect(allowed_actions).not.toContain("retry_order")
      expect(advice?.what_to_do).toMatch(/^Allocate the items on the order's/)

      const { inventory_item_id, location_id, line_item_id } = reservation
      await setStock("shirt", 1000)
      await admin.post("/admin/reservations", {
        inventory_item_id,
        location_id,
        line_item_id,
        quantity: 1,
      })
      expect(await actions.check(id)).toMatchObject({
        state: "settled",
        order_id: order.orderId,
      })
      await verifyAgain()
      await expectPaidOnce(order.cart.id, order.session.id, 13)
    })

    it("gets the stock that it lacks where the pieces are there, once, of two runs and a job", async () => {
      const { orderId, ...order } = await payOrder("shirt")
      const inventory = resolve(Modules.INVENTORY)
      const [reservation] = await reservedFor(orderId)
      const { location_id, inventory_item_id } = reservation
      const level = () =>
        inventory.retrieveInventoryLevelByItemAndLocation(
          inventory_item_id,
          location_id
        )
      const { reserved_quantity } = await level()
      await shop.leaveWithoutStock(orderId)
      await Promise.all([
        reserveStock(shop.container(), orderId),
        verifyAgain(),
        reserveStock(shop.container(), orderId),
      ])
      await verifyAgain()
      expect(await reservedFor(orderId)).toMatchObject([
        { location_id, inventory_item_id, quantity: 1 },
      ])
      expect(await level()).toMatchObject({ reserved_quantity })
      await expectPaidOnce(order.cart.id, order.session.id, 13)
      const { events } = await actions.show(order.id)
      expect(events.map(({ type }) => type)).not.toContain("reopened")
    })

    it("is left alone for a minute where somebody has just released its stock", async () => {
      const { orderId, ...order } = await payOrder("shirt")
      const lines = await linesOf(orderId)
      const inventory = resolve(Modules.INVENTORY)
      await verifyAgain()
      // Core's cancellation, and its fulfillment, do so first, and under no lock.
      await inventory.deleteReservationItemsByLineItem(lines)
      await verifyAgain()
      expect(await reservedFor(orderId)).toEqual([])
      expect(await books.attemptOf(order.session.id)).toMatchObject({
        state: "settled",
        verified_at: null,
      })

      await shop
        .db()("reservation_item")
        .whereIn("line_item_id", lines)
        .update({ deleted_at: new Date(Date.now() - 61_000) })
      await verifyAgain()

      expect(await reservedFor(orderId)).toHaveLength(1)
      await expectPaidOnce(order.cart.id, order.session.id, 13)
    })

    it("needs a person once its stock could not be reserved for an hour", async () => {
      const { id, orderId, ...order } = await payOrder("shirt")
      await shop.leaveWithoutStock(orderId)
      const reserve = jest
        .spyOn(resolve(Modules.INVENTORY), "createReservationItems")
        .mockRejectedValue(new Error("Connection terminated"))
      await verifyAgain()
      expect(await books.attemptOf(order.session.id)).toMatchObject({
        state: "settled",
        tries: 1,
      })

      const at = new Date(Date.now() - 61 * 60_000)
      await shop.db()("crypto_payment_event").update({ at })
      await shop.db()("crypto_payment").update({ paid_at: at, settled_at: at })
      await verifyAgain()

      expect(await books.attemptOf(order.session.id)).toMatchObject(
        attention("order_not_placed", {
          order_id: orderId,
          attention_detail: expect.stringContaining("Connection terminated"),
        })
      )
      reserve.mockRestore()
      await runJob()
      expect(await reservedFor(orderId)).toHaveLength(1)
      expect(await actions.show(id)).toMatchObject({ state: "settled" })
    })

    it("stays where a person's action is refused", async () => {
      const opened = await payWithoutStock()
      await setStock("shirt", 1000)
      await endGivenUpCompletions(shop.container())
      const { id } = await books.attemptOf(opened.session.id)
      const half = await interruptWithOrder(opened)
      const shown = await readShown(admin, id)
      const outdated = { version: shown.version + 1 }
      const act = (path: string, body: object) =>
        admin.post(`/admin/crypto-payments/${id}/${path}`, body)
      for (const refused of [
        () => act("resolve", { kind: "other", shown: outdated }),
        () => act("resolve", { kind: "refunded", shown }),
        () =>
          act("refunds", {
            amount: "1000",
            transaction_hash: "0xaaa",
            shown,
          }),
        () =>
          act("refunds", {
            amount: "1",
            transaction_hash: "0xaaa",
            shown: outdated,
          }),
        () => act("refund-requests", { shown: outdated }),
        () => act("retry-order", { shown: outdated }),
        () => act("accept", { shown }),
      ]) {
        await expect(refused()).rejects.toMatchObject({
          status: expect.any(Number),
        })
        expect(await books.orderIds(opened.cart.id)).toEqual([half])
      }
      const { events, refunds } = await actions.show(id)
      expect(refunds).toEqual([])
      expect(events.map(({ type }) => type)).not.toContain("order_taken_back")
    })

    it("is deleted where a person resolves its payment", async () => {
      const { cart, session } = await payWithoutStock()
      await setStock("shirt", 1000)
      await endGivenUpCompletions(shop.container())
      const { id } = await books.attemptOf(session.id)
      const half = await interruptCompletion(shop.container(), cart.id, {
        cart: true,
      })
      const carts = resolve(Modules.CART)
      await carts.updateCarts(cart.id, { completed_at: null } as object)
      expect(await books.orderIds(cart.id)).toEqual([half])
      await actions.resolve(id, { kind: "other", note: "Sold out." })
      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await resolve(Modules.ORDER).listOrders({ id: half })).toEqual([])
    })

    it("is none whose cart is opened again, nor once it was fulfilled", async () => {
      const order = await payOrder("shirt")
      const expectSettled = async () => {
        await verifyAgain()
        expect(await books.attemptOf(order.session.id)).toMatchObject({
          state: "settled",
          order_id: order.orderId,
        })
      }
      const carts = resolve(Modules.CART)
      await carts.updateCarts(order.cart.id, { completed_at: null } as object)
      await expectSettled()

      await carts.updateCarts(order.cart.id, {
        completed_at: new Date(),
      } as object)
      const [id] = await linesOf(order.orderId)
      await admin.post(`/admin/orders/${order.orderId}/fulfillments`, {
        items: [{ id, quantity: 1 }],
      })
      expect(await reservedFor(order.orderId)).toEqual([])
      await expectSettled()
    })
  }
)
