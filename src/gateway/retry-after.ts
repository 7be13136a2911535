/**
 * Reads a `Retry-After` header, in seconds or as an HTTP date, into seconds
 * from `now`, never negative; undefined when absent or unreadable.
 */
export function parseRetryAfter(
  value: string | string[] | undefined,
  now: Date
): number | undefined {
  if (typeof value !== "string") {
    return undefined
  }
  const text = value.trim()
  if (/^\d+$/.test(text)) {
    return Number(text)
  }
  // A date starts with the day's name; Date.parse alone takes "-5" for one.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) {
    return undefined
  }
  const atMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(atMs)
    ? undefined
    : Math.max(0, Math.ceil((atMs - now.getTime()) / 1000))
}
