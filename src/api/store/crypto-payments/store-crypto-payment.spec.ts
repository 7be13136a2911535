import {
  type PaymentContext,
  toStoreCryptoPayment,
} from "./store-crypto-payment"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"

const context: PaymentContext = {
  sessionId: "payses_1",
  cartId: undefined,
  coin: { code: "USDT_TRC20", name: "Tether USD", network: "Tron" },
  token: undefined,
  cart: "same",
  cartPrice: null,
  order: null,
  payUntil: null,
  surplus: "0.5",
  replaced: false,
  expiresAt: new Date("2026-01-01T00:15:00Z"),
  now: new Date("2026-01-01T00:00:01Z"),
}

const noAmounts = {
  quoted_crypto_amount: null,
  received_crypto_amount: null,
  missing_crypto_amount: null,
}

describe("toStoreCryptoPayment", () => {
  const inline = attemptRow({
    flow: "h2h",
    checkout_url: null,
    wallet_address: "T-wallet",
    crypto_amount: "21.5",
    crypto_currency: "USDT_TRC20",
    opened_at: new Date("2026-01-01T00:00:00Z"),
    attention_fact: { type: "failed", message: "hush" },
    resolution: { note: "hush" },
  })

  it("has all that is needed to pay an open payment", () => {
    expect(toStoreCryptoPayment(inline, context)).toEqual({
      payment_session_id: "payses_1",
      provider_id: "pp_crypto_crypto",
      current: true,
      cart: "same",
      payment_collection_id: "pay_col_1",
      replaced: false,
      duplicate: false,
      is_test: false,
      state: "open",
      gateway_status: "created",
      pay_until: null,
      order_id: null,
      order_display_id: null,
      crypto_token: null,
      cart_amount: null,
      cart_currency_code: null,
      flow: "h2h",
      amount: "19.99",
      currency_code: "eur",
      wallet_address: "T-wallet",
      checkout_url: null,
      crypto_amount: "21.5",
      crypto_currency: "USDT_TRC20",
      ...noAmounts,
      surplus_crypto_amount: "0.5",
      crypto_name: "Tether USD",
      crypto_network: "Tron",
      opened_at: "2026-01-01T00:00:00.000Z",
      expires_at: "2026-01-01T00:15:00.000Z",
      server_time: "2026-01-01T00:00:01.000Z",
    })
  })

  it("has what the options say about the coin", () => {
    const same = { decimals: 18, test: true }
    const token = { chainId: 11155111, ...same }
    const shown = toStoreCryptoPayment(inline, { ...context, token })
    const facts = { chain_id: 11155111, address: null, ...same }
    expect(shown.crypto_token).toEqual(facts)
  })

  it.each(["closed", "paid", "settled", "attention", "resolved"] as const)(
    "has no URL and address to pay to in state %s",
    (state) => {
      const row = attemptRow({ ...inline, state, checkout_url: "https://g.e/" })
      expect(toStoreCryptoPayment(row, context)).toMatchObject({
        checkout_url: null,
        wallet_address: null,
      })
    }
  )

  it("names the order to who knows the cart, and its number to everybody", () => {
    const row = attemptRow({ state: "settled", order_id: "order_1" })
    const order = { id: "order_1", display_id: 7 }
    const shown = (cartId?: string, patch: object = {}) =>
      toStoreCryptoPayment({ ...row, ...patch }, { ...context, order, cartId })
    expect(shown("cart_1")).toMatchObject({ order_id: "order_1" })
    const cartless = { cart_id: null }
    const strangers = [shown(), shown("cart_2"), shown("", cartless)]
    for (const answer of [...strangers, shown(undefined, cartless)]) {
      expect(answer).toMatchObject({ order_id: null, order_display_id: 7 })
      expect(JSON.stringify(answer)).not.toMatch(/order_1|cart_1/)
    }
  })

  it("has the price of a changed cart for who knows the cart, and for nobody else", () => {
    const cartPrice = { amount: "29.9", currency_code: "eur" }
    const changed = { ...context, cart: "changed" as const, cartPrice }
    const shown = (cartId?: string) =>
      toStoreCryptoPayment(inline, { ...changed, cartId })
    expect(shown("cart_1")).toMatchObject({
      cart_amount: "29.9",
      cart_currency_code: "eur",
    })
    expect(JSON.stringify([shown(), shown("cart_2")])).not.toContain("29.9")
  })

  it("has no attention reason", () => {
    const row = attemptRow({
      state: "attention",
      attention_reason: "amount_mismatch",
      attention_fact: { type: "failed", message: "hush" },
    })
    const json = JSON.stringify(toStoreCryptoPayment(row, context))
    expect(json).not.toMatch(/hush|mismatch/)
    expect(json).toContain(`"state":"attention"`)
  })

  it.each<[boolean, Partial<Attempt>]>([
    [true, { state: "attention", attention_reason: "duplicate_payment" }],
    [false, { state: "attention", attention_reason: "late_payment" }],
    [false, { state: "resolved", attention_reason: "duplicate_payment" }],
  ])("says %s to a second payment, of %o", (duplicate, patch) => {
    const shown = toStoreCryptoPayment(attemptRow(patch), context)
    expect(shown.duplicate).toBe(duplicate)
  })

  const short = {
    quoted_crypto_amount: "0.00216",
    received_crypto_amount: "0.00194",
    missing_crypto_amount: "0.00022",
  }
  it.each<[string, Partial<Attempt>, object?]>([
    ["an underpaid payment", {}, short],
    ["one that needs attention otherwise", { attention_reason: "unmatched" }],
    ["one that was accepted", { state: "settled" }],
    ["one that is waited for", { state: "open", attention_reason: null }],
    ["one of an unknown amount", { received_crypto_amount: null }],
    ["one of which all arrived", { received_crypto_amount: "0.00216" }],
  ])(
    "has the amounts of %s where they are short, and no others",
    (_name, patch, amounts = noAmounts) => {
      const { quoted_crypto_amount, received_crypto_amount } = short
      const row = attemptRow({
        state: "attention",
        attention_reason: "underpaid",
        quoted_crypto_amount,
        received_crypto_amount,
        ...patch,
      })
      expect(toStoreCryptoPayment(row, context)).toMatchObject(amounts)
    }
  )

  it("shows that another session or another payment replaced it, and where to pay no more", () => {
    const row = attemptRow({ ...inline, payment_session_id: "payses_2" })
    const replaced = { ...context, replaced: true }
    expect(toStoreCryptoPayment(row, replaced)).toMatchObject({
      current: false,
      replaced: true,
      wallet_address: null,
    })
  })
})
