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
