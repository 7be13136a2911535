import { attemptRow } from "../../../../modules/crypto-payment/fixtures/attempt-row"
import {
  type Surroundings,
  toStoreCryptoPayment,
} from "./to-store-crypto-payment"

const around: Surroundings = {
  sessionId: "payses_1",
  coin: { code: "USDT_TRC20", name: "Tether USD", network: "Tron" },
  cart: "same",
  replaced: false,
  expiresAt: new Date("2026-01-01T00:15:00Z"),
  now: new Date("2026-01-01T00:00:01Z"),
}

describe("what a shopper may know of a payment", () => {
  const inline = attemptRow({
    flow: "h2h",
    checkout_url: null,
    wallet_address: "T-wallet",
    crypto_amount: "21.5",
    crypto_currency: "USDT_TRC20",
    attention_detail: "hush",
    resolution: { note: "hush" },
  })

  it("is all that is needed to pay while it is open", () => {
    expect(toStoreCryptoPayment(inline, around)).toEqual({
      payment_session_id: "payses_1",
      provider_id: "pp_crypto_crypto",
      current: true,
      replaced: false,
      state: "open",
      gateway_status: "created",
      cart: "same",
      order_id: null,
      flow: "h2h",
      amount: "19.99",
      currency_code: "eur",
      checkout_url: null,
      wallet_address: "T-wallet",
      crypto_amount: "21.5",
      crypto_currency: "USDT_TRC20",
      crypto_name: "Tether USD",
      crypto_network: "Tron",
      is_test: false,
      expires_at: "2026-01-01T00:15:00.000Z",
      server_time: "2026-01-01T00:00:01.000Z",
    })
  })

  it.each(["closed", "paid", "settled", "attention", "resolved"] as const)(
    "holds nothing to pay to once it is %s",
    (state) => {
      const row = attemptRow({ ...inline, state, checkout_url: "https://g.e/" })
      expect(toStoreCryptoPayment(row, around)).toMatchObject({
        checkout_url: null,
        wallet_address: null,
      })
    }
  )

  it("tells no reason where a person is needed", () => {
    const row = attemptRow({
      state: "attention",
      attention_reason: "duplicate_payment",
      attention_detail: "hush",
    })
    const told = JSON.stringify(toStoreCryptoPayment(row, around))
    expect(told).not.toMatch(/hush|duplicate/)
    expect(told).toContain(`"state":"attention"`)
  })

  it("says when another session or another payment took its place", () => {
    const row = attemptRow({ payment_session_id: "payses_2" })
    const standing = { ...around, replaced: true }
    expect(toStoreCryptoPayment(row, standing)).toMatchObject({
      current: false,
      replaced: true,
    })
  })
})
