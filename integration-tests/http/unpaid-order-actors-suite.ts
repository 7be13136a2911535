import { Modules } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"

import { claimReplacement } from "../support/shop/add-to-order"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { attention, MANUAL } from "../support/shop/shop-fixture"

export const unpaidOrderActorsSuite = suiteOfUnpaidOrders(
  "an unpaid order that others act on",
  (shop) => {
    const { admin, books, gateway, reconcile, reserved, shopper, store } = shop
    const { placeUnpaid, payAgain, unpaidRow, letTimeRunOut } = shop

    const orderOf = async (orderId: string) => {
      const fields = "status,*payment_collections"
      const { order } = await admin.get<{
        order: {
          status: string
          payment_collections: { id: string; status: string }[]
        }
      }>(`/admin/orders/${orderId}?fields=${fields}`)
      return order
    }

    /** Of an order's items, by the rows of core's inventory. */
    const reservedFor = async (orderId: string) => {
      const { order } = await admin.get<{ order: { items: { id: string }[] } }>(
        `/admin/orders/${orderId}?fields=items.id`
      )
      const reservations = await shop
        .resolve(Modules.INVENTORY)
        .listReservationItems({ line_item_id: order.items.map(({ id }) => id) })
      return reservations.reduce((sum, each) => sum + Number(each.quantity), 0)
    }

    it.each([
      ["two admins and the job", 2, 1],
      ["an admin and the job", 1, 1],
      ["two admins", 2, 0],
      ["the job of two servers", 0, 2],
    ])(
      "is canceled once by %s at once, and releases its stock once",
      async (_who, admins, jobs) => {
        const others = await placeUnpaid("shirt")
        expect(await gateway.confirm(others.gatewayId)).toBe(200)
        const before = await reserved()
        const { cart, orderId, gatewayId } = await placeUnpaid("shirt")
        expect(await reserved()).toBe(before + 1)
        gateway.markOnly(gatewayId, "expired")
        await letTimeRunOut()
        const cancel = () => admin.post(`/admin/orders/${orderId}/cancel`)

        await Promise.allSettled([
          ...Array.from({ length: admins }, cancel),
          ...Array.from({ length: jobs }, reconcile),
        ])
        // A run may have found the payment leased, or another's cancellation in between.
        for (const _look of ["cancel", "end", "release stock"]) {
          await letTimeRunOut()
          await reconcile()
        }

        expect((await orderOf(orderId)).status).toBe("canceled")
        expect(await reserved()).toBe(before)
        expect(await reservedFor(orderId)).toBe(0)
        expect(await reservedFor(others.orderId)).toBe(1)
        expect(await unpaidRow(cart.id)).toBeUndefined()
      }
    )

    it("is not marked as paid by an admin, once or twice, while it awaits its payment", async () => {
      const { orderId, gatewayId } = await placeUnpaid()
      const { payment_collections } = await orderOf(orderId)
      const mark = () =>
        admin.post(
          `/admin/payment-collections/${payment_collections[0].id}/mark-as-paid`,
          { order_id: orderId }
        )

      const marked = await Promise.allSettled([mark(), mark()])

      expect(marked.map(({ status }) => status)).toEqual([
        "rejected",
        "rejected",
      ])
      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await books.booksOf(orderId)).toMatchObject({
        payments: 1,
        captures: [5],
        pending_difference: 0,
      })
    })

    it("stays as another provider paid it, and crypto paid besides needs attention", async () => {
      const { cart, id, orderId, gatewayId } = await placeUnpaid()
      const [{ id: collectionId }] = (await orderOf(orderId))
        .payment_collections
      const session = await shopper.openSession(collectionId, MANUAL)
      await processPaymentWorkflow(shop.container()).run({
        input: {
          action: "captured",
          data: { session_id: session.id, amount: 5 },
        },
      })
      const paid = await books.booksOf(orderId)
      expect(paid).toMatchObject({ payments: 1 })
      await letTimeRunOut()
      await reconcile()

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await shop.actions.show(id)).toMatchObject(
        attention("duplicate_payment", { order_id: orderId })
      )
      expect(await books.booksOf(orderId)).toEqual(paid)
      expect((await orderOf(orderId)).status).toBe("pending")
      expect(await unpaidRow(cart.id)).toBeUndefined()
    })

    it.each([
      ["more", 3],
      ["less", 1],
    ])(
      "is paid for what is due after an exchange, %s than before",
      async (_, quantity) => {
        const { cart, orderId, gatewayId, id } = await placeUnpaid("shirt")
        const { order } = await admin.get<{
          order: { items: { id: string; quantity: number }[] }
        }>(`/admin/orders/${orderId}?fields=*items`)
        const items = order.items.map(({ id }) => ({ id, quantity: 1 }))
        await admin.post(`/admin/orders/${orderId}/fulfillments`, { items })
        const { pending_difference } = await books.booksOf(orderId)
        const { exchange } = await admin.post<{ exchange: { id: string } }>(
          "/admin/exchanges",
          { order_id: orderId }
        )
        const path = `/admin/exchanges/${exchange.id}`
        await admin.post(`${path}/inbound/items`, { items })
        await admin.post(`${path}/outbound/items`, {
          items: [{ variant_id: store.products.ebook.variantId, quantity }],
        })
        await admin.post(`${path}/request`)
        const due = Number(pending_difference) - 10 + quantity * 5
        expect(await books.booksOf(orderId)).toMatchObject({
          pending_difference: due,
        })

        await shop.advanceLedger(3)
        await reconcile()
        expect(
          (await books.ledger.attempts.retrieve(id)).superseded_at
        ).toEqual(expect.any(Date))

        const again = await payAgain(cart.id)
        expect(again.session.data).toMatchObject({ amount: due.toFixed(2) })
        expect(again.gatewayId).not.toBe(gatewayId)
        expect(await gateway.confirm(again.gatewayId)).toBe(200)

        expect(await books.attemptFor(again.gatewayId)).toMatchObject({
          state: "settled",
          order_id: orderId,
        })
        expect(await books.booksOf(orderId)).toMatchObject({
          captures: [due],
          pending_difference: 0,
        })
        // Its first page asked for another price: money there needs a person.
        await gateway.confirm(gatewayId)
        expect(await shop.actions.show(id)).toMatchObject(
          attention("duplicate_payment", { order_id: orderId })
        )
        expect(await books.booksOf(orderId)).toMatchObject({ captures: [due] })
      }
    )

    it("is paid with what a claim adds while it is unpaid", async () => {
      const { cart, orderId, gatewayId } = await placeUnpaid()
      await claimReplacement(admin, orderId, store.products.ebook.variantId)
      expect(await books.booksOf(orderId)).toMatchObject({
        pending_difference: 10,
      })

      const again = await payAgain(cart.id)
      expect(again.session.data).toMatchObject({ amount: "10.00" })
      expect(again.gatewayId).not.toBe(gatewayId)
      expect(await gateway.confirm(again.gatewayId)).toBe(200)

      expect(await books.attemptFor(again.gatewayId)).toMatchObject({
        state: "settled",
        order_id: orderId,
      })
      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [10],
        pending_difference: 0,
      })
    })
  }
)
