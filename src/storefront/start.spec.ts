import { createStoreSdk, FetchError } from "./fixtures/store-sdk"
import { startCryptoPayment } from "./start"

const hosted = "pp_crypto_crypto"
const inline = "pp_crypto-inline_crypto"
const cart = { cartId: "cart_1", providerId: hosted }
const PAGE = "https://gateway.example/pay/1"

/** A session that a payment was opened for. */
const session = (id: string, provider_id: string, data: object = {}) => ({
  id,
  provider_id,
  data: { session_id: id, ...data },
})

const collection = (sessions: unknown) => ({
  payment_collection: { id: "pay_col_1", payment_sessions: sessions },
})

const createShop = (...sessions: unknown[]) =>
  createStoreSdk(() => collection(sessions))

/** Answers the requests in this order, and all further ones with the last. */
const answerWith = (...answers: unknown[]) =>
  createStoreSdk(() => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer
  })

describe("startCryptoPayment", () => {
  it("creates a session and returns the hosted page of the one that is ready", async () => {
    const { sdk, requests } = createShop(
      { id: "payses_other", provider_id: "pp_system_default" },
      // Of another tab, which is not ready.
      { id: "payses_0", provider_id: hosted, data: { x: "X" } },
      session("payses_1", hosted, { checkout_url: PAGE })
    )
    const started = await startCryptoPayment(sdk, {
      ...cart,
      successUrl: "https://shop.example/thanks",
      failUrl: "https://shop.example/sorry",
      targetCurrency: "USDT_TRC20",
    })
    expect(started).toEqual({
      paymentSessionId: "payses_1",
      checkoutUrl: PAGE,
      orderId: null,
    })
    const data = {
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/sorry",
      target_currency: "USDT_TRC20",
    }
    const post = (path: string, body: object) => ({
      path: `/store/payment-collections${path}`,
      request: { method: "POST", body },
    })
    expect(requests).toEqual([
      post("", { cart_id: "cart_1" }),
      post("/pay_col_1/payment-sessions", { provider_id: hosted, data }),
    ])
  })

  it.each([null, "javascript:alert(1)", 7])(
    "returns the paid session of a cart for any crypto provider, and no page for %j",
    async (checkout_url) => {
      const { sdk } = createShop(session("payses_1", hosted, { checkout_url }))
      const options = { ...cart, providerId: inline }
      expect(await startCryptoPayment(sdk, options)).toEqual({
        paymentSessionId: "payses_1",
        checkoutUrl: null,
        orderId: null,
      })
    }
  )

  describe("where the order is placed before its payment", () => {
    const opened = collection([
      session("payses_1", hosted, { place_order: "before_payment" }),
    ])

    it("places it once the payment is there", async () => {
      const completed = { type: "order", order: { id: "order_1" } }
      const { sdk, requests } = answerWith(opened, opened, completed)
      const started = await startCryptoPayment(sdk, cart)
      expect(started).toMatchObject({ orderId: "order_1" })
      expect(requests.at(-1)).toMatchObject({
        path: "/store/carts/cart_1/complete",
        request: { method: "POST" },
      })
    })

    it("throws Medusa's reason where it cannot be placed", async () => {
      const failed = { type: "cart", error: { message: "Out of stock." } }
      const { sdk } = answerWith(opened, opened, failed)
      await expect(startCryptoPayment(sdk, cart)).rejects.toMatchObject({
        kind: "refused",
        message: "Out of stock.",
      })
    })

    it("completes no cart for an order that is there already", async () => {
      const { sdk, requests } = answerWith(opened)
      const options = { paymentCollectionId: "pay_col_1", providerId: hosted }
      const started = await startCryptoPayment(sdk, options)
      expect(started).toMatchObject({ orderId: null })
      expect(requests.map(({ path }) => path)).toEqual([
        "/store/payment-collections/pay_col_1/payment-sessions",
      ])
    })
  })

  describe("while another tab starts a payment of the cart", () => {
    const opened = collection([session("payses_1", hosted)])

    it.each([
      ["core has just made the collection", [new FetchError(500, "Unknown")]],
      ["the session before is gone", [opened, new FetchError(404, "Gone")]],
      [
        "only the session of the other tab is listed",
        [opened, collection([{ id: "payses_0", provider_id: hosted }])],
      ],
    ])("tries again where %s", async (_, answers) => {
      const { sdk } = answerWith(...answers, opened)
      const started = await startCryptoPayment(sdk, cart)
      expect(started).toMatchObject({ paymentSessionId: "payses_1" })
    })

    it.each<[number, ...object[]]>([
      [400],
      [404],
      [409],
      [429],
      [503],
      // The gateway did not open the payment.
      [500, opened],
    ])("does not repeat what was answered %i", async (status, ...before) => {
      const { sdk, requests } = answerWith(
        ...before,
        new FetchError(status, "No.")
      )
      const error = { name: "CryptoPaymentError", message: "No." }
      await expect(startCryptoPayment(sdk, cart)).rejects.toMatchObject(error)
      expect(requests).toHaveLength(before.length + 1)
    })

    it("gives up after the third time", async () => {
      const { sdk, requests } = createShop()
      const error = { kind: "unavailable" }
      await expect(startCryptoPayment(sdk, cart)).rejects.toMatchObject(error)
      expect(requests).toHaveLength(4)
    })
  })

  it.each([
    ["coin_not_offered", "ETH"],
    ["refused", "BTC"],
  ])("is %s where it fails while %s is listed", async (kind, code) => {
    const currencies = [{ code, name: code, network: code }]
    const refused = new FetchError(400, "No.")
    const { sdk } = answerWith(collection([]), refused, { currencies })
    const options = { ...cart, targetCurrency: "BTC" }
    const error = { kind, message: "No." }
    await expect(startCryptoPayment(sdk, options)).rejects.toMatchObject(error)
  })

  it.each([
    ["before", () => AbortSignal.abort(new Error("timeout")), 0],
    ["meanwhile", () => AbortSignal.timeout(20), 1],
  ])("stops where its signal is aborted %s", async (_when, abort, sent) => {
    const { sdk, requests } = answerWith(new FetchError(500, "Unknown"))
    const signal = abort()
    await expect(startCryptoPayment(sdk, { ...cart, signal })).rejects.toThrow(
      "timeout"
    )
    expect(requests).toHaveLength(sent)
  })
})
