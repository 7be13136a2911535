const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
/** More than any currency has. */
const DIGITS = 12

/** True when both are decimal numbers, and the same one: 5 is 5.00. */
export function isSameAmount(one: string, other: string): boolean {
  const value = scaled(one)
  return value !== undefined && value === scaled(other)
}

/** Exact sum of decimal strings. */
export function sum(amounts: string[]): string {
  const total = amounts.reduce((so, amount) => so + (scaled(amount) ?? 0n), 0n)
  const digits = String(total < 0n ? -total : total).padStart(DIGITS + 1, "0")
  return `${total < 0n ? "-" : ""}${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`
}

function scaled(amount: string): bigint | undefined {
  const parts = DECIMAL.exec(amount)
  if (!parts) return undefined
  const [, sign, whole, fraction = ""] = parts
  if (fraction.length > DIGITS) return undefined
  const value = BigInt(whole + fraction.padEnd(DIGITS, "0"))
  return sign ? -value : value
}
