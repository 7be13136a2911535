import { findCryptoPayment } from "./find"
import { FetchError, storeSdk } from "./fixtures/store-sdk"
import { listCryptoCurrencies } from "./list-currencies"
import { startCryptoPayment } from "./start"

const hosted = "pp_crypto_crypto"
const inline = "pp_crypto-h2h_crypto"

function shop(sessions: unknown) {
  return storeSdk(() => ({
    payment_collection: { id: "pay_col_1", payment_sessions: sessions },
  }))
}

describe("starting a payment", () => {
  it("opens a session with the wish, and answers with the hosted page", async () => {
    const { sdk, heard } = shop([
      { id: "payses_other", provider_id: "pp_system_default" },
      {
        id: "payses_1",
        provider_id: hosted,
        data: { checkout_url: "https://gateway.example/pay/1" },
      },
    ])
    const started = await startCryptoPayment(sdk, {
      cartId: "cart_1",
      providerId: hosted,
      successUrl: "https://shop.example/thanks",
      failUrl: "https://shop.example/sorry",
    })
    expect(started).toEqual({
      paymentSessionId: "payses_1",
      checkoutUrl: "https://gateway.example/pay/1",
    })
    expect(heard).toEqual([
      {
        path: "/store/payment-collections",
        request: { method: "POST", body: { cart_id: "cart_1" } },
      },
      {
        path: "/store/payment-collections/pay_col_1/payment-sessions",
        request: {
          method: "POST",
          body: {
            provider_id: hosted,
            data: {
              success_url: "https://shop.example/thanks",
              fail_url: "https://shop.example/sorry",
            },
          },
        },
      },
    ])
  })

  it("finds the paid session of a cart, whichever provider was asked for", async () => {
    const { sdk } = shop([
      { id: "payses_1", provider_id: hosted, data: { checkout_url: null } },
    ])
    const wish = { cartId: "cart_1", providerId: inline }
    expect(await startCryptoPayment(sdk, wish)).toEqual({
      paymentSessionId: "payses_1",
      checkoutUrl: null,
    })
  })

  it("names the coin of an inline payment", async () => {
    const { sdk, heard } = shop([{ id: "payses_1", provider_id: inline }])
    const started = await startCryptoPayment(sdk, {
      cartId: "cart_1",
      providerId: inline,
      targetCurrency: "USDT_TRC20",
    })
    expect(started).toEqual({ paymentSessionId: "payses_1", checkoutUrl: null })
    expect(heard[1].request.body).toMatchObject({
      data: { target_currency: "USDT_TRC20" },
    })
  })

  it.each(["javascript:alert(1)", "data:text/html,x", "/pay", 7, null])(
    "leads no browser to %j",
    async (checkout_url) => {
      const { sdk } = shop([
        { id: "payses_1", provider_id: hosted, data: { checkout_url } },
      ])
      const wish = { cartId: "cart_1", providerId: hosted }
      const { checkoutUrl } = await startCryptoPayment(sdk, wish)
      expect(checkoutUrl).toBeNull()
    }
  )

  it("fails when Medusa opened no session of the provider", async () => {
    const { sdk } = shop([])
    await expect(
      startCryptoPayment(sdk, { cartId: "cart_1", providerId: hosted })
    ).rejects.toMatchObject({ kind: "unavailable" })
  })

  it("passes on why Medusa refused", async () => {
    const { sdk } = storeSdk(() => {
      throw new FetchError(400, "This was already paid in crypto.")
    })
    await expect(
      startCryptoPayment(sdk, { cartId: "cart_1", providerId: hosted })
    ).rejects.toMatchObject({
      name: "CryptoPaymentError",
      kind: "refused",
      message: "This was already paid in crypto.",
    })
  })

  it("asks for nothing once its caller gave up", async () => {
    const { sdk, heard } = shop([])
    const signal = AbortSignal.abort(new Error("gone"))
    await expect(
      startCryptoPayment(sdk, { cartId: "cart_1", providerId: hosted, signal })
    ).rejects.toThrow("gone")
    expect(heard).toEqual([])
  })
})

describe("finding the payment of a cart again", () => {
  const cart = (payment_collection: unknown) =>
    storeSdk(() => ({ cart: { payment_collection } }))

  it("answers with the session of the provider", async () => {
    const { sdk, heard } = cart({
      payment_sessions: [
        { id: "payses_1", provider_id: hosted },
        { id: "payses_2", provider_id: inline },
      ],
    })
    const wish = { cartId: "cart_1", providerId: inline }
    expect(await findCryptoPayment(sdk, wish)).toBe("payses_2")
    expect(heard[0].path).toBe("/store/carts/cart_1")
  })

  it.each([
    ["no collection", undefined],
    ["null for a collection", null],
    ["no sessions", {}],
    [
      "another provider's session",
      { payment_sessions: [{ id: "x", provider_id: hosted }] },
    ],
  ])("finds none with %s", async (_, collection) => {
    const wish = { cartId: "cart_1", providerId: inline }
    expect(await findCryptoPayment(cart(collection).sdk, wish)).toBeUndefined()
  })
})

describe("listing the coins", () => {
  it("asks for those of the provider", async () => {
    const coins = [{ code: "ETH", name: "Ether", network: "Ethereum" }]
    const { sdk, heard } = storeSdk(() => ({ currencies: coins }))
    expect(await listCryptoCurrencies(sdk, { providerId: inline })).toEqual(
      coins
    )
    expect(heard).toEqual([
      {
        path: "/store/crypto-payments/currencies",
        request: { query: { provider_id: inline } },
      },
    ])
  })
})
