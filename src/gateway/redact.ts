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
