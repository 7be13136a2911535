/** A number without an exponent, with as many digits as it was given: "19.99", "100", "-0.50". */
export type DecimalString = string

/** A number, as whole units of its last digit. */
export type Decimal = { units: bigint; digits: number }

/** Intl formats such a string exactly; a number would be rounded. */
export function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text)
}

/** Whether it is a decimal string above zero. */
export function isPositive(text: string): boolean {
  return (parseDecimal(text)?.units ?? 0n) > 0n
}

const PLAIN = /^(\d+)(?:\.(\d+))?$/

/** Null for what is no plain decimal string, or below zero. */
export function parseDecimal(text: string | null): Decimal | null {
  const match = PLAIN.exec(text ?? "")
  if (!match) return null
  const [, whole, fraction = ""] = match
  return { units: BigInt(whole + fraction), digits: fraction.length }
}

/** With no more digits than it needs: "1.50" has one. Null as `parseDecimal`. */
export function parseShort(text: string): Decimal | null {
  return parseDecimal(text) && parseDecimal(withoutZeros(text))
}

/** Of an amount that was checked before. @throws TypeError for what is no plain decimal string. */
export function readDecimal(text: DecimalString): Decimal {
  const decimal = parseDecimal(text)
  if (!decimal) throw new TypeError(`Expected a decimal string; got "${text}".`)
  return decimal
}

/** The units with more digits. @param digits no fewer than the decimal has. */
export function scaleUnits({ units, digits: own }: Decimal, digits: number) {
  return units * 10n ** BigInt(digits - own)
}

/** Rounds half away from zero. @param divisor above zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const rounded = (2n * absolute(dividend) + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}

/** With all of its digits. */
export function formatDecimal(units: bigint, digits: number): DecimalString {
  return (units < 0n ? "-" : "") + placePoint(String(absolute(units)), digits)
}

/** With no more digits than it needs. */
export function formatShort({ units, digits }: Decimal): DecimalString {
  return withoutZeros(formatDecimal(units, digits))
}

/** "1.50" is "1.5", "2.00" is "2". */
export function withoutZeros(text: DecimalString): DecimalString {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text
}

/**
 * "1.5" with 6 digits is "1500000", by text alone;
 * null for what is no plain amount above zero, or has more digits.
 */
export function toUnits(text: string, digits: number): string | null {
  const [, whole, fraction = ""] = PLAIN.exec(text) ?? []
  const significant = fraction.replace(/0+$/, "")
  if (whole === undefined || significant.length > digits) return null
  const units = whole + significant.padEnd(digits, "0")
  return units.replace(/^0+/, "") || null
}

/** "1500000" with 6 digits is "1.500000". */
export function placePoint(units: string, digits: number): DecimalString {
  if (digits === 0) return units
  const text = units.padStart(digits + 1, "0")
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

export function unsigned(text: DecimalString): DecimalString {
  return text.replace("-", "")
}

/** How many digits stand after the point. */
export function fractionDigits(text: DecimalString): number {
  return text.split(".")[1]?.length ?? 0
}

export function sumDecimals(decimals: readonly Decimal[]): Decimal {
  const digits = Math.max(0, ...decimals.map((each) => each.digits))
  const units = decimals.map((each) => scaleUnits(each, digits))
  return { units: units.reduce((sum, each) => sum + each, 0n), digits }
}

/** Below zero where more is taken than there is. */
export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  return sumDecimals([left, { ...right, units: -right.units }])
}

export function atLeastZero({ units, digits }: Decimal): Decimal {
  return { units: units > 0n ? units : 0n, digits }
}

export function isMore(left: Decimal, right: Decimal): boolean {
  return subtractDecimals(left, right).units > 0n
}

/** `factor × dividend ÷ divisor`, rounded down. @param divisor above zero. */
export function proportion(
  factor: Decimal,
  dividend: Decimal,
  divisor: Decimal,
  digits: number
): Decimal {
  const product = factor.units * dividend.units
  const scale = BigInt(digits + divisor.digits)
  const parts = BigInt(factor.digits + dividend.digits)
  const units = (product * 10n ** scale) / (divisor.units * 10n ** parts)
  return { units, digits }
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
