import {
  type CryptoCollection,
  getCollectionStep,
  readCryptoCollection,
} from "./collection"
import { createPayment } from "./fixtures/payment"
import { createStoreSdk, FetchError } from "./fixtures/store-sdk"

const collection = (
  patch: Partial<CryptoCollection> = {}
): CryptoCollection => ({
  payment_collection_id: "pay_col_1",
  order_display_id: 7,
  state: "unpaid",
  amount: "19.99",
  currency_code: "eur",
  pay_until: null,
  payable: true,
  providers: [{ provider_id: "pp_crypto_crypto", flow: "widget" }],
  underpaid: null,
  crypto_payment: null,
  receipt: null,
  server_time: "2026-01-01T12:00:00.000Z",
  ...patch,
})

describe("readCryptoCollection", () => {
  const read = (answer: () => unknown) => {
    const { sdk, requests } = createStoreSdk(answer)
    const paymentCollectionId = "pay col/1"
    return {
      requests,
      result: readCryptoCollection(sdk, { paymentCollectionId }),
    }
  }

  it("reads what is due by one request, which is no POST", async () => {
    const due = collection()
    const { requests, result } = read(() => ({ crypto_collection: due }))
    expect(await result).toEqual(due)
    expect(requests).toEqual([
      {
        path: "/store/crypto-payments/collections/pay%20col%2F1",
        request: { signal: undefined },
      },
    ])
  })

  it("leaves out the URL of a hosted page that a page must not link to", async () => {
    const crypto_payment = createPayment({
      checkout_url: "javascript:alert(1)",
    })
    const { result } = read(() => ({
      crypto_collection: collection({ crypto_payment }),
    }))
    expect((await result).crypto_payment?.checkout_url).toBeNull()
  })

  it("throws not_found for a link that no order has", async () => {
    const { result } = read(() => {
      throw new FetchError(404, "There is no order to pay.")
    })
    await expect(result).rejects.toMatchObject({
      kind: "not_found",
      retryable: false,
    })
  })

  it.each([{}, { crypto_collection: null }, { crypto_collection: "x" }])(
    "throws unavailable for the answer %j",
    async (answer) => {
      const { result } = read(() => answer)
      await expect(result).rejects.toMatchObject({ kind: "unavailable" })
    }
  )
})

describe("getCollectionStep", () => {
  it.each<[string, Partial<CryptoCollection>]>([
    ["payable", {}],
    ["paid", { state: "paid", payable: false }],
    ["canceled", { state: "canceled", payable: false }],
    ["changed", { state: "changed", payable: false }],
    ["not_payable", { payable: false }],
    [
      "paid",
      { payable: false, crypto_payment: createPayment({ state: "settled" }) },
    ],
  ])("is %s of %j", (step, patch) => {
    expect(getCollectionStep(collection(patch))).toBe(step)
  })
})
