import { formatAge, formatTime, isOver } from "./format"

// The time zone is the machine's; only what all zones share is asserted.
const morning = "2026-11-21T09:40:05.041Z"

describe("a time", () => {
  it("is formatted to the second, with its time zone", () => {
    const text = formatTime(morning, "en", false, "h23")
    expect(text).toMatch(/^Nov 2\d, 2026, \d\d:\d\d:05 \S+/)
  })

  it("is over from its own moment on", () => {
    const at = (ms: number) => new Date(new Date(morning).getTime() + ms)
    expect(isOver(morning, at(-1))).toBe(false)
    expect(isOver(morning, at(0))).toBe(true)
    expect(isOver(morning, at(1))).toBe(true)
  })

  it("shows midnight as 00", () => {
    const midnight = new Date(2026, 10, 21, 0, 7, 9).toISOString()
    expect(formatTime(midnight, "en", false, "h23")).toMatch(/ 00:07:09 /)
  })

  it.each([
    ["h12", /[AP]M/],
    ["h23", /^(?!.*[AP]M)/],
  ] as const)(
    "uses the hour cycle of the browser in both formats: %s",
    (hours, shape) => {
      expect(formatTime(morning, "en", false, hours)).toMatch(shape)
      expect(formatTime(morning, "en", true, hours)).toMatch(shape)
    }
  )
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
