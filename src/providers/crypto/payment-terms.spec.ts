import { MedusaError, parseCorsOrigins } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway"
import type { AttemptState } from "../../modules/crypto-payment/column-values"
import { attemptRow } from "../../modules/crypto-payment/fixtures/attempt-row"
import { rightOptions } from "../../modules/crypto-payment/fixtures/options"
import {
  type MerchantOptions,
  parseOptions,
} from "../../modules/crypto-payment/merchants/options"
import {
  checkCoin,
  checkReturnUrl,
  parseRequestData,
  sessionIdOf,
  sessionStatus,
  toSessionData,
} from "./payment-terms"

const tether = { code: "USDT_TRC20", name: "Tether USD", network: "Tron" }
const ether = { code: "ETH", name: "Ether", network: "Ethereum" }

describe("the data of payment terms", () => {
  it("keeps only the return URLs, the coin and core's session id", () => {
    const kept = {
      session_id: "payses_1",
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/failed",
      target_currency: "USDT_TRC20",
    }
    const others = {
      amount: "0.01",
      is_test: true,
      status: "captured",
      merchant: "us",
      gateway_payment_id: "someone-elses",
      external_id: "cart_2",
      callback_url: "https://evil.example",
    }
    expect(parseRequestData({ ...kept, ...others })).toEqual(kept)
  })

  const session = { session_id: "payses_1" }
  it.each<[string, unknown, string]>([
    ["no data", undefined, "session_id"],
    ["no session", {}, "session_id"],
    ["an empty session", { session_id: "" }, "session_id"],
    ["a URL that is none", { ...session, success_url: {} }, "success_url"],
    [
      "a coin that is none",
      { ...session, target_currency: 7 },
      "target_currency",
    ],
    [
      "a URL that is too long",
      { ...session, fail_url: "x".repeat(2_049) },
      "fail_url",
    ],
  ])("is an error with %s, naming the key", (_what, data, key) => {
    expect(() => parseRequestData(data)).toThrow(
      expect.objectContaining({
        type: MedusaError.Types.INVALID_DATA,
        message: `Invalid payment session data: ${key}.`,
      })
    )
  })
})

describe("the coin of an inline payment", () => {
  it("can be one that the merchant receives", async () => {
    const list = async () => [tether, ether]
    expect(await checkCoin("ETH", null, list)).toBe("ETH")
    expect(await checkCoin("ETH", ["ETH"], list)).toBe("ETH")
  })

  it.each<
    [string, string | undefined, string[] | null, (typeof ether)[], RegExp]
  >([
    ["missing", undefined, null, [tether], /target_currency .*\/currencies\.$/],
    ["unknown", "DOGE", null, [tether, ether], /It takes: USDT_TRC20, ETH\.$/],
    ["in lower case", "eth", null, [ether], /takes no payment in "eth"/],
    ["one that has no wallet", "ETH", null, [], /no wallet is attached/],
    [
      "one that the store does not offer",
      "ETH",
      ["USDT_TRC20", "XMR"],
      [tether, ether],
      /It takes: USDT_TRC20\.$/,
    ],
  ])(
    "may not be %s; the error says why",
    async (_, coin, named, coins, why) => {
      await expect(
        checkCoin(coin, named, async () => coins)
      ).rejects.toMatchObject({
        type: MedusaError.Types.INVALID_DATA,
        message: expect.stringMatching(why),
      })
    }
  )

  it("is left to the gateway while the list cannot be read, if the store offers it", async () => {
    const down = () => Promise.reject(new GatewayError("server", "down"))
    expect(await checkCoin("ETH", null, down)).toBe("ETH")
    expect(await checkCoin("ETH", ["ETH"], down)).toBe("ETH")
    await expect(checkCoin("ETH", ["BTC"], down)).rejects.toThrow(
      "It takes: BTC."
    )
  })

  it("is not accepted when our own code fails", async () => {
    const broken = () => Promise.reject(new TypeError("broken"))
    await expect(checkCoin("ETH", null, broken)).rejects.toThrow("broken")
  })
})

function merchant(patch: Record<string, unknown> = {}): MerchantOptions {
  const [parsed] = parseOptions({
    ...rightOptions,
    successUrl: "https://shop.example/thanks/{payment_session_id}",
    failUrl: "https://pay.shop.example/failed",
    allowedReturnOrigins: ["https://app.shop.example:8443"],
    ...patch,
  }).values()
  return parsed
}

/** As core reads `storeCors`. */
const storeOrigins = parseCorsOrigins(
  "http://localhost:8000, https://eu.example,*,,/^https:\\/\\/shop-[a-z0-9]+\\.preview\\.example$/"
)
const check = (url: string) =>
  checkReturnUrl("success_url", url, merchant(), storeOrigins)

