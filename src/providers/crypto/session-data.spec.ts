import type { AttemptState } from "../../modules/crypto-payment/attempts/states"
import { attemptRow } from "../../modules/crypto-payment/fixtures/attempt-row"
import { sessionIdOf, sessionStatus, toSessionData } from "./payment-terms"

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
