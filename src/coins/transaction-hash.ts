/** The forms of the chains: hex, base58 of Solana, and base64 of TON. */
const HASHES = [
  /^(?:0x)?[0-9a-f]{64}$/i,
  /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
  /^[\w-]{43}=?$/,
]

/**
 * The transaction's hash in a block explorer's link, as wallets hand it over; any other text as it
 * is.
 */
export function hashIn(text: string): string {
  const typed = text.trim()
  if (!/^https?:\/\//i.test(typed)) return typed
  const parts = typed.split(/[/?#&=]+/)
  const found = parts.filter((part) => HASHES.some((form) => form.test(part)))
  return found.length === 1 ? found[0] : typed
}
