import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { gatewayIdOf } from "../support/shop/open-payment"
import { payPageFixture } from "../support/shop/pay-page-fixture"
import { HOSTED, INLINE, MANUAL } from "../support/shop/shop-fixture"

export const payPageSuite = suiteOfUnpaidOrders(
  "the pay page of an unpaid order",
  (shop) => {
    const { admin, books, gateway, shopper, setProviders, db } = shop
    const { placeUnpaid, payAgain, letTimeRunOut, deliverExpired } = shop
    const { show, collectionOf } = payPageFixture(shop)

    /** The tables that a page view must leave as they are. */
    const watched = [
      ...["crypto_payment", "crypto_payment_event", "crypto_unpaid_order"],
      ...["payment_session", "payment_collection", "payment", "order"],
    ]
    const rows = async () =>
      await Promise.all(watched.map((table) => db()(table).orderBy("id")))

    it("shows what is due until when, and how it can be paid", async () => {
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
    })

    it("names neither the customer nor an address, nor anything of the merchant", async () => {
      const { cart } = await placeUnpaid()
      const json = JSON.stringify(await show(await collectionOf(cart.id)))
      expect(json).not.toMatch(
        /@|Ada|Shopper|Main Street|10115|cus_|merchant|secret|key-/
      )
      expect(json).not.toContain(gateway.merchantId)
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
      for (const told of [unpaid, paid]) {
        expect(told).toMatch(/"order_display_id":\d/)
        expect(told).not.toMatch(/order_[0-9A-Z]{26}|cart_[0-9A-Z]{26}/)
      }
      const withCart = `/store/crypto-payments/${session.id}?cart_id=${cart.id}`
      expect(await shopper.get(withCart)).toMatchObject({
        crypto_payment: { order_id: orderId },
      })
    })

    it("changes nothing and asks the gateway nothing, however often it is opened", async () => {
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

    it("has no payment for a plain cart, an unknown id, or one that cannot be", async () => {
      const { cart } = await shop.openPayment()
      const ids = [await collectionOf(cart.id), "pay_col_none", "%00", "x"]
      for (const id of ids) {
        await expect(show(id)).rejects.toMatchObject({ status: 404 })
      }
    })

    it("needs the publishable key", async () => {
      const { cart } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      const url = `${shop.baseUrl()}/store/crypto-payments/collections/${id}`
      expect((await fetch(url)).status).toBe(400)
    })

    it("shows the receipt once it is paid, and opens nothing more", async () => {
      const { cart, session, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      expect(await gateway.confirm(gatewayId)).toBe(200)

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
      const before = gateway.payments().length
      expect((await shopper.openSession(id, HOSTED)).id).toBe(session.id)
      expect(gateway.payments()).toHaveLength(before)
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

    it("says so once the order is canceled, and opens nothing", async () => {
      const { cart, orderId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await admin.post(`/admin/orders/${orderId}/cancel`)

      expect(await show(id)).toMatchObject({
        state: "canceled",
        amount: null,
        payable: false,
        crypto_payment: { cart: "canceled" },
      })
      await expect(shopper.openSession(id, HOSTED)).rejects.toMatchObject({
        status: 400,
        body: {
          message: "This order is canceled. It cannot be paid any more.",
        },
      })
    })

    it("gets no address to pay to where the region does not offer crypto", async () => {
      const { cart } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await setProviders([MANUAL])
      gateway.forgetRequests()
      try {
        await expect(shopper.openSession(id, HOSTED)).rejects.toMatchObject({
          status: 400,
          body: {
            message:
              "This store does not offer crypto payment here. Choose another way to pay.",
          },
        })
        expect(gateway.requests()).toEqual([])
      } finally {
        await setProviders([HOSTED, INLINE, MANUAL])
      }
    })

    it("cannot be paid once its time is over, and says so", async () => {
      const { cart, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await deliverExpired(gatewayId)
      await letTimeRunOut()

      const shown = await show(id)
      expect(shown).toMatchObject({ state: "unpaid", payable: false })
      expect(String(shown.pay_until) < shown.server_time).toBe(true)
      await expect(shopper.openSession(id, HOSTED)).rejects.toMatchObject({
        body: { message: expect.stringContaining("time to pay") },
      })
    })

    it("shows the payment that was paid, where an older page was paid late", async () => {
      const { cart, session, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await deliverExpired(gatewayId)
      await payAgain(cart.id)
      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await show(id)).toMatchObject({
        state: "paid",
        payable: false,
        crypto_payment: {
          state: "settled",
          payment_session_id: expect.stringMatching(/^payses_/),
        },
        receipt: { amount: "5.00" },
      })
      expect((await books.attemptOf(session.id)).state).toBe("settled")
    })

    it("shows no crypto payment where another method was chosen, and can be paid all the same", async () => {
      const { cart } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await shopper.openSession(id, MANUAL)

      expect(await show(id)).toMatchObject({
        state: "unpaid",
        payable: true,
        crypto_payment: null,
      })
    })

    it("cannot be paid where no crypto provider is enabled in the region", async () => {
      const { cart } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await setProviders([MANUAL])

      expect(await show(id)).toMatchObject({
        state: "unpaid",
        payable: false,
        providers: [],
      })
    })
  }
)
