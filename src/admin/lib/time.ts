/**
 * Formats a time (ISO 8601) in the browser's time zone, to the second and with
 * the zone, so that it can be compared with block explorers.
 */
export function formatTime(
  time: string,
  locale: string,
  hourCycle = browserHourCycle()
): string {
  return new Intl.DateTimeFormat(locale, {
    day: "2-digit",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle,
    timeZoneName: "short",
  }).format(new Date(time))
}

/** Formats a time (ISO 8601) in the browser's time zone, to the minute. */
export function formatShortTime(
  time: string,
  locale: string,
  hourCycle = browserHourCycle()
): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle,
  }).format(new Date(time))
}

/** 12 or 24 hours as set in the browser, independent of the admin's language. */
function browserHourCycle() {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, {
    hour: "numeric",
  }).resolvedOptions()
  // h24 would show midnight as 24:00.
  return hourCycle === "h24" ? "h23" : hourCycle
}
