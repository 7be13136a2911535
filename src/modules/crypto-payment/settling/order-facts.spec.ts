import { comparablePrice } from "./money"
import { type MedusaOrder, ORDER_FACT_FIELDS, toOrderFacts } from "./facts"

function transaction(amount: number) {
  const id = `ordtrx_${amount}`
  return { id, amount, version: 1, created_at: new Date() }
}

const order: MedusaOrder = {
  id: "order_1",
  display_id: 12,
  status: "pending",
  version: 1,
  currency_code: "EUR",
  summary: { pending_difference: 0, transaction_total: 5 },
  transactions: [transaction(5)],
}

describe("the facts of an order", () => {
  it("are what is due for it", () => {
    expect(toOrderFacts(order)).toEqual({
      id: "order_1",
      number: 12,
      canceled: false,
      pending: { amount: "0.00", currency_code: "eur" },
      misstated: null,
    })
  })

  it.each([
    ["lost a booking of two at once", [5, 5], [5, 5, 5], "-5.00"],
    ["lost the only booking", [10, 0], [10], "0.00"],
    ["counts a booking that is gone", [0, 10], [5], "5.00"],
    ["counts fractions of a cent", [0.0009, 9.9991], [10], null],
  ])(
    "count the transactions where the summary %s",
    (_which, [pending_difference, transaction_total], amounts, due) => {
      const stated = comparablePrice({
        amount: pending_difference,
        currency_code: "eur",
      })
      expect(
        toOrderFacts({
          ...order,
          summary: { pending_difference, transaction_total },
          transactions: amounts.map(transaction),
        })
      ).toMatchObject({
        pending: { amount: due ?? "0.00", currency_code: "eur" },
        misstated: due === null ? null : stated,
      })
    }
  )

  it("are unknown without a summary", () => {
    const facts = { pending: null, misstated: null }
    expect(toOrderFacts({ ...order, summary: null })).toMatchObject(facts)
  })

  it("say whether it was canceled", () => {
    expect(toOrderFacts({ ...order, status: "canceled" }).canceled).toBe(true)
  })

  it("are asked for by name", () => {
    expect(ORDER_FACT_FIELDS).toEqual([
      "id",
      "display_id",
      "status",
      "version",
      "currency_code",
      "summary.*",
      "transactions.id",
      "transactions.amount",
      "transactions.reference_id",
      "transactions.version",
      "transactions.created_at",
    ])
  })
})
