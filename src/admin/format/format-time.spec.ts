import { formatTime } from "./format-time"

describe("a time", () => {
  it("reads to the second, with its time zone", () => {
    // The zone is the reader's, so only what every zone shares is fixed here.
    const text = formatTime("2026-11-21T09:40:05.041Z", "en")
    expect(text).toMatch(/^Nov 2\d, 2026, \d\d:\d\d:05 \S+/)
  })

  it("after midnight begins with 00", () => {
    const midnight = new Date(2026, 10, 21, 0, 7, 9).toISOString()
    expect(formatTime(midnight, "en")).toMatch(/ 00:07:09 /)
  })
})
