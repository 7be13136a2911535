import { formatBriefly, formatTime } from "./format-time"

// The zone is the reader's, so only what every zone shares is fixed here.
const morning = "2026-11-21T09:40:05.041Z"

describe("a time", () => {
  it("reads to the second, with its time zone", () => {
    const text = formatTime(morning, "en", "h23")
    expect(text).toMatch(/^Nov 2\d, 2026, \d\d:\d\d:05 \S+/)
  })

  it("after midnight begins with 00", () => {
    const midnight = new Date(2026, 10, 21, 0, 7, 9).toISOString()
    expect(formatTime(midnight, "en", "h23")).toMatch(/ 00:07:09 /)
  })

  it.each([
    ["h12", /[AP]M/],
    ["h23", /^(?!.*[AP]M)/],
  ] as const)(
    "has the browser's hours in list and page: %s",
    (hours, shape) => {
      expect(formatTime(morning, "en", hours)).toMatch(shape)
      expect(formatBriefly(morning, "en", hours)).toMatch(shape)
    }
  )
})
