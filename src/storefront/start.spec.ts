import { createStoreSdk, FetchError } from "./fixtures/store-sdk"
import { listCryptoCurrencies } from "./currencies"
import { startCryptoPayment } from "./start"

const hosted = "pp_crypto_crypto"
const inline = "pp_crypto-h2h_crypto"

type Data = Record<string, unknown>

/** A session that a payment was opened for. */
const session = (id: string, provider_id: string, data: Data = {}) => ({
  id,
  provider_id,
  data: { session_id: id, ...data },
})

const collection = (sessions: unknown) => ({
  payment_collection: { id: "pay_col_1", payment_sessions: sessions },
})

const createShop = (sessions: unknown) =>
  createStoreSdk(() => collection(sessions))

describe("startCryptoPayment", () => {
  it("creates a session and returns its hosted page", async () => {
    const { sdk, requests } = createShop([
      { id: "payses_other", provider_id: "pp_system_default" },
      session("payses_1", hosted, {
        checkout_url: "https://gateway.example/pay/1",
      }),
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
      session("payses_1", hosted, { checkout_url: null }),
    ])
    const options = { cartId: "cart_1", providerId: inline }
    expect(await startCryptoPayment(sdk, options)).toEqual({
      paymentSessionId: "payses_1",
      checkoutUrl: null,
      orderId: null,
    })
  })

  it("starts a payment of the remainder by a request of its own", async () => {
    const { sdk, requests } = createStoreSdk(() => ({
      crypto_payment: {
        payment_session_id: "cpay_2",
        checkout_url: "https://gateway.example/pay/2",
      },
    }))
    const started = await startCryptoPayment(sdk, {
      paymentCollectionId: "pay_col/1",
      remainder: true,
      providerId: inline,
      targetCurrency: "ETH",
    })
    expect(started).toEqual({
      paymentSessionId: "cpay_2",
      checkoutUrl: "https://gateway.example/pay/2",
      orderId: null,
    })
    expect(requests).toEqual([
      {
        path: "/store/crypto-payments/collections/pay_col%2F1/remainder",
        request: {
          method: "POST",
          body: { provider_id: inline, target_currency: "ETH" },
        },
      },
    ])
  })

  it("opens no page of a remainder that is no web address", async () => {
    const { sdk } = createStoreSdk(() => ({
      crypto_payment: {
        payment_session_id: "cpay_2",
        checkout_url: "javascript:alert(1)",
      },
    }))
    const options = { paymentCollectionId: "pay_col_1", remainder: true }
    expect(
      await startCryptoPayment(sdk, { ...options, providerId: hosted })
    ).toMatchObject({ checkoutUrl: null })
  })

  describe("where the order is placed before its payment", () => {
    const opened = collection([
      session("payses_1", hosted, { place_order: "before_payment" }),
    ])

    it("places it once the payment is there", async () => {
      const { sdk, requests } = createStoreSdk(({ path }) =>
        path === "/store/carts/cart_1/complete"
          ? { type: "order", order: { id: "order_1" } }
          : opened
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
          : opened
      )
      await expect(
        startCryptoPayment(sdk, { cartId: "cart_1", providerId: hosted })
      ).rejects.toMatchObject({ kind: "refused", message: "Out of stock." })
    })

    it("completes no cart for an order that is there already", async () => {
      const { sdk, requests } = createStoreSdk(() => opened)
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
    const { sdk, requests } = createShop([session("payses_1", inline)])
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
        session("payses_1", hosted, { checkout_url }),
      ])
      const options = { cartId: "cart_1", providerId: hosted }
      const { checkoutUrl } = await startCryptoPayment(sdk, options)
      expect(checkoutUrl).toBeNull()
    }
  )

  describe("while another tab starts a payment of the cart", () => {
    const options = { cartId: "cart_1", providerId: inline }
    const opened = collection([session("payses_1", inline)])
    /** Answers the requests in this order, and all further ones with the last. */
    const answerWith = (...answers: unknown[]) =>
      createStoreSdk(() => {
        const answer = answers.length > 1 ? answers.shift() : answers[0]
        if (answer instanceof Error) throw answer
        return answer
      })

    it.each([
      ["core has just made the collection", [new FetchError(500, "Unknown")]],
      ["the session before is gone", [opened, new FetchError(404, "Gone")]],
      [
        "only the session of the other tab is listed",
        [opened, collection([{ id: "payses_0", provider_id: inline }])],
      ],
    ])("tries again where %s", async (_, answers) => {
      const { sdk } = answerWith(...answers, opened)
      expect(await startCryptoPayment(sdk, options)).toMatchObject({
        paymentSessionId: "payses_1",
      })
    })

    it("takes the session that is ready", async () => {
      const { sdk } = createShop([
        { id: "payses_0", provider_id: inline, data: { target_currency: "X" } },
        session("payses_1", inline),
      ])
      expect(await startCryptoPayment(sdk, options)).toMatchObject({
        paymentSessionId: "payses_1",
      })
    })

    it.each([400, 404, 409, 429, 503])(
      "does not repeat a request that was answered %i",
      async (status) => {
        const { sdk, requests } = answerWith(new FetchError(status, "No."))
        await expect(startCryptoPayment(sdk, options)).rejects.toThrow("No.")
        expect(requests).toHaveLength(1)
      }
    )

    it("does not repeat a payment that the gateway could not open", async () => {
      const error = new FetchError(500, "The gateway does not answer.")
      const { sdk, requests } = answerWith(opened, error)
      await expect(startCryptoPayment(sdk, options)).rejects.toThrow(
        "The gateway does not answer."
      )
      expect(requests).toHaveLength(2)
    })

    it("gives up after the third time", async () => {
      const { sdk, requests } = createShop([])
      await expect(startCryptoPayment(sdk, options)).rejects.toMatchObject({
        kind: "unavailable",
      })
      expect(requests).toHaveLength(4)
    })

    it("stops where its signal is aborted meanwhile", async () => {
      const { sdk, requests } = answerWith(new FetchError(500, "Unknown"))
      const signal = AbortSignal.timeout(20)
      await expect(
        startCryptoPayment(sdk, { ...options, signal })
      ).rejects.toThrow("timeout")
      expect(requests).toHaveLength(1)
    })
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
