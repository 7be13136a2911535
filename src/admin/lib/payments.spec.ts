import {
  isPaidInCrypto,
  isShownInFull,
  isToBeFulfilled,
  refundBadge,
  isOpenRequest,
  refundText,
  stockNoteOf,
} from "./payments"

const orderPaidBy = (...providerIds: string[]) => ({
  payment_collections: [
    { payments: providerIds.map((provider_id) => ({ provider_id })) },
  ],
})

describe("an order", () => {
  it.each(["pp_crypto_crypto", "pp_crypto-h2h_crypto", "pp_crypto_eu"])(
    "with a payment of %s is paid in crypto",
    (providerId) => {
      expect(isPaidInCrypto(orderPaidBy("pp_system_default", providerId))).toBe(
        true
      )
    }
  )

  it.each(["pp_system_default", "pp_cryptography_x", "pp_other_crypto"])(
    "with a payment of %s is not",
    (providerId) => {
      expect(isPaidInCrypto(orderPaidBy(providerId))).toBe(false)
    }
  )

  it("without requested payments is not", () => {
    expect(isPaidInCrypto({})).toBe(false)
    expect(isPaidInCrypto({ payment_collections: [{}] })).toBe(false)
  })
})

describe("the note that stock was not reserved", () => {
  const entry = (type: string, order_id: string) => ({
    id: `cpayev_${type}_${order_id}`,
    type,
    source: "decision",
    data: { order_id },
    at: "2026-11-30T10:00:00.000Z",
  })
  const note = entry("stock_not_reserved", "order_1")
  const events = [entry("settled", "order_1"), note]

  it("is of the payment's order", () => {
    expect(stockNoteOf({ order_id: "order_1", events })).toBe(note)
  })

  it("is not of an order that took its place", () => {
    expect(stockNoteOf({ order_id: "order_2", events })).toBeUndefined()
  })

  it("is on no other payment", () => {
    const settled = [entry("settled", "order_1")]
    expect(
      stockNoteOf({ order_id: "order_1", events: settled })
    ).toBeUndefined()
  })

  it.each([
    [true, "pending", "not_fulfilled"],
    [true, "completed", "partially_fulfilled"],
    [true, "pending", "partially_shipped"],
    [true, "pending", undefined],
    [false, "canceled", "not_fulfilled"],
    [false, "pending", "fulfilled"],
    [false, "pending", "shipped"],
    [false, "completed", "delivered"],
  ])(
    "matters: %s, on an order that is %s and %s",
    (matters, status, fulfillment_status) => {
      expect(isToBeFulfilled({ status, fulfillment_status })).toBe(matters)
    }
  )
})

describe("a recorded refund", () => {
  it.each([
    ["booked", "ref_1", "order_1"],
    ["bookedWithoutOrder", "ref_1", null],
    ["notBooked", null, "order_1"],
    ["notBooked", null, null],
  ])(
    "is %s with the refund %s and the order %s",
    (badge, refund_id, order_id) => {
      const refund = { refund_id, kind: "price" as const }
      expect(refundBadge(refund, { order_id })).toBe(badge)
    }
  )

  it("of a surplus is never booked", () => {
    const refund = { refund_id: null, kind: "surplus" as const }
    expect(refundBadge(refund, { order_id: "order_1" })).toBe("surplusRefund")
  })

  it.each([
    ["price", "19.99", "0.015", "€19.99 EUR (0.015 ETH)"],
    ["price", "19.99", null, "€19.99 EUR"],
    ["surplus", "0.40", "0.0003", "0.0003 ETH"],
    ["surplus", "0.40", null, "€0.40 EUR"],
  ] as const)("of the %s, %s and %s coins, reads %s", (...refund) => {
    const [kind, amount, crypto_amount, text] = refund
    const recorded = { kind, amount, currency_code: "eur", crypto_amount }
    expect(refundText(recorded, "ETH", "en")).toBe(text)
  })

  it("has a request in coins where the price is unknown", () => {
    const request = {
      kind: "price" as const,
      amount: null,
      currency_code: null,
    }
    expect(refundText({ ...request, crypto_amount: "2" }, "ETH", "en")).toBe(
      "2 ETH"
    )
  })
})

it.each([
  ["waiting_for_address", true],
  ["address_entered", true],
  ["sent", false],
  ["revoked", false],
  ["expired", false],
] as const)("a refund request in state %s is open: %s", (state, isOpen) => {
  expect(isOpenRequest({ state })).toBe(isOpen)
})

describe("a payment of an order", () => {
  it.each([
    ["open", null, true],
    ["closed", "order_1", true],
    ["closed", null, false],
  ] as const)("in state %s, of the order %s: %s", (state, order_id, full) => {
    expect(isShownInFull({ state, order_id })).toBe(full)
  })
})
