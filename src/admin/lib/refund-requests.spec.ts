import {
  formatAge,
  isDays,
  isPositive,
  shownRefundState,
} from "./refund-requests"

it.each([
  ["address_entered", null, "address_entered"],
  ["address_entered", "2026-11-25T12:00:00.000Z", "sending"],
  ["sent", "2026-11-25T12:00:00.000Z", "sent"],
  ["revoked", null, "revoked"],
] as const)(
  "a request in %s, sent since %s, is shown as %s",
  (state, sending_at, shown) => {
    expect(shownRefundState({ state, sending_at })).toBe(shown)
  }
)

it.each<[string, boolean]>([
  ["1", true],
  ["0.000000000000000001", true],
  ["0", false],
  ["0.00", false],
  ["", false],
  ["-1", false],
  ["1e3", false],
  ["1,5", false],
  [".5", false],
])("%j is a positive number: %s", (text, expected) => {
  expect(isPositive(text)).toBe(expected)
})

it.each<[string, boolean]>([
  ["1", true],
  ["365", true],
  ["366", false],
  ["0", false],
  ["1.5", false],
  ["-3", false],
  ["", false],
])("%j are days of a link: %s", (text, expected) => {
  expect(isDays(text)).toBe(expected)
})

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
