import { type MedusaOrder, ORDER_FACT_FIELDS, toOrderFacts } from "./facts"

const order: MedusaOrder = {
  id: "order_1",
  status: "pending",
  version: 1,
  currency_code: "EUR",
  summary: { original_order_total: 19.99, pending_difference: 0 },
}

describe("the facts of an order", () => {
  it("are its total when it was placed and what is due for it", () => {
    expect(toOrderFacts(order)).toEqual({
      id: "order_1",
      canceled: false,
      edited: false,
      placed: { amount: "19.99", currency_code: "eur" },
      pending: { amount: "0.00", currency_code: "eur" },
    })
  })

  it("take the total of the first version where it was edited since", () => {
    const edited = {
      ...order,
      version: 2,
      summary: { original_order_total: 30, pending_difference: 10.01 },
    }
    expect(toOrderFacts(edited, { original_order_total: 19.99 })).toMatchObject(
      {
        placed: { amount: "19.99", currency_code: "eur" },
        pending: { amount: "10.01", currency_code: "eur" },
      }
    )
    expect(toOrderFacts(edited).placed).toBeNull()
  })

  it("are unknown without a summary", () => {
    expect(toOrderFacts({ ...order, summary: null })).toMatchObject({
      placed: null,
      pending: null,
    })
  })

  it("say whether it was canceled", () => {
    expect(toOrderFacts({ ...order, status: "canceled" }).canceled).toBe(true)
  })

  it("are asked for by name", () => {
    expect(ORDER_FACT_FIELDS).toEqual([
      "id",
      "status",
      "version",
      "currency_code",
      "summary.*",
    ])
  })
})
