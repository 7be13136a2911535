import { aboutCoins, formatAge } from "./refund-requests"

it.each<[string, string, string]>([
  ["2026-01-10T12:00:00.000Z", "en", "now"],
  ["2026-01-10T11:59:30.000Z", "en", "now"],
  ["2026-01-10T11:58:59.000Z", "en", "1 minute ago"],
  ["2026-01-10T09:00:01.000Z", "en", "2 hours ago"],
  ["2026-01-09T12:00:00.000Z", "en", "yesterday"],
  ["2026-01-07T11:00:00.000Z", "en", "3 days ago"],
  ["2026-01-07T11:00:00.000Z", "de", "vor 3 Tagen"],
  // The server's clock may be ahead.
  ["2026-01-10T12:00:05.000Z", "en", "now"],
])("a time of %s is, in %s, %s", (time, locale, expected) => {
  const now = new Date("2026-01-10T12:00:00.000Z")
  expect(formatAge(time, locale, now)).toBe(expected)
})

describe("about how many coins a refund sends", () => {
  const paid = {
    crypto_amount: "0.0216",
    refundable_price: { amount: "43.20", currency_code: "eur" },
    surplus_to_return: null,
  }

  it("is the same share of what arrived", () => {
    expect(aboutCoins(paid, "43.20")).toBe("0.0216")
    expect(aboutCoins(paid, "10.80")).toBe("0.0054")
    expect(aboutCoins(paid, "0.01")).toBe("0.000005")
  })

  it("leaves out what arrived too much", () => {
    const surplus_to_return = {
      kind: "over" as const,
      crypto_amount: "0.0016",
      percent: "8.00",
      amount: "3.20",
      currency_code: "eur",
    }
    const over = { ...paid, surplus_to_return }
    expect(aboutCoins(over, "43.20")).toBe("0.02")
  })

  it("is not known for what is no amount, and without a price", () => {
    expect(aboutCoins(paid, "ten")).toBeNull()
    const unpriced = { ...paid, refundable_price: null }
    expect(aboutCoins(unpriced, "20")).toBeNull()
  })
})
