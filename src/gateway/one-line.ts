/**
 * A text from outside (an id, a gateway's own words) made safe for an error
 * message, which ends up in logs: one line, no control characters, of bounded length.
 */
export function oneLine(text: string): string {
  const flat = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim()
  return flat.length > MAX_QUOTED ? `${flat.slice(0, MAX_QUOTED)}…` : flat
}

const MAX_QUOTED = 200
