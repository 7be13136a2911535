import { isPaidInCrypto, isShownInFull, refundBadge } from "./payments"

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

describe("a recorded refund", () => {
  it.each([
    ["booked", "ref_1", "order_1"],
    ["bookedWithoutOrder", "ref_1", null],
    ["notBooked", null, "order_1"],
    ["notBooked", null, null],
  ])(
    "is %s with the refund %s and the order %s",
    (badge, refund_id, order_id) => {
      expect(refundBadge({ refund_id }, { order_id })).toBe(badge)
    }
  )
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
