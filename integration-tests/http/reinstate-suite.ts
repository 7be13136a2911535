import { Modules } from "@medusajs/framework/utils"

import { setQuantities } from "../support/shop/add-to-order"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { attention } from "../support/shop/shop-fixture"
import { reinstateOrderWorkflow } from "../../src/workflows/reinstate-order"

export const reinstateSuite = suiteOfUnpaidOrders(
  "reinstating the order of a late payment",
  (shop) => {
    const { actions, admin, books, gateway, reconcile, resolve, store } = shop
    const { placeUnpaid, letTimeRunOut } = shop

    const paidBooks = (price: number) => ({
      payments: 1,
      captures: [price],
      refunds: 0,
      transactions: [price],
      pending_difference: 0,
      payment_status: "captured",
      total: price,
    })

    /** Paid after the job canceled its order. */
    const payLate = async (product?: Parameters<typeof placeUnpaid>[0]) => {
      const unpaid = await placeUnpaid(product)
      gateway.markOnly(unpaid.gatewayId, "expired")
      await letTimeRunOut()
      await reconcile()
      expect(await gateway.confirm(unpaid.gatewayId)).toBe(200)
      expect(await actions.show(unpaid.id)).toMatchObject(
        attention("late_payment", { order_id: unpaid.orderId })
      )
      return unpaid
    }

    const findOrders = async (like: string) =>
      await shop
        .db()("order")
        .where("id", "like", `${like}%`)
        .select("id", "status", "is_draft_order")

    const levelOf = async (inventoryItemId: string) => {
      const [level] = await resolve(Modules.INVENTORY).listInventoryLevels({
        inventory_item_id: inventoryItemId,
      })
      return level
    }

    const reserved = async () =>
      Number(
        (await levelOf(String(store.products.shirt.inventoryItemId)))
          .reserved_quantity
      )

    it("places the same order again, and pays it once", async () => {
      const before = await reserved()
      const { id, orderId } = await payLate("shirt")
      const canceled = await books.booksOf(orderId)
      expect(await reserved()).toBe(before)
      expect((await actions.show(id)).allowed_actions).toContain("reinstate")

      const shown = await actions.reinstate(id)

      const again = `${orderId}_again`
      expect(shown).toMatchObject({ state: "settled", order_id: again })
      expect(shown.allowed_actions).not.toContain("reinstate")
      expect(shown.events.map(({ type }) => type)).toContain("order_reinstated")
      expect(await books.booksOf(again)).toMatchObject(
        paidBooks(canceled.total)
      )
      expect(await reserved()).toBe(before + 1)
      expect(await books.booksOf(orderId)).toEqual(canceled)
      const fields = "fields=status,email,metadata,*items,*shipping_methods"
      const [old, placed] = await Promise.all(
        [orderId, again].map((each) =>
          admin.get<{ order: Record<string, unknown> }>(
            `/admin/orders/${each}?${fields},*shipping_address`
          )
        )
      )
      expect(old.order.metadata).toMatchObject({ reinstated_as: again })
      expect(placed.order).toMatchObject({
        status: "pending",
        email: old.order.email,
        metadata: { reinstated_from: orderId },
        items: [
          expect.objectContaining({
            variant_id: store.products.shirt.variantId,
            quantity: 1,
          }),
        ],
        shipping_methods: [expect.objectContaining({ amount: 3 })],
      })
    })

    it("stays settled when it is verified and its webhook comes again", async () => {
      const { id, gatewayId, orderId } = await payLate()
      await actions.reinstate(id)
      const paid = await books.booksOf(`${orderId}_again`)

      await shop.advanceLedger(10)
      await reconcile()
      expect((await gateway.deliver(gatewayId)).status).toBe(200)

      expect(await actions.show(id)).toMatchObject({ state: "settled" })
      expect(await books.booksOf(`${orderId}_again`)).toEqual(paid)
    })

    it("or a refund of it is done, not both, when two admins decide at once", async () => {
      for (const _ of [1, 2, 3]) {
        const { id, orderId } = await payLate()
        const results = await Promise.allSettled([
          actions.reinstate(id),
          actions.refund(id, "1.00", `0x${id}`),
        ])
        const [reinstated] = results.map(({ status }) => status === "fulfilled")
        expect(results.map(({ status }) => status).sort()).toEqual([
          "fulfilled",
          "rejected",
        ])
        expect(await findOrders(orderId)).toHaveLength(reinstated ? 2 : 1)
        expect((await actions.show(id)).refunds).toHaveLength(
          reinstated ? 0 : 1
        )
      }
    })

    it("is refused with 409, as a refund is, to whoever decided about what it was before", async () => {
      const { id } = await payLate()
      await actions.reinstate(id)
      const before = await actions.show(id)
      const shown = { state: "attention", attention_reason: "late_payment" }
      for (const act of [
        () => actions.reinstate(id, { shown }),
        () => actions.refund(id, "1.00", "0xef", { shown }),
        () => actions.resolve(id, { kind: "other", note: "Talked.", shown }),
      ]) {
        await expect(act()).rejects.toMatchObject({
          status: 409,
          body: {
            type: "not_allowed",
            code: "changed",
            message:
              "This payment is settled. That changed after it was shown to you, so nothing was done. Load it again before you decide.",
          },
        })
      }
      expect(await actions.show(id)).toEqual(before)
    })

    it("is one order when two admins do it at once, twice", async () => {
      const { id, orderId } = await payLate("shirt")

      await Promise.allSettled([1, 2, 3, 4].map(() => actions.reinstate(id)))
      await reconcile()

      expect(await actions.show(id)).toMatchObject({ state: "settled" })
      expect(await findOrders(orderId)).toHaveLength(2)
      expect(await books.booksOf(`${orderId}_again`)).toMatchObject({
        payments: 1,
        pending_difference: 0,
      })
    })

    it("is refused without stock, changes nothing, and works once there is some", async () => {
      const { id, orderId } = await payLate("rare")
      await shop.setStock("rare", 0)
      const before = await actions.show(id)

      await expect(actions.reinstate(id)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/cannot be placed again/) },
      })

      expect(await findOrders(orderId)).toHaveLength(1)
      expect(await actions.show(id)).toEqual(before)
      await shop.setStock("rare", 1)
      await actions.reinstate(id)
      expect(await actions.show(id)).toMatchObject({ state: "settled" })
    })

    it("is refused where the order costs something else than was paid", async () => {
      const { id, orderId, gatewayId } = await placeUnpaid()
      gateway.markOnly(gatewayId, "expired")
      await setQuantities(shop.container(), orderId, () => 3)
      await letTimeRunOut()
      await reconcile()
      await gateway.confirm(gatewayId)

      await expect(actions.reinstate(id)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("costs 15.00 EUR") },
      })

      expect(await findOrders(orderId)).toHaveLength(1)
      expect(await actions.show(id)).toMatchObject(attention("late_payment"))
    })

    it("is refused for a payment that is not late, was refunded, or is the second for its order", async () => {
      const unpaid = await placeUnpaid()
      await expect(actions.reinstate(unpaid.id)).rejects.toMatchObject({
        status: 400,
      })
      await shop.deliverExpired(unpaid.gatewayId)
      const second = await shop.payAgain(unpaid.cart.id)
      gateway.markOnly(second.gatewayId, "expired")
      await letTimeRunOut()
      await reconcile()
      for (const { gatewayId } of [unpaid, second]) {
        expect(await gateway.confirm(gatewayId)).toBe(200)
      }
      await actions.reinstate(unpaid.id)

      await expect(actions.reinstate(second.id)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("placed again before") },
      })
      await actions.refund(second.id, "1.00", "0xab")
      await expect(actions.reinstate(second.id)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("refund") },
      })
      expect(await findOrders(unpaid.orderId)).toHaveLength(2)
    })

    it("is finished by another try where it was interrupted, which no refund can overtake", async () => {
      const before = await reserved()
      const { id, orderId } = await payLate("shirt")
      const reinstate = jest
        .spyOn(books.ledger.adminActions, "reinstate")
        .mockRejectedValueOnce(new Error("The database is gone."))
      await expect(actions.reinstate(id)).rejects.toMatchObject({ status: 500 })
      reinstate.mockRestore()

      await expect(
        actions.resolve(id, { kind: "refunded", transaction_hash: "0xcd" })
      ).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("placed again") },
      })
      await actions.reinstate(id)

      expect(await actions.show(id)).toMatchObject({ state: "settled" })
      expect(await findOrders(orderId)).toHaveLength(2)
      expect(await reserved()).toBe(before + 1)
    })

    it("is not refunded while its order, which was placed again, is not paid yet", async () => {
      const { id, orderId } = await payLate()
      await reinstateOrderWorkflow(shop.container()).run({
        input: { id, actor_id: "user_other" },
      })

      await expect(actions.refund(id, "1.00", "0xef")).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("placed again") },
      })
      await actions.check(id)

      expect(await actions.show(id)).toMatchObject({ state: "settled" })
      expect(await books.booksOf(`${orderId}_again`)).toMatchObject({
        payments: 1,
        pending_difference: 0,
      })
    })

    it("begins anew where it was interrupted before the order was placed", async () => {
      const before = await reserved()
      const { id, orderId } = await payLate("shirt")
      const orders = resolve(Modules.ORDER)
      const updating = jest
        .spyOn(orders, "updateOrders")
        .mockRejectedValue(new Error("The process was killed."))
      const deleting = jest
        .spyOn(orders, "deleteOrders")
        .mockRejectedValue(new Error("The process was killed."))
      await expect(actions.reinstate(id)).rejects.toMatchObject({ status: 500 })
      updating.mockRestore()
      deleting.mockRestore()
      expect(await findOrders(orderId)).toContainEqual(
        expect.objectContaining({ is_draft_order: true })
      )

      await actions.reinstate(id)

      expect(await actions.show(id)).toMatchObject({ state: "settled" })
      expect(await findOrders(orderId)).toHaveLength(2)
      expect(await reserved()).toBe(before + 1)
    })
  }
)
