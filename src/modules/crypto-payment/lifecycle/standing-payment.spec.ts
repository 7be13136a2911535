import { isStandingPayment, type PaymentMovements } from "./standing-payment"

describe("a payment of Medusa", () => {
  it.each<[string, PaymentMovements]>([
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
  ])("stands against its sale when %s", (_case, payment) => {
    expect(isStandingPayment(payment)).toBe(true)
  })

  it.each<[string, PaymentMovements]>([
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
    expect(isStandingPayment(payment)).toBe(false)
  })
})
