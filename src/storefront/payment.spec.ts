import { createPayment } from "./fixtures/payment"
import { createStoreSdk, FetchError } from "./fixtures/store-sdk"
import { readCryptoPayment } from "./payment"

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
