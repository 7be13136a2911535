import { Modules } from "@medusajs/framework/utils"

import type { OpenPayment } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"

type Order = { id: string; display_id: number; email: string }
type Row = { external_id: string; order: Order | null }
type List = { crypto_payments: Row[]; count: number }

export const adminApiSearchSuite = paymentSuite(
  "searching payments in the admin API",
  (shop) => {
    const { gateway, books, admin, openPayment } = shop

    let paid: OpenPayment
    let open: OpenPayment

    beforeEach(async () => {
      paid = await openPayment()
      open = await openPayment()
      await gateway.confirm(paid.gatewayId)
    })

    const list = (query: Record<string, string>) =>
      admin.get<List>(
        `/admin/crypto-payments?${new URLSearchParams(query).toString()}`
      )

    const found = async (query: Record<string, string>) =>
      (await list(query)).crypto_payments.map((row) => row.external_id)

    it("finds by order number, with and without #, and shows the order of each payment", async () => {
      const { crypto_payments } = await list({})
      const order = crypto_payments.find((row) => row.order)?.order
      expect(order).toEqual({
        id: expect.stringMatching(/^order_/),
        display_id: expect.any(Number),
        email: expect.stringContaining("@"),
        unpaid: null,
      })
      expect(await found({ q: `#${order?.display_id}` })).toEqual([
        paid.cart.id,
      ])
      expect(await found({ q: String(order?.display_id) })).toEqual([
        paid.cart.id,
      ])
      expect(await found({ q: "#98765" })).toEqual([])
    })

    it("finds by an order number of the store's own", async () => {
      const { order_id } = await books.attemptOf(paid.session.id)
      // The type of core lacks it.
      const named: object = { custom_display_id: "SHOP-2026-17" }
      await shop.resolve(Modules.ORDER).updateOrders(String(order_id), named)
      for (const q of ["SHOP-2026-17", "#SHOP-2026-17"]) {
        expect(await found({ q })).toEqual([paid.cart.id])
      }
      expect(await found({ q: "SHOP-2026-1" })).toEqual([])
    })

    it("finds by e-mail, in any case, of orders and of carts that are not paid yet", async () => {
      const email = String(paid.cart.email)
      const expected =
        email === open.cart.email
          ? [open.cart.id, paid.cart.id]
          : [paid.cart.id]
      expect(await found({ q: email })).toEqual(expected)
      expect(await found({ q: email.toUpperCase() })).toEqual(expected)
      expect(await found({ q: String(open.cart.email) })).toContain(
        open.cart.id
      )
      expect(await found({ q: "nobody@example.test" })).toEqual([])
    })

    it("finds by e-mail of an account that was deleted, and of an order whose address changed", async () => {
      const { order_id } = await books.attemptOf(paid.session.id)
      const before = String(paid.cart.email)
      await admin.post(`/admin/orders/${order_id}`, {
        email: "new@example.test",
      })
      expect(await found({ q: "new@example.test" })).toEqual([paid.cart.id])
      expect(await found({ q: before })).toContain(paid.cart.id)
      const { customers } = await admin.get<{ customers: { id: string }[] }>(
        "/admin/customers"
      )
      for (const { id } of customers) {
        await admin.delete(`/admin/customers/${id}`)
      }
      expect(await found({ q: before })).toContain(paid.cart.id)
      expect(await found({ q: String(open.cart.email) })).toContain(
        open.cart.id
      )
    })

    it("finds by cart, order, session, gateway id, address and a refund's transaction", async () => {
      const { id, order_id, wallet_address } = await books.attemptOf(
        paid.session.id
      )
      await shop.actions.refund(id, "1.00", "0xFeedBeef")
      for (const q of [
        id,
        String(order_id),
        paid.cart.id,
        paid.session.id,
        paid.gatewayId,
        ...(wallet_address ? [wallet_address.toUpperCase()] : []),
        "0xfeed",
      ]) {
        expect([q, await found({ q })]).toEqual([q, [paid.cart.id]])
      }
      expect(await found({ q: "0xfeedbeefs" })).toEqual([])
    })

    it("narrows a search by the other filters, and sorts it", async () => {
      await shop.actions.refund(
        (await books.attemptOf(paid.session.id)).id,
        "1.00",
        "0xfeed"
      )
      expect(await found({ order: "created_at" })).toEqual([
        paid.cart.id,
        open.cart.id,
      ])
      expect(await found({ order: "-state" })).toEqual([
        paid.cart.id,
        open.cart.id,
      ])
      expect(await found({ q: open.cart.id, state: "open" })).toEqual([
        open.cart.id,
      ])
      expect(await found({ q: paid.cart.id, state: "open" })).toEqual([])
      expect(await found({ refund_status: "partially_refunded" })).toEqual([
        paid.cart.id,
      ])
      const { created_at } = await books.attemptOf(open.session.id)
      const since = new Date(created_at).toISOString()
      expect(await found({ "created_at[gte]": since })).toEqual([open.cart.id])
      expect(await found({ "created_at[$lt]": since })).toEqual([paid.cart.id])
    })

    it("shows the e-mail of orders and of carts without an order", async () => {
      const { crypto_payments } = await list({})
      const email = expect.stringContaining("@")
      expect(crypto_payments).toMatchObject([
        { order: null, cart: { id: open.cart.id, email } },
        { order: { email }, cart: { id: paid.cart.id, email } },
      ])
    })

    it("answers only the fields that were asked for, besides ids, cart, order and what is derived", async () => {
      const { crypto_payments } = await list({ fields: "state" })
      const [row] = crypto_payments
      expect(Object.keys(row).sort()).toEqual(
        [
          ...["advice", "crypto_difference", "refundable_price"],
          ...["surplus_to_return", "crypto_network", "primary_action"],
          ...["attention_detail", "version"],
          ...["cart", "cart_id", "id", "order", "order_id", "state"],
        ].sort()
      )
    })
  }
)
