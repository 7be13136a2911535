import { rankOrders } from "./links"

describe("of several orders of one cart", () => {
  const standing = (id: string) => ({ id, status: "pending" })
  const canceled = (id: string) => ({ id, status: "canceled" })

  it.each<[string, string[], ReturnType<typeof standing>[], string]>([
    ["the oldest", [], [standing("order_2"), standing("order_1")], "order_1"],
    [
      "one that stands",
      [],
      [canceled("order_1"), standing("order_2")],
      "order_2",
    ],
    [
      "the one that its collection's money is booked on",
      ["order_2"],
      [standing("order_1"), canceled("order_2")],
      "order_2",
    ],
    ["one that is not gone", ["order_1"], [canceled("order_2")], "order_2"],
  ])("%s is its order, whatever comes first", (_which, linked, orders, id) => {
    const ids = ["order_1", "order_2"]
    for (const each of [ids, [...ids].reverse()]) {
      expect(rankOrders(each, linked, orders)[0]).toBe(id)
    }
  })
})
