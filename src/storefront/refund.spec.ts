import { createRefund } from "./fixtures/refund"
import { createStoreSdk, FetchError } from "./fixtures/store-sdk"
import {
  checkCryptoRefundAddress,
  confirmCryptoRefundAddress,
  getRefundToken,
  readCryptoRefund,
} from "./refund"

const SECRET = "Sec-ret_1"
const TOKEN = `id/en?1.${SECRET}`
const PATH = "/store/crypto-refunds/id%2Fen%3F1"
const headers = { "x-crypto-refund-secret": SECRET }
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

const calls = {
  read: readCryptoRefund,
  check: checkCryptoRefundAddress,
  confirm: confirmCryptoRefundAddress,
}

type Call = keyof typeof calls

const send = (call: Call, answer: () => unknown, signal?: AbortSignal) => {
  const { sdk, requests } = createStoreSdk(answer)
  const options = { token: TOKEN, address: ADDRESS.toLowerCase(), signal }
  return { requests, result: calls[call](sdk, options) }
}

describe("the functions of a refund", () => {
  it("read it by one request, which is no POST", async () => {
    const refund = createRefund()
    const { requests, result } = send("read", () => ({ crypto_refund: refund }))
    expect(await result).toEqual(refund)
    expect(requests).toEqual([{ path: PATH, request: { headers } }])
  })

  const fault = { code: "other_network", network: "Tron", found: "Bitcoin" }

  it.each([
    [
      { checked_address: ADDRESS, checked: true, address_fault: null },
      { address: ADDRESS, checked: true, fault: null },
    ],
    // Why a text cannot be the address.
    [
      { checked_address: null, checked: false, address_fault: fault },
      { fault },
    ],
  ])("check an address without saving it: %j", async (answer, checked) => {
    const refund = createRefund()
    const { requests, result } = send("check", () => ({
      crypto_refund: refund,
      ...answer,
    }))
    expect(await result).toEqual({ refund, ...checked })
    const body = { address: ADDRESS.toLowerCase(), confirm: false }
    expect(requests).toMatchObject([
      { path: PATH, request: { method: "POST", headers, body } },
    ])
  })

  it("confirm an address", async () => {
    const refund = createRefund({ state: "address_entered", address: ADDRESS })
    const answer = { crypto_refund: refund }
    const { requests, result } = send("confirm", () => answer)
    expect(await result).toEqual(refund)
    const request = { headers, body: { confirm: true } }
    expect(requests).toMatchObject([{ path: PATH, request }])
  })

  it.each([
    ["id", ""],
    ["id.", ""],
    ["id.a\nb", "a%0Ab"],
  ])("send of %j the secret %j", async (token, secret) => {
    const { sdk, requests } = createStoreSdk(() => ({
      crypto_refund: createRefund(),
    }))
    await readCryptoRefund(sdk, { token })
    const headers = { "x-crypto-refund-secret": secret }
    expect(requests).toMatchObject([
      { path: "/store/crypto-refunds/id", request: { headers } },
    ])
  })

  it("throw an error for the status", async () => {
    for (const call of Object.keys(calls) as Call[]) {
      const { result } = send(call, () => {
        throw new FetchError(400, "Copy it.")
      })
      const error = { kind: "refused", retryable: false, message: "Copy it." }
      await expect(result).rejects.toMatchObject(error)
    }
  })

  it("throw unavailable for an answer without what they ask for", async () => {
    const answers = [{}, { crypto_refund: null }, { crypto_refund: "x" }]
    const checks = [...answers, { crypto_refund: createRefund() }]
    const given = { read: answers, check: checks, confirm: answers }
    for (const call of Object.keys(calls) as Call[]) {
      for (const answer of given[call]) {
        const { result } = send(call, () => answer)
        await expect(result).rejects.toMatchObject({ kind: "unavailable" })
      }
    }
  })

  it("throw the reason of an aborted signal", async () => {
    const signal = AbortSignal.abort("left")
    const { requests, result } = send("read", () => ({}), signal)
    await expect(result).rejects.toBe("left")
    expect(requests).toEqual([])
  })
})

describe("the token of a refund link", () => {
  it.each([
    ["https://shop.example/crypto-refund?locale=de#id.secret", "id.secret"],
    ["https://shop.example/crypto-refund#", undefined],
    ["https://shop.example/crypto-refund", undefined],
  ])("of %s is %s", (url, token) => expect(getRefundToken(url)).toBe(token))
})
