import { createRefund } from "./fixtures/refund"
import { createStoreSdk, FetchError } from "./fixtures/store-sdk"
import {
  checkCryptoRefundAddress,
  confirmCryptoRefundAddress,
  getRefundToken,
  readCryptoRefund,
} from "./refund"

const SECRET = "Sec-ret_1".padEnd(43, "x")
const TOKEN = `cpref_1.${SECRET}`
const PATH = "/store/crypto-refunds/cpref_1"
const headers = { "x-crypto-refund-secret": SECRET }
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const SEGWIT = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

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

  it.each(["", "cpref_1", "cpref_1.", TOKEN.slice(0, -1)])(
    "ask nobody with %j, which is incomplete",
    async (token) => {
      const { sdk, requests } = createStoreSdk(() => ({
        crypto_refund: createRefund(),
      }))
      const read = readCryptoRefund(sdk, { token })
      await expect(read).rejects.toMatchObject({
        kind: "not_found",
        retryable: false,
        status: undefined,
      })
      expect(requests).toEqual([])
    }
  )

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

describe("a recovery phrase", () => {
  const words =
    "abandon ability able about above absent absorb abstract absurd abuse access accident"

  it.each([
    words,
    words.toUpperCase(),
    words.split(" ").slice(0, 3).join("\n"),
    words.replace(/\w+/g, (word) => `${word.length}. ${word}`),
    words.replaceAll(" ", ", "),
    // As a wallet's table of them is copied.
    words
      .split(" ")
      .map((word, index) => `${index + 1}${word}`)
      .join("\n"),
    "あいこくしん あいさつ あいだ あおぞら",
    "的 一 是 在 不 了",
    "Clé étoile fenêtre",
    `${words.replaceAll(" ", "-")}?a=b`,
    `bitcoin:${words.replaceAll(" ", "-")}?amount=1`,
    `bitcoin:${SEGWIT}? ${words}`,
  ])("is not sent, as the address or beside it: %j", async (text) => {
    const { sdk, requests } = createStoreSdk(() => ({}))
    const tags = text.split(/[\s,]+/).length >= 9 ? [text] : []
    for (const entered of [
      { address: text },
      ...tags.map((address_tag) => ({ address: ADDRESS, address_tag })),
    ]) {
      await expect(
        checkCryptoRefundAddress(sdk, { token: TOKEN, ...entered })
      ).rejects.toMatchObject({ kind: "refused" })
    }
    expect(requests).toEqual([])
  })

  it.each([
    [" bc1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k v8f3 t4\n", SEGWIT],
    ["0x52908400\u200b098527886E0F\u00ad7030069857\r\nD2E4169EE7", ADDRESS],
    ["GA7Q YNF7 SOWQ 3GLR:my memo here", "GA7QYNF7SOWQ3GLR:my memo here"],
    ["vitalik eth", "vitaliketh"],
    [`bitcoin:${SEGWIT}?amount=1&label=my%20own%20shop`, undefined],
    [`web+stellar:pay?destination=${"G7".repeat(28)}&amount=1`, undefined],
  ])("is none of %j, which is sent without spaces", async (typed, sent) => {
    const { sdk, requests } = createStoreSdk(() => ({
      crypto_refund: createRefund(),
      checked_address: SEGWIT,
      checked: true,
    }))
    const memo = "thanks for the order"
    await checkCryptoRefundAddress(sdk, {
      token: TOKEN,
      address: typed,
      address_tag: memo,
    })
    const address = sent ?? typed
    const body = { address, address_tag: memo, confirm: false }
    expect(requests).toMatchObject([{ request: { body } }])
  })
})

describe("the token of a refund link", () => {
  const link = `https://shop.example/crypto-refund#${TOKEN}`
  it.each([
    [link, TOKEN],
    [link.replace("#", "?locale=de#"), TOKEN],
    // What mail programs add.
    [`${link}?utm_source=mail&utm_medium=email`, TOKEN],
    [`${link})`, TOKEN],
    [`${link}>.`, TOKEN],
    [`${link}%3E`, TOKEN],
    [`${link}_`, TOKEN],
    [`${link}\u200b`, TOKEN],
    // A refund page of the store's own.
    [link.replace("#", "#/refund/"), TOKEN],
    [link.replace("#", "#/refund#"), TOKEN],
    [link.slice(0, -1), undefined],
    ["https://shop.example/crypto-refund#?utm_source=mail", undefined],
    ["https://shop.example/crypto-refund#", undefined],
    ["https://shop.example/crypto-refund", undefined],
  ])("of %s is %s", (url, token) => expect(getRefundToken(url)).toBe(token))
})
