import { type MedusaOrder, ORDER_FACT_FIELDS, toOrderFacts } from "./facts"

const order: MedusaOrder = {
  id: "order_1",
  display_id: 12,
  status: "pending",
  version: 1,
  currency_code: "EUR",
  summary: { pending_difference: 0 },
}

describe("the facts of an order", () => {
  it("are what is due for it", () => {
    expect(toOrderFacts(order)).toEqual({
      id: "order_1",
      number: 12,
      canceled: false,
      pending: { amount: "0.00", currency_code: "eur" },
    })
  })

  it("are unknown without a summary", () => {
    expect(toOrderFacts({ ...order, summary: null }).pending).toBeNull()
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
    ])
  })
})
