import { createPayment } from "./fixtures/payment"
import { createStoreSdk, FetchError } from "./fixtures/store-sdk"
import { findCryptoPayment, readCryptoPayment } from "./payment"

describe("readCryptoPayment", () => {
  const paymentSessionId = "payses_1"

  it("returns the payment and its phase", async () => {
    const answer = createPayment({ state: "paid" })
    const { sdk, requests } = createStoreSdk(() => ({ crypto_payment: answer }))
    expect(await readCryptoPayment(sdk, { paymentSessionId })).toEqual({
      phase: "placing_order",
      payment: answer,
    })
    expect(requests.map(({ path }) => path)).toEqual([
      "/store/crypto-payments/payses_1",
    ])
  })

  it.each([
    "javascript:alert(1)",
    "https://shop.test@evil.test/",
    { toString: () => "https://gateway.example/" },
  ])("removes the unsafe checkout_url %j", async (url) => {
    const crypto_payment = { ...createPayment(), checkout_url: url }
    const { sdk } = createStoreSdk(() => ({ crypto_payment }))
    const read = await readCryptoPayment(sdk, { paymentSessionId })
    expect(read.payment.checkout_url).toBeNull()
  })

  it("replaces values that a page cannot show by null", async () => {
    const crypto_payment = {
      ...createPayment(),
      crypto_network: {},
      amount: [1],
    }
    const { sdk } = createStoreSdk(() => ({ crypto_payment }))
    const read = await readCryptoPayment(sdk, { paymentSessionId })
    expect(read.payment).toEqual(
      createPayment({ crypto_network: null, amount: null })
    )
  })

  it("keeps what the store's options say about the coin", async () => {
    const crypto_token = {
      chain_id: 1,
      address: null,
      decimals: 18,
      test: false,
    }
    const crypto_payment = createPayment({ crypto_token })
    const { sdk } = createStoreSdk(() => ({ crypto_payment }))
    const read = await readCryptoPayment(sdk, { paymentSessionId })
    expect(read.payment.crypto_token).toEqual(crypto_token)
  })

  it.each([undefined, null, "settled", 1])(
    "rejects the answer %j, which is not a payment",
    async (crypto_payment) => {
      const { sdk } = createStoreSdk(() => ({ crypto_payment }))
      await expect(
        readCryptoPayment(sdk, { paymentSessionId })
      ).rejects.toMatchObject({ kind: "unavailable" })
    }
  )

  it.each([
    [404, "not_found"],
    [503, "unavailable"],
  ])("maps the status %i to an error of kind %s", async (status, kind) => {
    const { sdk } = createStoreSdk(() => {
      throw new FetchError(status, "no")
    })
    await expect(
      readCryptoPayment(sdk, { paymentSessionId })
    ).rejects.toMatchObject({ kind, status })
  })
})

describe("findCryptoPayment", () => {
  it("returns the payment of a cart and its phase, by the cart alone", async () => {
    const answer = createPayment({ state: "attention", cart: "changed" })
    const { sdk, requests } = createStoreSdk(() => ({ crypto_payment: answer }))
    expect(await findCryptoPayment(sdk, { cartId: "cart_1" })).toEqual({
      phase: "attention",
      payment: answer,
    })
    expect(requests).toMatchObject([
      {
        path: "/store/crypto-payments",
        request: { query: { cart_id: "cart_1" } },
      },
    ])
  })

  it("returns null where the cart has none", async () => {
    const { sdk } = createStoreSdk(() => ({ crypto_payment: null }))
    expect(await findCryptoPayment(sdk, { cartId: "cart_1" })).toBeNull()
  })

  it("does not take an answer without a payment for a cart that has none", async () => {
    const { sdk } = createStoreSdk(() => ({}))
    await expect(
      findCryptoPayment(sdk, { cartId: "cart_1" })
    ).rejects.toMatchObject({ kind: "unavailable" })
  })
})
