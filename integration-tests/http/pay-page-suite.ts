import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { gatewayIdOf } from "../support/shop/open-payment"
import { HOSTED, INLINE, MANUAL } from "../support/shop/shop-fixture"

export const payPageSuite = suiteOfUnpaidOrders(
  "the pay page of an unpaid order",
  (shop) => {
    const { admin, books, gateway, shopper, setProviders, db } = shop
    const { store, cryptoOrderOf, edit, placeUnpaid, deliverExpired } = shop
    const { showPayPage: show, collectionOf } = shop

    const pageOf = (collectionId: string) =>
      expect.stringMatching(
        new RegExp(`^https?://[^/]+/payment-collection/${collectionId}$`)
      )

    /** The tables that a page view must leave as they are. */
    const watched = [
      "crypto_payment",
      "crypto_payment_event",
      "crypto_unpaid_order",
      "payment_session",
      "payment_collection",
      "payment",
      "order",
    ]
    const rows = async () =>
      await Promise.all(watched.map((table) => db()(table).orderBy("id")))

    it("changes nothing and asks the gateway nothing, however often it is shown", async () => {
      const { cart, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      gateway.markOnly(gatewayId, "confirmed")
      await db()("crypto_payment").update({
        opened_at: db().raw("now() - interval '1 hour'"),
      })
      const before = await rows()
      gateway.forgetRequests()
      await Promise.all(Array.from({ length: 10 }, () => show(id)))
      expect(gateway.requests()).toEqual([])
      expect(await rows()).toEqual(before)
    })

    it("shows what is due until when and how it can be paid, and nothing of customer or merchant", async () => {
      const { cart, session, orderId } = await placeUnpaid()
      const shown = await show(await collectionOf(cart.id))
      const { display_id } = await shopper.order(orderId)
      expect(shown).toMatchObject({
        order_display_id: display_id,
        state: "unpaid",
        amount: "5.00",
        currency_code: "eur",
        payable: true,
        providers: [
          { provider_id: HOSTED, flow: "widget" },
          { provider_id: INLINE, flow: "h2h" },
        ],
        crypto_payment: {
          payment_session_id: session.id,
          state: "open",
          cart: "same",
          checkout_url: session.data?.checkout_url,
        },
        receipt: null,
      })
      const leftMs =
        Date.parse(String(shown.pay_until)) - Date.parse(shown.server_time)
      expect(Math.round(leftMs / 3_600_000)).toBe(24)

      const json = JSON.stringify(shown)
      expect(json).not.toMatch(
        /@|Ada|Shopper|Main Street|10115|cus_|merchant|secret|key-/
      )
      expect(json).not.toContain(gateway.merchantId)
    })

    it("is shown with the store's key alone, and of no other collection", async () => {
      const { cart } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      const url = `${shop.baseUrl()}/store/crypto-payments/collections/${id}`
      expect((await fetch(url)).status).toBe(400)
      const plain = await shop.openPayment("shirt")
      const none = [await collectionOf(plain.cart.id), "pay_col_none"]
      for (const other of [...none, "%00", "x"]) {
        await expect(show(other)).rejects.toMatchObject({ status: 404 })
      }
    })

    it("tells who has only the link neither the order's id nor the cart's, before and after the payment", async () => {
      const { cart, session, orderId, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      const paths = (sessionId: string) => [
        `/store/crypto-payments/collections/${id}`,
        `/store/crypto-payments/${sessionId}`,
        `/store/crypto-payments/${sessionId}?cart_id=cart_other`,
      ]
      const answers = async () => {
        const own = await shopper.openSession(id, HOSTED)
        const read = [...paths(own.id), ...paths(session.id)].map((path) =>
          shopper.get(path)
        )
        return JSON.stringify([own, await Promise.all(read)])
      }
      const unpaid = await answers()
      expect(await gateway.confirm(gatewayId)).toBe(200)
      const paid = await answers()

      expect(unpaid).toContain(`"state":"open"`)
      expect(paid).toContain(`"state":"settled"`)
      for (const answer of [unpaid, paid]) {
        expect(answer).toMatch(/"order_display_id":\d/)
        expect(answer).not.toMatch(/order_[0-9A-Z]{26}|cart_[0-9A-Z]{26}/)
      }
      const withCart = `/store/crypto-payments/${session.id}?cart_id=${cart.id}`
      expect(await shopper.get(withCart)).toMatchObject({
        crypto_payment: { order_id: orderId },
      })
    })

    it("shows the receipt once it is paid, and opens no other payment", async () => {
      const { cart, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      const own = await shopper.openSession(id, HOSTED)
      expect(await gateway.confirm(gatewayId)).toBe(200)
      const before = gateway.payments().length
      expect((await shopper.openSession(id, HOSTED)).id).toBe(own.id)
      expect(gateway.payments()).toHaveLength(before)
      expect(await show(id)).toMatchObject({
        state: "paid",
        amount: null,
        pay_until: null,
        payable: false,
        crypto_payment: { state: "settled", checkout_url: null },
        receipt: {
          amount: "5.00",
          currency_code: "eur",
          paid_at: expect.stringMatching(/^20\d\d-/),
        },
      })
    })

    it("opens one payment for a double press in two tabs, and a fresh one after it expired", async () => {
      const { cart, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await deliverExpired(gatewayId)
      expect(await show(id)).toMatchObject({
        state: "unpaid",
        payable: true,
        crypto_payment: { state: "closed", gateway_status: "expired" },
      })
      const before = gateway.payments().length

      await Promise.allSettled(
        [1, 2, 3, 4].map(() => shopper.openSession(id, HOSTED))
      )

      // Core may answer one of several at once with the session before.
      const opened = gatewayIdOf(await shopper.openSession(id, HOSTED))
      expect(gateway.payments()).toHaveLength(before + 1)
      expect(opened).not.toBe(gatewayId)
      expect(await show(id)).toMatchObject({
        crypto_payment: { state: "open", cart: "same", replaced: false },
      })
    })

    it("cannot be paid once its time is over or the order is canceled, and says so", async () => {
      const { cart, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await deliverExpired(gatewayId)
      await shop.letTimeRunOut()
      gateway.forgetRequests()

      const shown = await show(id)
      expect(shown).toMatchObject({ state: "unpaid", payable: false })
      expect(String(shown.pay_until) < shown.server_time).toBe(true)
      await expect(shopper.openSession(id, HOSTED)).rejects.toMatchObject({
        status: 400,
        body: {
          message: expect.stringMatching(/time to pay.* is over/),
        },
      })
      expect(gateway.requests()).toEqual([])

      const other = await placeUnpaid()
      const otherId = await collectionOf(other.cart.id)
      await shop.cancel(other.orderId)
      expect(await show(otherId)).toMatchObject({
        state: "canceled",
        amount: null,
        payable: false,
        crypto_payment: { cart: "canceled" },
      })
      await expect(shopper.openSession(otherId, HOSTED)).rejects.toMatchObject({
        status: 400,
        body: {
          message: "This order is canceled. It cannot be paid any more.",
        },
      })
    })

    it("cannot be paid where no crypto provider is enabled in the region, and gets no address", async () => {
      const { cart } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await setProviders([MANUAL])
      gateway.forgetRequests()

      expect(await show(id)).toMatchObject({
        state: "unpaid",
        payable: false,
        providers: [],
      })
      await expect(shopper.openSession(id, HOSTED)).rejects.toMatchObject({
        status: 400,
        body: {
          message:
            "This store does not offer crypto payment here. Choose another way to pay.",
        },
      })
      expect(gateway.requests()).toEqual([])
    })

    it("shows another price as due after an edit than the payment that is open, opens that, and waits for a person where the old page is paid", async () => {
      const { cart, orderId, session, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await edit(orderId, 3)

      expect(await show(id)).toMatchObject({
        state: "unpaid",
        amount: "15.00",
        payable: true,
        crypto_payment: {
          payment_session_id: session.id,
          amount: "5.00",
          cart: "changed",
        },
      })
      const again = await shopper.openSession(id, HOSTED)
      expect(again.data).toMatchObject({ amount: "15.00" })
      expect(
        await shopper.get(`/store/crypto-payments/${session.id}`)
      ).toMatchObject({ crypto_payment: { cart: "changed", replaced: true } })

      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await show(id)).toMatchObject({
        state: "unpaid",
        amount: "15.00",
        payable: false,
        receipt: null,
      })
    })

    it("lets what is left of an edit of a paid order be paid, without a cart, after a part was forgiven", async () => {
      const { cart, orderId } = await shop.payOrder()
      const id = await shop.addToOrder(orderId, 2)
      // The receipt of the first payment stays.
      expect(await show(await collectionOf(cart.id))).toMatchObject({
        state: "paid",
        amount: null,
        payable: false,
        receipt: { amount: "5.00" },
      })
      expect(await show(id)).toMatchObject({
        state: "unpaid",
        amount: "10.00",
        pay_until: null,
        payable: true,
        crypto_payment: null,
      })
      const old = await shopper.openSession(id, HOSTED)
      expect(await show(id)).toMatchObject({
        crypto_payment: {
          payment_session_id: old.id,
          cart: "same",
          order_display_id: expect.any(Number),
        },
      })
      // The admin asks for it by the same link.
      expect(await cryptoOrderOf(orderId)).toMatchObject({
        unpaid: null,
        pay_until: null,
        due: { amount: "10.00", currency_code: "eur" },
        payment_link: { payment_collection_id: id, url: pageOf(id) },
      })
      await admin.post(`/admin/orders/${orderId}/credit-lines`, {
        amount: 4,
        reference: "goodwill",
        reference_id: "goodwill_1",
      })

      expect(await show(id)).toMatchObject({
        state: "unpaid",
        amount: "6.00",
        payable: true,
        crypto_payment: { amount: "10.00", cart: "changed" },
      })
      const session = await shopper.openSession(id, HOSTED)
      expect(session.data).toMatchObject({ amount: "6.00" })
      expect(gatewayIdOf(session)).not.toBe(gatewayIdOf(old))
      expect(await gateway.confirm(gatewayIdOf(session))).toBe(200)
      expect(await show(id)).toMatchObject({
        state: "paid",
        payable: false,
        receipt: { amount: "6.00" },
      })
      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [5, 6],
        pending_difference: 0,
      })
    })

    it.each(["before", "after"])(
      "lets an order be paid that an admin made as a draft, %s it is converted",
      async (when) => {
        const { draft_order } = await admin.post<{
          draft_order: { id: string }
        }>("/admin/draft-orders", {
          email: "draft@example.test",
          region_id: store.regionId,
          sales_channel_id: store.salesChannelId,
          items: [{ variant_id: store.products.ebook.variantId, quantity: 3 }],
        })
        const convert = () =>
          admin.post(`/admin/draft-orders/${draft_order.id}/convert-to-order`)
        if (when === "after") {
          await convert()
          expect(await cryptoOrderOf(draft_order.id)).toMatchObject({
            cart_id: null,
            unpaid: null,
            due: { amount: "15.00" },
            payment_link: {
              payment_collection_id: null,
              url: null,
              has_page: true,
            },
          })
        }
        const { payment_collection } = await admin.post<{
          payment_collection: { id: string }
        }>("/admin/payment-collections", {
          order_id: draft_order.id,
          amount: 15,
        })
        const { id } = payment_collection

        expect(await show(id)).toMatchObject({
          state: "unpaid",
          amount: "15.00",
          payable: true,
        })
        expect(await cryptoOrderOf(draft_order.id)).toMatchObject({
          due: { amount: "15.00" },
          payment_link: {
            payment_collection_id: id,
            url: pageOf(id),
            has_page: true,
          },
        })
        const session = await shopper.openSession(id, HOSTED)
        expect(await gateway.confirm(gatewayIdOf(session))).toBe(200)
        expect(await show(id)).toMatchObject({ state: "paid" })
        if (when === "before") await convert()
        // The settled payment is verified with the order that it has then.
        await shop.runJob()
        expect(await cryptoOrderOf(draft_order.id)).toMatchObject({ due: null })
        expect(await books.booksOf(draft_order.id)).toMatchObject({
          captures: [15],
          transactions: [15],
          pending_difference: 0,
        })
      }
    )
  }
)
