const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
/** More than any amount in the database has. */
const DIGITS = 24

/** True when both are decimal numbers, and the same one: 5 is 5.00. */
export function isSameAmount(one: string, other: string): boolean {
  const value = scaled(one)
  return value !== undefined && value === scaled(other)
}

/** Exact sum of decimal strings, as one without trailing zeros. */
export function sum(amounts: string[]): string {
  return written(amounts.reduce((total, amount) => total + known(amount), 0n))
}

/** Exact sum of what has amounts. */
export function sumOf(items: readonly { amount: string }[]): string {
  return sum(items.map(({ amount }) => amount))
}

/** Exact difference of two decimal strings. */
export function subtract(from: string, amount: string): string {
  return written(known(from) - known(amount))
}

/** What `part` of `whole` is of an amount. */
export function share(amount: string, part: string, whole: string): string {
  return written((known(amount) * known(part)) / known(whole))
}

/** True when the first is the larger number. */
export function isMore(one: string, other: string): boolean {
  return known(one) > known(other)
}

/**
 * Rounded to the digits that the currency has, halves away from zero. The
 * digits are those of the ICU data that come with Node.
 */
export function rounded(amount: string, currency: string): string {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions()
  const unit = 10n ** BigInt(DIGITS - maximumFractionDigits)
  const value = known(amount)
  const half = value < 0n ? -unit / 2n : unit / 2n
  return written(((value + half) / unit) * unit)
}

/** @throws TypeError for what is no decimal number: an audit must not guess. */
function known(amount: string): bigint {
  const value = scaled(amount)
  if (value === undefined) throw new TypeError(`No decimal number: ${amount}`)
  return value
}

function scaled(amount: string): bigint | undefined {
  const parts = DECIMAL.exec(amount)
  if (!parts) return undefined
  const [, sign, whole, fraction = ""] = parts
  if (fraction.length > DIGITS) return undefined
  const value = BigInt(whole + fraction.padEnd(DIGITS, "0"))
  return sign ? -value : value
}

function written(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(DIGITS + 1, "0")
  const fraction = digits.slice(-DIGITS).replace(/0+$/, "")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -DIGITS)}${fraction && `.${fraction}`}`
}
