/** Takes the secrets out of a text that came from elsewhere. */
export type Redact = (text: string) => string

/**
 * Makes a redactor of all that must not be stored or logged, should somebody
 * echo it: each secret as it is, as JSON and as a URL spell it, and of a PEM
 * each line of the key itself.
 */
export function createRedactor(
  secrets: readonly (string | undefined)[]
): Redact {
  const spellings = secrets.flatMap((secret) =>
    secret === undefined ? [] : spellingsOf(secret)
  )
  // The longest first: a secret may begin with another one.
  const distinct = [...new Set(spellings)].sort(
    (one, other) => other.length - one.length
  )
  if (distinct.length === 0) return (text) => text
  const pattern = new RegExp(distinct.map(escaped).join("|"), "g")
  return (text) => text.replace(pattern, "[secret]")
}

function spellingsOf(secret: string): string[] {
  const parts = secret
    .replaceAll("\\n", "\n")
    .split(/\s+/)
    .filter((line) => secret.includes("-----BEGIN") && KEY_LINE.test(line))
  return [secret, ...parts].flatMap((each) =>
    [
      each,
      JSON.stringify(each).slice(1, -1),
      new URLSearchParams([["", each]]).toString().slice(1),
    ].filter((spelling) => spelling !== "")
  )
}

/** A line of a PEM's base64: what stands around it is not secret, and in other texts too. */
const KEY_LINE = /^[A-Za-z0-9+/=]{8,}$/

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
}
