const TO_THE_SECOND = {
  day: "2-digit",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
} as const

const TO_THE_MINUTE = { dateStyle: "medium", timeStyle: "short" } as const

/**
 * Formats a time (ISO 8601) in the browser's time zone: to the second and with
 * the zone, so that it can be compared with block explorers, or short.
 */
export function formatTime(
  time: string,
  locale: string,
  short = false,
  hourCycle = browserHourCycle()
): string {
  const precision = short ? TO_THE_MINUTE : TO_THE_SECOND
  const format = new Intl.DateTimeFormat(locale, { ...precision, hourCycle })
  return format.format(new Date(time))
}

/** Whether a time (ISO 8601) has passed, by the browser's clock. */
export function isOver(time: string, now = new Date()): boolean {
  return new Date(time) <= now
}

/** 12 or 24 hours as set in the browser, independent of the admin's language. */
function browserHourCycle() {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, {
    hour: "numeric",
  }).resolvedOptions()
  // h24 would show midnight as 24:00.
  return hourCycle === "h24" ? "h23" : hourCycle
}