describe("a return URL that a storefront asks for", () => {
  const PREVIEW = "https://shop-4f2a.preview.example"

  it.each([
    "https://shop.example/de/thanks?cart={payment_session_id}",
    "https://SHOP.example/",
    "https://shop.example:443/",
    "https://pay.shop.example/x",
    "https://app.shop.example:8443/x",
    "http://localhost:8000/checkout",
    "https://eu.example/x",
    `${PREVIEW}/return?x=1`,
    "https://shop.example/?s={payment_session_id}#/paid",
  ])("may be %s", (url) => {
    expect(check(url)).toBe(url)
  })

  it.each([
    ["another origin", "https://evil.example/"],
    ["what the expression does not match", `${PREVIEW}.evil.example/`],
    ["what it matches elsewhere", `https://evil.example/?x=${PREVIEW}`],
    ["a user name that it matches", `${PREVIEW}@evil.example/`],
    ["another scheme of the same host", "http://shop.example/"],
    ["another port", "https://shop.example:444/"],
    ["a host that starts alike", "https://shop.example.evil.example/"],
    ["a host that ends alike", "https://evilshop.example/"],
    ["a subdomain that nobody named", "https://x.shop.example/"],
    ["the shop as a user name", "https://shop.example@evil.example/"],
    ["a script", "javascript:alert(1)//https://shop.example/"],
    ["data", "data:text/html,https://shop.example/"],
    ["a blob of the shop", "blob:https://shop.example/0"],
    ["a file", "file:///etc/passwd"],
    ["an app", "myapp://shop.example/paid"],
    ["another protocol of the shop", "ftp://shop.example/"],
    ["no scheme", "//shop.example/"],
    ["a path", "/thanks"],
    ["nothing", ""],
    ["a letter that looks alike", "https://shop.ex\u0430mple/"],
    ["a user name of the shop", "https://user@shop.example/"],
    ["a backslash", "https://shop.example\\@evil.example/"],
    ["a tab in the host", "https://shop.ex\tample/"],
    ["a line break", "https://shop.example/\r\nlocation: evil"],
    ["a leading blank", " https://shop.example/"],
    ["a template in the host", "https://{payment_session_id}.shop.example/"],
  ])("may not be %s, which the error does not show", (_what, url) => {
    expect(() => check(url)).not.toThrow(/evil/)
    expect(() => check(url)).toThrow(
      expect.objectContaining({
        type: MedusaError.Types.INVALID_DATA,
        message: expect.stringMatching(
          /^success_url must be an http or https URL, no scheme of an app, on an origin/
        ),
      })
    )
  })

  it("is refused where the store named no origin at all", () => {
    const closed = merchant({
      successUrl: undefined,
      failUrl: undefined,
      allowedReturnOrigins: [],
    })
    for (const url of ["https://shop.example/", "null", "undefined", "*"]) {
      expect(() => checkReturnUrl("fail_url", url, closed, ["*", ""])).toThrow(
        /^fail_url must be.+ A pattern in storeCors is a regular expression/
      )
    }
  })
})

describe("the session id in data from core", () => {
  it.each([
    [{ session_id: "payses_1" }, "payses_1"],
    [{ session_id: "" }, undefined],
    [{ session_id: 7 }, undefined],
    [{}, undefined],
    [null, undefined],
  ])("of %j is %j", (data, sessionId) => {
    expect(sessionIdOf(data)).toBe(sessionId)
  })
})

describe("the data of a session", () => {
  const row = attemptRow({
    resolution: { note: "hush" },
    attention_fact: { type: "failed", message: "hush" },
    lease_owner: "hush",
    crypto_amount: "21.5",
    crypto_currency: "USDT",
    wallet_address: "T-wallet",
  })

  it("has only what the shopper may know", () => {
    expect(toSessionData(row, "payses_1", "after_payment")).toEqual({
      session_id: "payses_1",
      crypto_payment_id: "cpay_1",
      gateway_payment_id: "gateway-payment-1",
      flow: "widget",
      status: "created",
      amount: "19.99",
      currency_code: "eur",
      checkout_url: "https://gateway.example/pay/gateway-payment-1",
      wallet_address: "T-wallet",
      crypto_amount: "21.5",
      crypto_currency: "USDT",
      is_test: false,
      place_order: "after_payment",
    })
  })

  it("overwrites a browser's value in every key that is read later", () => {
    const bare = attemptRow({ gateway_payment_id: null, checkout_url: null })
    for (const attempt of [row, bare]) {
      const data = toSessionData(attempt, "payses_1", "after_payment")
      const keys = Object.keys(toSessionData(row, "payses_1", "after_payment"))
      const forged = Object.fromEntries(keys.map((key) => [key, "forged"]))
      expect(Object.values({ ...forged, ...data })).not.toContain("forged")
    }
  })
})

describe("the status of a session", () => {
  it.each<[AttemptState, string, string]>([
    ["creating", "created", "pending"],
    ["open", "created", "pending"],
    ["open", "expired", "pending"],
    ["paid", "confirmed", "pending"],
    ["attention", "confirmed", "pending"],
    ["settled", "confirmed", "captured"],
    ["resolved", "confirmed", "canceled"],
    ["closed", "expired", "canceled"],
    ["closed", "failed", "error"],
  ])(
    "in state %s with gateway status %s is %s",
    (state, gateway_status, status) => {
      expect(sessionStatus(attemptRow({ state, gateway_status }))).toBe(status)
    }
  )
})
