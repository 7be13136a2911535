import type { AdminCryptoPaymentsResponse } from "../../src/api/types"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"

/** What the admin shows of orders that are placed before their payment, and of payment links. */
export const unpaidOrdersAdminSuite = suiteOfUnpaidOrders(
  "the admin's view of an order",
  (shop) => {
    const { actions, admin, books, gateway, reconcile } = shop
    const { cryptoOrderOf, placeUnpaid, payAgain, letTimeRunOut } = shop

    const list = async (query: string) =>
      (
        await admin.get<AdminCryptoPaymentsResponse>(
          `/admin/crypto-payments?${query}`
        )
      ).crypto_payments

    const listed = async (query: string) =>
      (await list(query)).map(({ id }) => id)

    const typesOf = async (id: string) =>
      (await actions.show(id)).events.map(({ type }) => type)

    const pageOf = (collectionId: string | null) =>
      expect.stringMatching(
        new RegExp(`^https?://[^/]+/payment-collection/${collectionId}$`)
      )

    it("says what an unpaid order awaits, until when, and where it is paid", async () => {
      const { cart, orderId, id } = await placeUnpaid()
      const pay_until = (
        await shop.unpaidRow(cart.id)
      )?.cancel_at?.toISOString()
      const [attempt] = await books.attemptsOfCart(cart.id)
      const collectionId = String(attempt.payment_collection_id)

      expect(await cryptoOrderOf(orderId)).toEqual({
        id: orderId,
        cart_id: cart.id,
        unpaid: "awaiting",
        to_return: null,
        pay_until,
        due: { amount: "5.00", currency_code: "eur" },
        received: null,
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
      expect(await actions.show(id)).toMatchObject(expected)
      expect(await typesOf(id)).toContain("placed_unpaid")
      await expect(cryptoOrderOf("order_unknown")).rejects.toMatchObject({
        status: 404,
        body: { message: "Order order_unknown was not found." },
      })

      // As core takes it back.
      await shop.db()("order_cart").where({ order_id: orderId }).delete()
      expect((await actions.show(id)).order).toBeNull()
      expect((await list(`q=${cart.id}`))[0].order).toBeNull()
    })

    it("finds the payments of an unpaid order by the order and its number; of a paid one its own alone, and nothing due", async () => {
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

      expect(await gateway.confirm(again.gatewayId)).toBe(200)

      expect(await listed(`q=${orderId}`)).toEqual([again.id])
      expect((await actions.show(id)).order).toBeNull()
      expect((await actions.show(again.id)).order).toMatchObject({
        id: orderId,
        unpaid: null,
      })
      expect(await cryptoOrderOf(orderId)).toMatchObject({
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

      expect(await cryptoOrderOf(orderId)).toMatchObject({
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
        expect((await actions.show(each)).order).toMatchObject({
          id: orderId,
          unpaid: null,
        })
      }
    })

    it("notes the cancellation also where the job was killed right after it", async () => {
      const { cart, orderId, id, gatewayId } = await placeUnpaid()
      gateway.markOnly(gatewayId, "expired")
      await letTimeRunOut()
      await shop.cancel(orderId)

      await reconcile()

      expect(await shop.unpaidRow(cart.id)).toMatchObject({ cancel_at: null })
      expect(await typesOf(id)).toContain("canceled_unpaid")
      expect((await cryptoOrderOf(orderId)).unpaid).toBe("canceled")
    })
  }
)
