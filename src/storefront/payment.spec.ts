import { createPayment } from "./fixtures/payment"
import { createStoreSdk, FetchError } from "./fixtures/store-sdk"
import {
  type CryptoCollection,
  type CryptoPayment,
  findCryptoPayment,
  getCollectionStep,
  getPhase,
  isFinal,
  readCryptoCollection,
  readCryptoPayment,
} from "./payment"

const UNAVAILABLE = { kind: "unavailable" }

describe("readCryptoPayment", () => {
  function read(crypto_payment: unknown) {
    const { sdk, requests } = createStoreSdk(() => ({ crypto_payment }))
    const options = { paymentSessionId: "payses_1" }
    return { requests, result: readCryptoPayment(sdk, options) }
  }

  it("returns the payment and its phase", async () => {
    // What the store's options say about the coin.
    const facts = { chain_id: 1, address: null, decimals: 18, test: false }
    const payment = createPayment({ state: "paid", crypto_token: facts })
    const { requests, result } = read(payment)
    expect(await result).toEqual({ phase: "placing_order", payment })
    expect(requests.map(({ path }) => path)).toEqual([
      "/store/crypto-payments/payses_1",
    ])
  })

  it.each([
    { checkout_url: "javascript:alert(1)" },
    { checkout_url: "https://shop.test@evil.test/" },
    { checkout_url: { toString: (): string => "https://gateway.example/" } },
    { crypto_network: {}, amount: [1] },
  ])("replaces what a page cannot show by null: %j", async (unsafe) => {
    const nulls = Object.keys(unsafe).map((field) => [field, null])
    const { payment } = await read({ ...createPayment(), ...unsafe }).result
    expect(payment).toEqual(createPayment(Object.fromEntries(nulls)))
  })
})

describe("findCryptoPayment", () => {
  it("returns the payment of a cart and its phase, by the cart alone, or null where it has none", async () => {
    let answer: object = {}
    const { sdk, requests } = createStoreSdk(() => answer)
    const find = () => findCryptoPayment(sdk, { cartId: "cart_1" })
    await expect(find()).rejects.toMatchObject(UNAVAILABLE)
    const payment = createPayment({ state: "attention", cart: "changed" })
    answer = { crypto_payment: payment }
    expect(await find()).toEqual({ phase: "attention", payment })
    answer = { crypto_payment: null }
    expect(await find()).toBeNull()
    const request = { query: { cart_id: "cart_1" } }
    expect(requests[0]).toMatchObject({
      path: "/store/crypto-payments",
      request,
    })
  })
})

describe("the payment collection of an order", () => {
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
    crypto_payment: null,
    receipt: null,
    server_time: "2026-01-01T12:00:00.000Z",
    ...patch,
  })

  const read = (crypto_collection: unknown) => {
    const { sdk, requests } = createStoreSdk(() => ({ crypto_collection }))
    const options = { paymentCollectionId: "pay col/1" }
    return { requests, result: readCryptoCollection(sdk, options) }
  }

  it("is read by one request, which is no POST", async () => {
    const { requests, result } = read(collection())
    expect(await result).toEqual(collection())
    expect(requests).toEqual([
      {
        path: "/store/crypto-payments/collections/pay%20col%2F1",
        request: { signal: undefined },
      },
    ])
  })

  it("leaves out the URL of a hosted page that a page must not link to", async () => {
    const checkout_url = "javascript:alert(1)"
    const crypto_payment = createPayment({ checkout_url })
    const { result } = read(collection({ crypto_payment }))
    expect((await result).crypto_payment?.checkout_url).toBeNull()
  })

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

describe("every read", () => {
  const id = { paymentSessionId: "payses_1", paymentCollectionId: "pay_col_1" }

  it.each([
    [404, { kind: "not_found", retryable: false }],
    [503, { kind: "unavailable", retryable: true }],
  ])("maps the status %i to %j", async (status, error) => {
    const { sdk } = createStoreSdk(() => {
      throw new FetchError(status, "no")
    })
    for (const read of [readCryptoPayment, readCryptoCollection]) {
      await expect(read(sdk, id)).rejects.toMatchObject({ ...error, status })
    }
  })

  it.each([undefined, null, "settled", 1])(
    "is unavailable for the answer %j",
    async (answer) => {
      const { sdk } = createStoreSdk(() => ({
        crypto_payment: answer,
        crypto_collection: answer,
      }))
      for (const read of [readCryptoPayment, readCryptoCollection]) {
        await expect(read(sdk, id)).rejects.toMatchObject(UNAVAILABLE)
      }
    }
  )
})

describe("phase of a payment", () => {
  const expired = { state: "closed", gateway_status: "expired" } as const

  it.each<[phase: string, Partial<CryptoPayment>]>([
    ["waiting", { state: "creating" }],
    ["waiting", {}],
    ["placing_order", { state: "paid" }],
    ["order_placed", { state: "settled" }],
    ["expired", expired],
    ["expired", { state: "closed", gateway_status: null }],
    ["failed", { state: "closed", gateway_status: "failed" }],
    ["attention", { state: "attention" }],
    ["resolved", { state: "resolved" }],
    ["cart_changed", { cart: "changed" }],
    ["cart_changed", { state: "closed", cart: "changed" }],
    ["replaced", { replaced: true, cart: "changed" }],
    ["paid_otherwise", { ...expired, cart: "completed" }],
    ["waiting", { current: false }],
    ["placing_order", { state: "paid", replaced: true }],
    ["order_placed", { state: "settled", replaced: true }],
    ["waiting", { gateway_status: "frozen" }],
  ])("is %s of %j", (phase, patch) => {
    expect(getPhase(createPayment(patch))).toBe(phase)
  })

  it.each(["__proto__", "constructor", "toString", "refunding", "", null, {}])(
    'is "checking" for the unknown state %j',
    (state) => {
      expect(getPhase({ ...createPayment(), state } as never)).toBe("checking")
    }
  )

  it("is final only when no other phase can follow", () => {
    const phases = ["order_placed", "expired", "attention"] as const
    expect(phases.filter(isFinal)).toEqual(["order_placed"])
  })
})
