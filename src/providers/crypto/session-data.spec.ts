import { MedusaError } from "@medusajs/framework/utils"

import { attemptRow } from "../../modules/crypto-payment/fixtures/attempt-row"
import { parseSessionWish, sessionIdOf, toSessionData } from "./session-data"

describe("what a storefront wishes for", () => {
  it("is only the return URLs and the coin; core adds the session", () => {
    expect(
      parseSessionWish({
        session_id: "payses_1",
        success_url: "https://shop.example/thanks",
        fail_url: "https://shop.example/failed",
        target_currency: "USDT_TRC20",
        amount: "0.01",
        is_test: true,
        gateway_payment_id: "someone-elses",
        external_id: "cart_2",
        status: "captured",
        callback_url: "https://evil.example",
        merchant: "us",
      })
    ).toEqual({
      session_id: "payses_1",
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/failed",
      target_currency: "USDT_TRC20",
    })
  })

  it.each<[string, unknown, string]>([
    ["no data", undefined, "session_id"],
    ["null", null, "session_id"],
    ["no session", {}, "session_id"],
    ["an empty session", { session_id: "" }, "session_id"],
    [
      "an address that is no text",
      { session_id: "payses_1", success_url: { $ne: null } },
      "success_url",
    ],
    [
      "a coin that is no text",
      { session_id: "payses_1", target_currency: ["ETH"] },
      "target_currency",
    ],
    [
      "an address without end",
      { session_id: "payses_1", fail_url: "x".repeat(2_049) },
      "fail_url",
    ],
  ])("is refused with %s, naming the key", (_what, data, key) => {
    expect(() => parseSessionWish(data)).toThrow(
      expect.objectContaining({
        type: MedusaError.Types.INVALID_DATA,
        message: `The payment session's data is not right: ${key}.`,
      })
    )
  })
})

describe("the session id in data from core", () => {
  it.each([
    [{ session_id: "payses_1" }, "payses_1"],
    [{ session_id: "" }, undefined],
    [{ session_id: 7 }, undefined],
    [{ session_id: ["payses_1"] }, undefined],
    [{}, undefined],
    [undefined, undefined],
    [null, undefined],
    ["payses_1", undefined],
  ])("of %j is %j", (data, sessionId) => {
    expect(sessionIdOf(data)).toBe(sessionId)
  })
})

describe("what a storefront can read in a session", () => {
  const row = attemptRow({
    resolution: { note: "hush" },
    attention_detail: "hush",
    lease_owner: "hush",
    crypto_amount: "21.5",
    crypto_currency: "USDT",
    wallet_address: "T-wallet",
  })

  it("is what the shopper may know, and no more", () => {
    expect(toSessionData(row, "payses_1")).toEqual({
      session_id: "payses_1",
      crypto_payment_id: "cpay_1",
      external_id: "cart_1",
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
    })
  })

  it("leaves nothing of the browser in a key that is read later", () => {
    const fromTheBrowser = Object.fromEntries(
      Object.keys(toSessionData(row, "payses_1")).map((key) => [key, "forged"])
    )
    const stored = { ...fromTheBrowser, ...toSessionData(row, "payses_1") }
    expect(Object.values(stored)).not.toContain("forged")
    const bare = attemptRow({ gateway_payment_id: null, checkout_url: null })
    expect(
      Object.values({ ...fromTheBrowser, ...toSessionData(bare, "payses_1") })
    ).not.toContain("forged")
  })
})
