import type { AdminCryptoInterval } from "../../api/types"

/** What a report shows, as kept in the page's URL. Days are of the time zone: `2026-11-30`. */
export type ReportView = {
  from: string
  to: string
  interval: AdminCryptoInterval
  timeZone: string
  isTest: boolean
  /** All of them, where it is null. */
  merchantId: string | null
}

/** Periods that can be chosen by their name. */
export const PRESETS = [
  "last30Days",
  "thisMonth",
  "lastMonth",
  "thisYear",
  "lastYear",
] as const

export type Preset = (typeof PRESETS)[number]

const INTERVALS = ["day", "week", "month"] as const

/** The server answers no more. */
const MAX_INTERVALS = 100

/** The time zone of the browser. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The day that it is in a time zone. */
export function dayIn(timeZone: string, moment = new Date()): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(moment)
  const part = (type: string) =>
    parts.find((each) => each.type === type)?.value ?? ""
  return `${part("year")}-${part("month")}-${part("day")}`
}

/** First and last day of a named period, seen from a day. */
export function presetPeriod(
  preset: Preset,
  today: string
): Pick<ReportView, "from" | "to"> {
  const year = today.slice(0, 4)
  const before = String(Number(year) - 1)
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (preset) {
    case "last30Days":
      return { from: addDays(today, -29), to: today }
    case "thisMonth":
      return { from: firstOfMonth, to: today }
    case "lastMonth": {
      const to = addDays(firstOfMonth, -1)
      return { from: `${to.slice(0, 7)}-01`, to }
    }
    case "thisYear":
      return { from: `${year}-01-01`, to: today }
    case "lastYear":
      return { from: `${before}-01-01`, to: `${before}-12-31` }
  }
}

/** The name of a period, seen from a day; null for any other. */
export function presetOf(
  { from, to }: Pick<ReportView, "from" | "to">,
  today: string
): Preset | null {
  const isSame = (preset: Preset) => {
    const period = presetPeriod(preset, today)
    return period.from === from && period.to === to
  }
  return PRESETS.find(isSame) ?? null
}

/** The steps that fit a period: days for some months, weeks for a year, then months. */
export function fittingInterval(
  period: Pick<ReportView, "from" | "to">
): AdminCryptoInterval {
  const days = daysBetween(period)
  if (days <= 93) return "day"
  return days <= 370 ? "week" : "month"
}

/** Whether a period in these steps is short enough for the server. */
export function isShowable({
  from,
  to,
  interval,
}: Pick<ReportView, "from" | "to" | "interval">): boolean {
  const steps = stepOf(to, interval) - stepOf(from, interval) + 1
  return steps >= 1 && from <= to && steps <= MAX_INTERVALS
}

/** The number of a day, of its week (from Monday) or its month since some day long ago. */
function stepOf(day: string, interval: AdminCryptoInterval): number {
  const days = Date.parse(day) / 86_400_000
  switch (interval) {
    case "day":
      return days
    case "week":
      // The first of January 1970 was a Thursday.
      return Math.floor((days + 3) / 7)
    case "month":
      return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  }
}

/** Reads the view from a URL's query. Missing or invalid parts have defaults. */
export function readReportView(
  params: URLSearchParams,
  now = new Date()
): ReportView {
  const timeZone = readTimeZone(params.get("time_zone"))
  const defaults = presetPeriod("last30Days", dayIn(timeZone, now))
  const from = params.get("from")
  const to = params.get("to")
  const period =
    isDay(from) && isDay(to) && from <= to ? { from, to } : defaults
  const interval = INTERVALS.find((each) => each === params.get("interval"))
  return {
    ...period,
    interval: interval ?? fittingInterval(period),
    timeZone,
    isTest: params.get("is_test") === "true",
    merchantId: params.get("merchant_id"),
  }
}

/** Writes a view as the query of the page's URL. */
export function writeReportView(view: ReportView): URLSearchParams {
  const { from, to, interval, timeZone, isTest, merchantId } = view
  return new URLSearchParams({
    from,
    to,
    interval,
    time_zone: timeZone,
    ...(isTest ? { is_test: "true" } : {}),
    ...(merchantId ? { merchant_id: merchantId } : {}),
  })
}

/** The query of `GET /admin/crypto-payments/summary` for a view. */
export function toSummaryQuery(view: ReportView): Record<string, unknown> {
  const { from, to, interval, timeZone, isTest, merchantId } = view
  return {
    from,
    to,
    interval,
    time_zone: timeZone,
    is_test: isTest,
    ...(merchantId ? { merchant_id: merchantId } : {}),
  }
}

/** A day of a report, or of its first interval's; without the year where it is clear. */
export function formatDay(day: string, locale: string, short = false): string {
  return new Intl.DateTimeFormat(locale, {
    // A day of a calendar has no time zone of its own.
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    ...(short ? {} : { year: "numeric" }),
  }).format(new Date(`${day}T00:00:00Z`))
}

/** The name of an interval: its day, its month, or the day it begins with. */
export function formatInterval(
  day: string,
  interval: AdminCryptoInterval,
  locale: string
): string {
  if (interval !== "month") return formatDay(day, locale, true)
  return new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    month: "short",
    year: "numeric",
  }).format(new Date(`${day}T00:00:00Z`))
}

/** "4 min 10 s" in the reader's language. */
export function formatDuration(seconds: number, locale: string): string {
  const unit = (value: number, name: "hour" | "minute" | "second") =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: name,
      unitDisplay: "short",
    }).format(value)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return unit(seconds, "second")
  if (minutes < 60) {
    return [unit(minutes, "minute"), unit(seconds % 60, "second")].join(" ")
  }
  const hours = Math.floor(minutes / 60)
  return [unit(hours, "hour"), unit(minutes % 60, "minute")].join(" ")
}

/** A part of a whole in percent; null where there is no whole. */
export function formatShare(
  part: number,
  whole: number,
  locale: string
): string | null {
  if (whole === 0) return null
  return new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 1,
  }).format(part / whole)
}

function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

function daysBetween({ from, to }: Pick<ReportView, "from" | "to">): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function readTimeZone(name: string | null): string {
  if (name === null || !/^[A-Za-z]/.test(name)) return browserTimeZone()
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return name
  } catch {
    return browserTimeZone()
  }
}
