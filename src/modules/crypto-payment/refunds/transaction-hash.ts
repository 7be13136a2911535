/**
 * Whether two transaction hashes name the same transaction. Hex hashes are the
 * same in either case, and with or without `0x`; hashes of other chains (base58
 * and the like) are case-sensitive.
 */
export function isSameTransaction(left: string, right: string): boolean {
  return comparable(left) === comparable(right)
}

function comparable(hash: string): string {
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(hash)) return hash.slice(-64).toLowerCase()
  return /^0x[0-9a-f]+$/i.test(hash) ? hash.toLowerCase() : hash
}
