import {
  isPaidInCrypto,
  isShownInFull,
  refundBadge,
  isOpenRequest,
  refundText,
} from "./payments"

describe("an order", () => {
  it.each([
    ["pp_crypto_crypto", true],
    ["pp_crypto-inline_crypto", true],
    ["pp_crypto_eu", true],
    ["pp_system_default", false],
    ["pp_cryptography_x", false],
    ["pp_other_crypto", false],
  ])("with a payment of %s is paid in crypto: %s", (provider_id, isPaid) => {
    const payments = [{ provider_id: "pp_system_default" }, { provider_id }]
    const order = { payment_collections: [{}, { payments }] }
    expect(isPaidInCrypto(order)).toBe(isPaid)
    expect(isPaidInCrypto({ payment_collections: [{}] })).toBe(false)
  })
})

describe("a recorded refund", () => {
  it.each([
    ["refund", "booked", "2026-11-24T12:00:00.000Z", "order_1"],
    ["refund", "bookedWithoutOrder", "2026-11-24T12:00:00.000Z", null],
    ["refund", "notBooked", null, "order_1"],
    ["refund", "notBooked", null, null],
    ["return", "returned", null, "order_1"],
    ["return", "returned", null, null],
    ["surplus", "returned", null, "order_1"],
  ] as const)(
    "of the kind %s is %s when booked at %s, of the order %s",
    (kind, badge, booked_at, order_id) => {
      expect(refundBadge({ kind, booked_at }, { order_id })).toBe(badge)
    }
  )

  it.each([
    ["refund", "19.99", "0.015", "€19.99 (0.015 ETH)"],
    ["return", "19.99", null, "€19.99"],
    ["surplus", "0.40", "0.0003", "0.0003 ETH"],
    ["surplus", "0.40", null, "€0.40"],
  ] as const)("of the %s, %s and %s coins, reads %s", (...refund) => {
    const [kind, amount, crypto_amount, text] = refund
    const recorded = { kind, amount, currency_code: "eur", crypto_amount }
    expect(refundText(recorded, "ETH", "en")).toBe(text)
  })
})

it("a refund request is open until it is sent or revoked", () => {
  const states = ["waiting_for_address", "address_entered", "sent", "revoked"]
  const open = states.map((state) => isOpenRequest({ state } as never))
  expect(open).toEqual([true, true, false, false])
})

it("a payment is shown in full while it is open, or where it has an order", () => {
  expect(isShownInFull({ state: "open", order_id: null })).toBe(true)
  expect(isShownInFull({ state: "closed", order_id: "order_1" })).toBe(true)
  expect(isShownInFull({ state: "closed", order_id: null })).toBe(false)
})
