import {
  dayIn,
  fittingInterval,
  formatDuration,
  formatInterval,
  formatShare,
  isShowable,
  presetOf,
  presetPeriod,
  PRESETS,
  readReportView,
  toSummaryQuery,
  writeReportView,
} from "./report"

const period = (from: string, to: string) => ({ from, to })

describe("the period of a report", () => {
  it.each([
    ["last30Days", "2026-11-25", "2026-10-27", "2026-11-25"],
    ["thisMonth", "2026-11-25", "2026-11-01", "2026-11-25"],
    ["lastMonth", "2026-11-25", "2026-10-01", "2026-10-31"],
    ["lastMonth", "2026-01-01", "2025-12-01", "2025-12-31"],
    ["lastMonth", "2024-03-31", "2024-02-01", "2024-02-29"],
    ["thisYear", "2026-11-25", "2026-01-01", "2026-11-25"],
    ["lastYear", "2026-11-25", "2025-01-01", "2025-12-31"],
  ] as const)("%s on %s is %s to %s", (preset, today, from, to) => {
    expect(presetPeriod(preset, today)).toEqual({ from, to })
  })

  it("is named as it was chosen", () => {
    for (const preset of PRESETS) {
      const chosen = presetPeriod(preset, "2026-11-25")
      expect(presetOf(chosen, "2026-11-25")).toBe(preset)
    }
    expect(presetOf(period("2026-11-02", "2026-11-03"), "2026-11-25")).toBe(
      null
    )
  })

  it.each([
    ["UTC", "2026-11-25T23:30:00Z", "2026-11-25"],
    ["Europe/Berlin", "2026-11-25T23:30:00Z", "2026-11-26"],
    ["America/Los_Angeles", "2026-11-25T03:00:00Z", "2026-11-24"],
  ])("begins with the day that it is in %s at %s", (zone, moment, day) => {
    expect(dayIn(zone, new Date(moment))).toBe(day)
  })

  it.each([
    [period("2026-11-01", "2026-11-30"), "day"],
    [period("2026-09-01", "2026-11-30"), "day"],
    [period("2026-01-01", "2026-12-31"), "week"],
    [period("2025-01-01", "2026-12-31"), "month"],
  ])("%j is shown by %s", (chosen, interval) => {
    expect(fittingInterval(chosen)).toBe(interval)
  })

  it.each([
    ["2026-01-01", "2026-04-10", "day", true],
    ["2026-01-01", "2026-04-11", "day", false],
    ["2025-01-01", "2026-11-25", "week", true],
    ["2025-01-01", "2026-11-30", "week", false],
    ["2024-01-01", "2026-11-25", "week", false],
    ["2020-01-01", "2026-11-25", "month", true],
    ["2010-01-01", "2026-11-25", "month", false],
    ["2026-01-02", "2026-01-01", "day", false],
  ] as const)("%s to %s by %s is showable: %s", (from, to, interval, is) => {
    expect(isShowable({ from, to, interval })).toBe(is)
  })
})

describe("the view of a report", () => {
  const now = new Date("2026-11-25T12:00:00Z")
  const read = (query: string) =>
    readReportView(new URLSearchParams(query), now)

  it("is of the last 30 days in the browser's time zone without a query", () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(read("")).toMatchObject({
      interval: "day",
      timeZone,
      isTest: false,
      merchantId: null,
    })
  })

  it("is the same after it was written and read", () => {
    const view = {
      ...period("2025-01-01", "2025-12-31"),
      interval: "month",
      timeZone: "Asia/Kolkata",
      isTest: true,
      merchantId: "merchant-1",
    } as const
    expect(readReportView(writeReportView(view), now)).toEqual(view)
    expect(toSummaryQuery(view)).toEqual({
      ...period("2025-01-01", "2025-12-31"),
      interval: "month",
      time_zone: "Asia/Kolkata",
      is_test: true,
      merchant_id: "merchant-1",
    })
  })

  it.each([
    "from=yesterday&to=today",
    "from=2026-02-30&to=2026-03-01",
    "from=2026-03-02&to=2026-03-01",
    "time_zone=Mars/Phobos",
    "time_zone=%2B02:00",
    "interval=hour",
  ])("has defaults for what %s does not say", (query) => {
    const [name] = query.split("=")
    const expected = read("time_zone=UTC")
    const zone = query.startsWith("time_zone") ? "" : "&time_zone=UTC"
    const view = read(`${query}${zone}`)
    if (name === "time_zone") {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      expect(view.timeZone).toBe(timeZone)
    } else {
      expect(view).toEqual(expected)
    }
  })
})

describe("the figures of a report", () => {
  it.each([
    [0, "0 sec"],
    [59, "59 sec"],
    [60, "1 min 0 sec"],
    [250, "4 min 10 sec"],
    [3_600, "1 hr 0 min"],
    [90_061, "25 hr 1 min"],
  ])("show %s seconds as %s", (seconds, text) => {
    expect(formatDuration(seconds, "en")).toBe(text)
  })

  it("show a share, and none of nothing", () => {
    expect(formatShare(1, 3, "en")).toBe("33.3%")
    expect(formatShare(0, 3, "en")).toBe("0%")
    expect(formatShare(0, 0, "en")).toBe(null)
  })

  it.each([
    ["day", "Nov 1"],
    ["week", "Nov 1"],
    ["month", "Nov 2026"],
  ] as const)("name a %s by its first day", (interval, text) => {
    expect(formatInterval("2026-11-01", interval, "en")).toBe(text)
  })
})
