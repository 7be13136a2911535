/**
 * A moment (ISO 8601) in the reader's time zone, to the second and with the
 * zone named, since it is compared with block explorers.
 */
export function formatTime(time: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: "2-digit",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).format(new Date(time))
}

/** A moment (ISO 8601) in the reader's time zone, to the minute. */
export function formatBriefly(time: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(time))
}
