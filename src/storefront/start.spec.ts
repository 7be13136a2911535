import { createStoreSdk, FetchError } from "./fixtures/store-sdk"
import {
  findCryptoPayment,
  listCryptoCurrencies,
  startCryptoPayment,
} from "./start"

const hosted = "pp_crypto_crypto"
const inline = "pp_crypto-h2h_crypto"

function createShop(sessions: unknown) {
  return createStoreSdk(() => ({
    payment_collection: { id: "pay_col_1", payment_sessions: sessions },
  }))
}

describe("startCryptoPayment", () => {
  it("creates a session and returns its hosted page", async () => {
    const { sdk, requests } = createShop([
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
      orderId: null,
    })
    expect(requests).toEqual([
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

  it("returns the paid session of a cart for any crypto provider", async () => {
    const { sdk } = createShop([
      { id: "payses_1", provider_id: hosted, data: { checkout_url: null } },
    ])
    const options = { cartId: "cart_1", providerId: inline }
    expect(await startCryptoPayment(sdk, options)).toEqual({
      paymentSessionId: "payses_1",
      checkoutUrl: null,
      orderId: null,
    })
  })

  describe("where the order is placed before its payment", () => {
    const session = {
      id: "payses_1",
      provider_id: hosted,
      data: { place_order: "before_payment" },
    }

    it("places it once the payment is there", async () => {
      const { sdk, requests } = createStoreSdk(({ path }) =>
        path === "/store/carts/cart_1/complete"
          ? { type: "order", order: { id: "order_1" } }
          : {
              payment_collection: {
                id: "pay_col_1",
                payment_sessions: [session],
              },
            }
      )
      const options = { cartId: "cart_1", providerId: hosted }
      expect(await startCryptoPayment(sdk, options)).toMatchObject({
        orderId: "order_1",
      })
      expect(requests.at(-1)).toMatchObject({
        path: "/store/carts/cart_1/complete",
        request: { method: "POST" },
      })
    })

    it("throws Medusa's reason where it cannot be placed", async () => {
      const { sdk } = createStoreSdk(({ path }) =>
        path === "/store/carts/cart_1/complete"
          ? { type: "cart", error: { message: "Out of stock." } }
          : {
              payment_collection: {
                id: "pay_col_1",
                payment_sessions: [session],
              },
            }
      )
      await expect(
        startCryptoPayment(sdk, { cartId: "cart_1", providerId: hosted })
      ).rejects.toMatchObject({ kind: "refused", message: "Out of stock." })
    })

    it("completes no cart for an order that is there already", async () => {
      const { sdk, requests } = createShop([session])
      const options = { paymentCollectionId: "pay_col_1", providerId: hosted }
      expect(await startCryptoPayment(sdk, options)).toMatchObject({
        orderId: null,
      })
      expect(requests.map(({ path }) => path)).toEqual([
        "/store/payment-collections/pay_col_1/payment-sessions",
      ])
    })
  })

  it("sends the coin of an inline payment", async () => {
    const { sdk, requests } = createShop([
      { id: "payses_1", provider_id: inline },
    ])
    const started = await startCryptoPayment(sdk, {
      cartId: "cart_1",
      providerId: inline,
      targetCurrency: "USDT_TRC20",
    })
    expect(started).toMatchObject({ checkoutUrl: null })
    expect(requests[1].request.body).toMatchObject({
      data: { target_currency: "USDT_TRC20" },
    })
  })

  it.each(["javascript:alert(1)", "data:text/html,x", "/pay", 7, null])(
    "returns no checkoutUrl for %j",
    async (checkout_url) => {
      const { sdk } = createShop([
        { id: "payses_1", provider_id: hosted, data: { checkout_url } },
      ])
      const options = { cartId: "cart_1", providerId: hosted }
      const { checkoutUrl } = await startCryptoPayment(sdk, options)
      expect(checkoutUrl).toBeNull()
    }
  )

  it("throws when Medusa created no session of the provider", async () => {
    const { sdk } = createShop([])
    await expect(
      startCryptoPayment(sdk, { cartId: "cart_1", providerId: hosted })
    ).rejects.toMatchObject({ kind: "unavailable" })
  })

  it("keeps the message of a rejected request", async () => {
    const { sdk } = createStoreSdk(() => {
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

  it("sends no request once its signal is aborted", async () => {
    const { sdk, requests } = createShop([])
    const signal = AbortSignal.abort(new Error("gone"))
    await expect(
      startCryptoPayment(sdk, { cartId: "cart_1", providerId: hosted, signal })
    ).rejects.toThrow("gone")
    expect(requests).toEqual([])
  })
})

describe("findCryptoPayment", () => {
  const createCart = (payment_collection: unknown) =>
    createStoreSdk(() => ({ cart: { payment_collection } }))

  it("returns the session of the provider", async () => {
    const { sdk, requests } = createCart({
      payment_sessions: [
        { id: "payses_1", provider_id: hosted },
        { id: "payses_2", provider_id: inline },
      ],
    })
    const options = { cartId: "cart_1", providerId: inline }
    expect(await findCryptoPayment(sdk, options)).toBe("payses_2")
    expect(requests[0].path).toBe("/store/carts/cart_1")
  })

  it.each([
    ["no collection", undefined],
    ["null for a collection", null],
    ["no sessions", {}],
    [
      "another provider's session",
      { payment_sessions: [{ id: "x", provider_id: hosted }] },
    ],
  ])("returns undefined with %s", async (_, collection) => {
    const options = { cartId: "cart_1", providerId: inline }
    expect(
      await findCryptoPayment(createCart(collection).sdk, options)
    ).toBeUndefined()
  })
})

describe("listCryptoCurrencies", () => {
  it("lists the coins of the provider", async () => {
    const coins = [{ code: "ETH", name: "Ether", network: "Ethereum" }]
    const { sdk, requests } = createStoreSdk(() => ({ currencies: coins }))
    expect(await listCryptoCurrencies(sdk, { providerId: inline })).toEqual(
      coins
    )
    expect(requests).toEqual([
      {
        path: "/store/crypto-payments/currencies",
        request: { query: { provider_id: inline } },
      },
    ])
  })
})
