import type { OpenPayment } from "../support/shop/open-payment"
import { paymentFixture } from "../support/shop/payment-fixture"
import { attention, HOSTED, INLINE, MANUAL } from "../support/shop/shop-fixture"
import type { ShopSuite } from "../support/shop/test-shop"
import { HttpError } from "../support/store/http-client"

/** A shopper whose payment was received, but whose order could not be placed. */
export const receivedPaymentSuite: ShopSuite = (testShop) => {
  const shop = paymentFixture(testShop)
  const { gateway, shopper, books, openPayment, setStock } = shop

  let opened: OpenPayment

  beforeEach(async () => {
    opened = await openPayment("rare")
    await setStock("rare", 0)
    await gateway.confirm(opened.gatewayId)
    expect(await books.attemptOf(opened.session.id)).toMatchObject(
      attention("order_not_placed")
    )
  })

  it.each([
    ["the same provider", HOSTED],
    ["the other crypto provider", INLINE],
  ])(
    "answers %s with the paid session and nothing to pay",
    async (_, provider) => {
      const known = gateway.payments().length
      const collection = await shopper.paymentCollection(opened.cart.id)
      const answer = await shopper.post<{
        payment_collection: { payment_sessions: OpenPayment["session"][] }
      }>(`/store/payment-collections/${collection.id}/payment-sessions`, {
        provider_id: provider,
        data: { target_currency: "USDT" },
      })
      expect(answer.payment_collection.payment_sessions).toMatchObject([
        {
          id: opened.session.id,
          provider_id: HOSTED,
          data: { checkout_url: null, wallet_address: null },
        },
      ])
      expect(gateway.payments()).toHaveLength(known)
    }
  )

  it("tells nothing of the account and the browser that paid", async () => {
    const { id, data } = opened.session
    await shop
      .db()("payment_session")
      .where({ id })
      .update({
        context: { customer: { email: "payer@example.test" } },
        data: { ...data, success_url: "https://store.example/?c=cart_1" },
      })
    const collection = await shopper.paymentCollection(opened.cart.id)
    const { payment_collection } = await shopper.post<{
      payment_collection: { payment_sessions: object[] }
    }>(`/store/payment-collections/${collection.id}/payment-sessions`, {
      provider_id: HOSTED,
      data: {},
    })
    const [session] = payment_collection.payment_sessions
    expect(session).toMatchObject({ id, data: { session_id: id } })
    expect(JSON.stringify(session)).not.toMatch(/context|payer|success_url/)
  })

  it("refuses another provider with a sentence for the shopper", async () => {
    const error = await shopper
      .startPayment(opened.cart.id, MANUAL)
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(
          /was received\. Please do not pay again/
        ),
      },
    })
    const cart = await shopper.cart(opened.cart.id)
    expect(cart.payment_collection?.payment_sessions).toMatchObject([
      { id: opened.session.id },
    ])
  })
}
