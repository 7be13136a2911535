/** Whether every character of a text is visible. */
export function isPlainText(text: string): boolean {
  return !UNSEEN.test(text)
}

/** A text as one line of visible characters, cut with "…" to at most `max` of them. */
export function shortText(text: string, max: number): string {
  const line = text.replace(FORMAT, "").replace(BREAKS, " ").trim()
  if (line.length <= max) return line
  // By code points, so that no surrogate pair is split.
  const kept = [...line.slice(0, 2 * max)].slice(0, max - 1).join("")
  return line === kept ? line : `${kept.trimEnd()}…`
}

/** Whether a buyer may be sent there: http or https, without user info, which can imitate another host. */
export function isCheckoutUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/\\][^\s\\]*$/iu.test(text) || !isPlainText(text)) {
    return false
  }
  if (text.length > MAX_URL || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === "" && password === ""
}

/** Whether a text can be a wallet address: no spaces, and not a link. */
export function isWalletAddress(text: string): boolean {
  return (
    text.length <= MAX_ADDRESS &&
    /^[^\s]+$/u.test(text) &&
    isPlainText(text) &&
    !/^[a-z][a-z0-9+.-]*:|:\/\//iu.test(text)
  )
}

/** A text made safe for an error message, which ends up in logs: one line of at most 200 visible characters. */
export function oneLine(text: string): string {
  return shortText(text, 200)
}

// Some format characters (Cf) reverse the direction of writing, and PostgreSQL
// stores no halves of surrogate pairs (Cs).
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const BREAKS = /[\s\p{Cc}]+/gu
const FORMAT = /[\p{Cf}\p{Cs}]/gu

const MAX_ADDRESS = 255

// Browsers and proxies may not accept a longer one.
const MAX_URL = 2_048

/** Removes secrets from a text: each as it is, JSON-encoded and URL-encoded, and each base64 line of a PEM. */
export type Redact = (text: string) => string

/** A remover of these secrets; without any, texts stay as they are. */
export function createRedactor(
  secrets: readonly (string | undefined)[]
): Redact {
  const spellings = secrets.flatMap((secret) =>
    secret ? spellingsOf(secret) : []
  )
  if (spellings.length === 0) return (text) => text
  // The longest first: a secret may begin with another one.
  spellings.sort((one, other) => other.length - one.length)
  const pattern = new RegExp(spellings.map(escaped).join("|"), "g")
  return (text) => text.replace(pattern, "[secret]")
}

function spellingsOf(secret: string): string[] {
  const isPem = secret.includes("-----BEGIN")
  const lines = isPem ? secret.replaceAll("\\n", "\n").split(/\s+/) : []
  const parts = lines.filter((line) => KEY_LINE.test(line))
  return [secret, ...parts].flatMap((each) => [
    each,
    JSON.stringify(each).slice(1, -1),
    new URLSearchParams([["", each]]).toString().slice(1),
  ])
}

/** A base64 line of a PEM; its header and footer are not secret. */
const KEY_LINE = /^[A-Za-z0-9+/=]{8,}$/

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
}
