/** Whether every character of a text can be seen. */
export function isPlainText(text: string): boolean {
  return !UNSEEN.test(text)
}

/** A text as one line of visible characters, cut with "…" to at most `max` of them. */
export function shortText(text: string, max: number): string {
  const line = text.replace(FORMAT, "").replace(BREAKS, " ").trim()
  if (line.length <= max) return line
  // By characters, so that none is cut in half.
  const kept = [...line.slice(0, 2 * max)].slice(0, max - 1).join("")
  return line === kept ? line : `${kept.trimEnd()}…`
}

/** Whether a buyer may be led there: http or https, and no user info, which reads like another host. */
export function isCheckoutUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/\\][^\s\\]*$/iu.test(text) || !isPlainText(text)) {
    return false
  }
  if (text.length > MAX_URL || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === "" && password === ""
}

/** Whether coins can be sent to it: an address is one word, and no link. */
export function isWalletAddress(text: string): boolean {
  return (
    text.length <= MAX_ADDRESS &&
    /^[^\s]+$/u.test(text) &&
    isPlainText(text) &&
    !/^[a-z][a-z0-9+.-]*:|:\/\//iu.test(text)
  )
}

/** Longest URL that browsers and proxies are sure to take. */
export const MAX_URL = 2_048

/**
 * A text from outside (an id, a gateway's own words) made safe for an error
 * message, which ends up in logs: one line, no control characters, of bounded length.
 */
export function oneLine(text: string): string {
  return shortText(text, MAX_QUOTED)
}

/*
 * Text of the gateway is shown to shoppers and staff, and stands in logs. What
 * no reader sees (control and format characters, among them those that turn the
 * direction of writing around, and halves of surrogate pairs, which no database
 * keeps) is never part of it.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const BREAKS = /[\s\p{Cc}]+/gu

const FORMAT = /[\p{Cf}\p{Cs}]/gu

const MAX_ADDRESS = 255

const MAX_QUOTED = 200
