import type {
  AdminCryptoOrder,
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
} from "../../src/api/types"
import { addToOrder } from "../support/shop/add-to-order"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { MANUAL } from "../support/shop/shop-fixture"

/** What the admin shows of orders that are placed before their payment, and of payment links. */
export const unpaidOrdersAdminSuite = suiteOfUnpaidOrders(
  "the admin's view of an order",
  (shop) => {
    const { admin, books, gateway, shopper, store, item, reconcile } = shop
    const { placeUnpaid, payAgain, letTimeRunOut } = shop

    const list = async (query: string) =>
      (
        await admin.get<{ crypto_payments: AdminCryptoPayment[] }>(
          `/admin/crypto-payments?${query}`
        )
      ).crypto_payments

    const listed = async (query: string) =>
      (await list(query)).map(({ id }) => id)

    const show = async (id: string) =>
      (
        await admin.get<{ crypto_payment: AdminCryptoPaymentDetail }>(
          `/admin/crypto-payments/${id}`
        )
      ).crypto_payment

    const orderOf = async (id: string) =>
      (
        await admin.get<{ crypto_order: AdminCryptoOrder }>(
          `/admin/crypto-payments/orders/${id}`
        )
      ).crypto_order

    const typesOf = async (id: string) =>
      (await show(id)).events.map(({ type }) => type)

    const collectionOf = async (cartId: string) =>
      String((await books.attemptsOfCart(cartId))[0].payment_collection_id)

    const pageOf = (collectionId: string | null) =>
      expect.stringMatching(
        new RegExp(`^https?://[^/]+/payment-collection/${collectionId}$`)
      )

    it("says what an unpaid order awaits, until when, and where it is paid", async () => {
      const { cart, orderId, id } = await placeUnpaid()
      const pay_until = (
        await shop.unpaidRow(cart.id)
      )?.cancel_at?.toISOString()
      const collectionId = await collectionOf(cart.id)

      expect(await orderOf(orderId)).toEqual({
        id: orderId,
        cart_id: cart.id,
        unpaid: "awaiting",
        to_return: null,
        pay_until,
        due: { amount: "5.00", currency_code: "eur" },
        payment_link: {
          payment_collection_id: collectionId,
          url: pageOf(collectionId),
          has_page: true,
        },
      })
      const unpaid = { amount_due: "5.00", currency_code: "eur", pay_until }
      const expected = {
        id,
        state: "open",
        order_id: null,
        order: { id: orderId, display_id: expect.any(Number), unpaid },
      }
      expect(await list("")).toMatchObject([expected])
      expect(await show(id)).toMatchObject(expected)
      expect(await typesOf(id)).toContain("placed_unpaid")
    })

    it("finds the payments of an unpaid order by the order and its number", async () => {
      await shop.openPayment()
      const { cart, orderId, id, gatewayId } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      const again = await payAgain(cart.id)
      const [{ order }] = await list(`q=${id}`)

      const both = [again.id, id]
      expect(await listed(`q=${orderId}`)).toEqual(both)
      expect(await listed(`q=${orderId}&state=open`)).toEqual([again.id])
      expect(await listed(`q=%23${order?.display_id}`)).toEqual(both)
      expect(await listed("q=order_other")).toEqual([])
    })

    it("shows a paid order's own payment alone, and nothing due", async () => {
      const { cart, orderId, id, gatewayId } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      const again = await payAgain(cart.id)
      expect(await gateway.confirm(again.gatewayId)).toBe(200)

      expect(await listed(`q=${orderId}`)).toEqual([again.id])
      expect((await show(id)).order).toBeNull()
      expect((await show(again.id)).order).toMatchObject({
        id: orderId,
        unpaid: null,
      })
      expect(await orderOf(orderId)).toMatchObject({
        unpaid: null,
        pay_until: null,
        due: null,
        payment_link: null,
      })
    })

    it("says that an order was canceled since it was not paid in time, in each payment's timeline once", async () => {
      const { cart, orderId, id, gatewayId } = await placeUnpaid()
      await shop.deliverExpired(gatewayId)
      const again = await payAgain(cart.id)
      gateway.markOnly(again.gatewayId, "expired")
      await letTimeRunOut()

      await Promise.all([reconcile(), reconcile()])
      await reconcile()

      expect(await orderOf(orderId)).toMatchObject({
        unpaid: "canceled",
        pay_until: null,
        due: null,
        payment_link: null,
      })
      for (const each of [id, again.id]) {
        const types = await typesOf(each)
        expect(types.filter((type) => type === "canceled_unpaid")).toHaveLength(
          1
        )
        expect((await show(each)).order).toMatchObject({
          id: orderId,
          unpaid: null,
        })
      }
    })

    it("notes the cancellation also where the job was killed right after it", async () => {
      const { cart, orderId, id, gatewayId } = await placeUnpaid()
      gateway.markOnly(gatewayId, "expired")
      await letTimeRunOut()
      await admin.post(`/admin/orders/${orderId}/cancel`)

      await reconcile()

      expect(await shop.unpaidRow(cart.id)).toMatchObject({ cancel_at: null })
      expect(await typesOf(id)).toContain("canceled_unpaid")
      expect((await orderOf(orderId)).unpaid).toBe("canceled")
    })

    it("does not say so of an order that an admin canceled before", async () => {
      const { orderId, id } = await placeUnpaid()
      await admin.post(`/admin/orders/${orderId}/cancel`)
      await shop
        .db()("crypto_unpaid_order")
        .update({ next_check_at: new Date(0) })

      await reconcile()

      expect((await orderOf(orderId)).unpaid).toBeNull()
      expect(await typesOf(id)).not.toContain("canceled_unpaid")
    })

    it("does not claim an order that core took back", async () => {
      const { cart, orderId, id } = await placeUnpaid()
      await shop.db()("order_cart").where({ order_id: orderId }).delete()

      expect((await show(id)).order).toBeNull()
      expect((await list(`q=${cart.id}`))[0].order).toBeNull()
    })

    it("asks for what an edit made due, in the collection of Medusa's own link", async () => {
      const { orderId, gatewayId } = await placeUnpaid()
      expect(await gateway.confirm(gatewayId)).toBe(200)
      const { variantId } = item()
      const collectionId = await addToOrder(shop.container(), orderId, {
        variant_id: variantId,
        quantity: 1,
      })

      expect(await orderOf(orderId)).toMatchObject({
        unpaid: null,
        pay_until: null,
        due: { amount: "5.00", currency_code: "eur" },
        payment_link: {
          payment_collection_id: collectionId,
          url: pageOf(collectionId),
        },
      })
      const session = await shopper.openSession(
        collectionId,
        "pp_crypto_crypto"
      )
      const added = String(session.data?.crypto_payment_id)
      expect((await show(added)).order).toMatchObject({
        id: orderId,
        unpaid: { amount_due: "5.00", pay_until: null },
      })
      expect(await listed(`q=${orderId}`)).toContain(added)
    })

    it("names no collection where Medusa made none, until one is created through core", async () => {
      const { draft_order } = await admin.post<{ draft_order: { id: string } }>(
        "/admin/draft-orders",
        {
          email: "shopper@example.test",
          region_id: store.regionId,
          items: [{ variant_id: item().variantId, quantity: 1 }],
        }
      )
      const { id } = draft_order
      await admin.post(`/admin/draft-orders/${id}/convert-to-order`)

      const before = await orderOf(id)
      expect(before).toMatchObject({
        cart_id: null,
        unpaid: null,
        due: { amount: "5.00" },
        payment_link: {
          payment_collection_id: null,
          url: null,
          has_page: true,
        },
      })
      const { payment_collection } = await admin.post<{
        payment_collection: { id: string }
      }>("/admin/payment-collections", {
        order_id: id,
        amount: Number(before.due?.amount),
      })
      expect((await orderOf(id)).payment_link).toEqual({
        payment_collection_id: payment_collection.id,
        url: pageOf(payment_collection.id),
        has_page: true,
      })
    })

    it("offers no link for what another method has authorized, nor without a crypto provider in the region", async () => {
      const { cart } = await shop.openPayment()
      await shopper.startPayment(cart.id, MANUAL)
      const order = await shopper.placeOrder(cart.id)
      expect(await orderOf(order.id)).toMatchObject({
        due: null,
        payment_link: null,
      })

      const { orderId } = await placeUnpaid()
      await admin.post(`/admin/regions/${store.regionId}`, {
        payment_providers: [MANUAL],
      })
      expect(await orderOf(orderId)).toMatchObject({
        unpaid: "awaiting",
        due: { amount: "5.00" },
        payment_link: null,
      })
    })

    it("is not found for an unknown order", async () => {
      await expect(orderOf("order_unknown")).rejects.toMatchObject({
        status: 404,
        body: { message: "Order order_unknown was not found." },
      })
    })
  }
)
