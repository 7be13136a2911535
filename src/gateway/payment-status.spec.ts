import { isKnownStatus, paymentOutcome, quoteStatus } from "./payment-status"

describe("the outcome of a payment", () => {
  it.each([
    ["confirmed", "paid"],
    ["confirmed_manual", "paid"],
    ["expired", "unpaid"],
    ["failed", "unpaid"],
    ["created", "open"],
    ["pending", "open"],
  ])("of status %s is %s", (status, outcome) => {
    expect(paymentOutcome(status)).toBe(outcome)
    expect(isKnownStatus(status)).toBe(true)
  })

  it.each(["refunded", "CONFIRMED", "confirmed ", "", "toString", "__proto__"])(
    "stays open for the unknown status %j",
    (status) => {
      expect(paymentOutcome(status)).toBe("open")
      expect(isKnownStatus(status)).toBe(false)
    }
  )
})

it("quotes a status as one line of bounded length that can be seen", () => {
  expect(quoteStatus("underpaid")).toBe('"underpaid"')
  expect(quoteStatus("under\u202epaid\r\nINFO all is well")).toBe(
    '"underpaid INFO all is well"'
  )
  expect(quoteStatus("x".repeat(500))).toBe(`"${"x".repeat(63)}…"`)
})
