import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"

import { type PaidOrder, paymentSuite } from "../support/shop/payment-fixture"
import type { Product } from "../support/shop/shop-fixture"

/** Core was killed after it created an order, and before it reserved the stock. */
export const unreservedStockSuite = paymentSuite(
  "an order whose stock core did not reserve",
  (shop) => {
    const { admin, actions, books, payOrder, resolve, verifyAgain } = shop
    const log = shop.watchLog()

    const payVerified = async (product: Product): Promise<PaidOrder> => {
      const order = await payOrder(product)
      await verifyAgain()
      return order
    }

    const linesOf = async ({ orderId }: PaidOrder): Promise<string[]> => {
      const { items = [] } = await resolve(Modules.ORDER).retrieveOrder(
        orderId,
        { relations: ["items"] }
      )
      return items.map(({ id }) => id)
    }

    const reservedFor = async (order: PaidOrder) =>
      await resolve(Modules.INVENTORY).listReservationItems({
        line_item_id: await linesOf(order),
      })

    const leaveUnreserved = async (order: PaidOrder) => {
      expect(await reservedFor(order)).toHaveLength(1)
      await resolve(Modules.INVENTORY).deleteReservationItemsByLineItem(
        await linesOf(order)
      )
    }

    /** The timeline's entries about it, as the admin shows them. */
    const notesOf = async ({ session }: PaidOrder, in_state = "settled") => {
      const { id } = await books.attemptOf(session.id)
      const { events, state } = await actions.show(id)
      expect(state).toBe(in_state)
      return events
        .filter(({ type }) => type === "stock_not_reserved")
        .map(({ source, data }) => ({ source, data }))
    }

    it("is named in the timeline and in the log, once, and nothing is reserved", async () => {
      const order = await payOrder("shirt")
      await leaveUnreserved(order)
      log.start()

      await verifyAgain()
      await verifyAgain()

      expect(await notesOf(order)).toEqual([
        { source: "decision", data: { order_id: order.orderId } },
      ])
      const { id } = await books.attemptOf(order.session.id)
      expect(log.lines.filter((line) => line.includes("not reserved"))).toEqual(
        [
          `crypto payment ${id}: the stock of order ${order.orderId} was not reserved; allocate its items before you fulfill it`,
        ]
      )
      expect(await reservedFor(order)).toEqual([])
    })

    it("is named where a part of its stock is reserved", async () => {
      const order = await payOrder("shirt")
      const [{ id }] = await reservedFor(order)
      await resolve(Modules.INVENTORY).updateReservationItems([
        { id, quantity: 0.5 },
      ])

      await verifyAgain()

      expect(await notesOf(order)).toHaveLength(1)
    })

    it.each<Product>(["shirt", "ebook"])(
      "is none that core completed: %s",
      async (product) => {
        expect(await notesOf(await payVerified(product))).toEqual([])
      }
    )

    it("is none where it was fulfilled", async () => {
      const order = await payOrder("shirt")
      const [id] = await linesOf(order)
      await admin.post(`/admin/orders/${order.orderId}/fulfillments`, {
        items: [{ id, quantity: 1 }],
      })
      expect(await reservedFor(order)).toEqual([])

      await verifyAgain()

      expect(await notesOf(order)).toEqual([])
    })

    it("is none where it was canceled", async () => {
      const order = await payOrder("shirt")
      await cancelOrderWorkflow(shop.container()).run({
        input: { order_id: order.orderId },
      })
      expect(await reservedFor(order)).toEqual([])

      await verifyAgain()

      // It holds money.
      expect(await notesOf(order, "attention")).toEqual([])
    })
  }
)
