/**
 * A moment (ISO 8601) in the reader's time zone, to the second and with the
 * zone named, since it is compared with block explorers.
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

/** A moment (ISO 8601) in the reader's time zone, to the minute. */
export function formatBriefly(
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

/** 12 or 24 hours, as the browser is set, whatever language the admin speaks. */
function browserHourCycle() {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, {
    hour: "numeric",
  }).resolvedOptions()
  // After midnight begins with 00, in a browser that has 24.
  return hourCycle === "h24" ? "h23" : hourCycle
}
