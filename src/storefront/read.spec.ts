import { payment } from "./fixtures/payment"
import { FetchError, storeSdk } from "./fixtures/store-sdk"
import { readCryptoPayment } from "./read"

describe("one look at a payment", () => {
  const paymentSessionId = "payses_1"

  it("tells the shop's answer and the phase that it stands for", async () => {
    const answer = payment({ state: "paid" })
    const { sdk, heard } = storeSdk(() => ({ crypto_payment: answer }))
    expect(await readCryptoPayment(sdk, { paymentSessionId })).toEqual({
      phase: "placing_order",
      payment: answer,
    })
    expect(heard.map(({ path }) => path)).toEqual([
      "/store/crypto-payments/payses_1",
    ])
  })

  it.each([
    "javascript:alert(1)",
    "https://shop.test@evil.test/",
    { toString: () => "https://gateway.example/" },
  ])("tells no checkout_url that a page must not link to: %j", async (url) => {
    const crypto_payment = { ...payment(), checkout_url: url }
    const { sdk } = storeSdk(() => ({ crypto_payment }))
    const read = await readCryptoPayment(sdk, { paymentSessionId })
    expect(read.payment.checkout_url).toBeNull()
  })

  it("tells null for what a page could not show", async () => {
    const crypto_payment = { ...payment(), crypto_network: {}, amount: [1] }
    const { sdk } = storeSdk(() => ({ crypto_payment }))
    const read = await readCryptoPayment(sdk, { paymentSessionId })
    expect(read.payment).toEqual(
      payment({ crypto_network: null, amount: null })
    )
  })

  it.each([undefined, null, "settled", 1])(
    "tells nothing when the answer is %j instead of a payment",
    async (crypto_payment) => {
      const { sdk } = storeSdk(() => ({ crypto_payment }))
      await expect(
        readCryptoPayment(sdk, { paymentSessionId })
      ).rejects.toMatchObject({ kind: "unavailable" })
    }
  )

  it.each([
    [404, "not_found"],
    [503, "unavailable"],
  ])(
    "is told as an error of its kind when the answer is %i",
    async (status, kind) => {
      const { sdk } = storeSdk(() => {
        throw new FetchError(status, "no")
      })
      await expect(
        readCryptoPayment(sdk, { paymentSessionId })
      ).rejects.toMatchObject({ kind, status })
    }
  )
})
