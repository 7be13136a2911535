import {
  isCapturedPayment,
  isStandingPayment,
  PAYMENT_MOVEMENT_FIELDS,
  type PaymentMovements,
} from "./due"

type Movements = Omit<PaymentMovements, "currency_code">

describe("a payment of Medusa", () => {
  it.each<[string, Movements]>([
    ["authorized only", {}],
    ["authorized, with empty lists", { captures: [], refunds: [] }],
    ["captured", { captures: [{ amount: 19.99 }], refunds: [] }],
    [
      "given back in part",
      { captures: [{ amount: 19.99 }], refunds: [{ amount: 19.98 }] },
    ],
    [
      "given back in parts that do not make the whole",
      {
        captures: [{ amount: 0.1 }, { amount: 0.2 }],
        refunds: [{ amount: 0.29 }],
      },
    ],
    [
      "captured and given back in part, with entries that Medusa did not find",
      {
        captures: [null, { amount: 19.99 }],
        refunds: [{ amount: 19.98 }, null],
      },
    ],
  ])("stands against its sale when %s", (_case, payment) => {
    expect(isStandingPayment({ currency_code: "eur", ...payment })).toBe(true)
  })

  it.each<[string, Movements]>([
    ["cancelled", { canceled_at: new Date(), captures: [] }],
    [
      "given back in full",
      { captures: [{ amount: 19.99 }], refunds: [{ amount: 19.99 }] },
    ],
    [
      "given back in parts, to a float's hair",
      {
        captures: [{ amount: 0.3 }],
        refunds: [{ amount: 0.1 }, { amount: 0.2 }],
      },
    ],
    [
      "given back and then some",
      { captures: [{ amount: 10 }], refunds: [{ amount: 11 }] },
    ],
  ])("does not when %s", (_case, payment) => {
    expect(isStandingPayment({ currency_code: "eur", ...payment })).toBe(false)
  })

  it("does not stand by fractions that its currency does not have", () => {
    const payment = {
      currency_code: "eur",
      captures: [{ amount: 98.9009 }],
      refunds: [{ amount: 98.9 }],
    }
    expect(isStandingPayment(payment)).toBe(false)
    expect(isStandingPayment({ ...payment, currency_code: "kwd" })).toBe(true)
  })

  it("is asked for by name", () => {
    expect(PAYMENT_MOVEMENT_FIELDS).toEqual([
      "currency_code",
      "canceled_at",
      "captures.amount",
      "refunds.amount",
    ])
  })

  it("has brought money only when it is captured and not refunded", () => {
    const captures = [{ amount: 5 }]
    const eur = { currency_code: "eur" }
    expect(isCapturedPayment({ ...eur, captures })).toBe(true)
    expect(isCapturedPayment({ ...eur, captures: [] })).toBe(false)
    expect(isCapturedPayment({ ...eur, captures, refunds: captures })).toBe(
      false
    )
    expect(
      isCapturedPayment({ ...eur, captures, canceled_at: new Date() })
    ).toBe(false)
  })
})
