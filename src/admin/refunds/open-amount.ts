/**
 * What is left of an amount after refunds: decimal strings of one currency,
 * reckoned exactly. Never below zero.
 */
export function openAmount(amount: string, refunded: string[]): string {
  const digits = Math.max(...[amount, ...refunded].map(fractionDigits))
  const left = refunded.reduce(
    (rest, refund) => rest - toUnits(refund, digits),
    toUnits(amount, digits)
  )
  return fromUnits(left > 0n ? left : 0n, digits)
}

/** True of a decimal string above zero that is at most `open`. */
export function isRefundable(amount: string, open: string): boolean {
  if (!/^\d+(\.\d+)?$/.test(amount)) return false
  const digits = Math.max(fractionDigits(amount), fractionDigits(open))
  const units = toUnits(amount, digits)
  return units > 0n && units <= toUnits(open, digits)
}

function fractionDigits(amount: string): number {
  return amount.split(".")[1]?.length ?? 0
}

function toUnits(amount: string, digits: number): bigint {
  const [whole, fraction = ""] = amount.split(".")
  return BigInt(whole + fraction.padEnd(digits, "0"))
}

function fromUnits(units: bigint, digits: number): string {
  if (digits === 0) return String(units)
  const text = String(units).padStart(digits + 1, "0")
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
