import type { DecimalString } from "./money"

/** A number that is not negative, as whole units of its last digit. */
export type Decimal = { units: bigint; digits: number }

/** Null for what is no plain decimal string. */
export function parseDecimal(text: string | null): Decimal | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text ?? "")
  if (!match) return null
  const [, whole, fraction = ""] = match
  return { units: BigInt(whole + fraction), digits: fraction.length }
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
  const text = absolute(units)
    .toString()
    .padStart(digits + 1, "0")
  const whole = text.slice(0, text.length - digits)
  const sign = units < 0n ? "-" : ""
  return digits === 0
    ? `${sign}${whole}`
    : `${sign}${whole}.${text.slice(-digits)}`
}

/** "1.50" is "1.5", "2.00" is "2". */
export function withoutZeros(text: DecimalString): DecimalString {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text
}

/** The digits of both, at one scale. */
function align(left: Decimal, right: Decimal) {
  const digits = Math.max(left.digits, right.digits)
  const units = [scaleUnits(left, digits), scaleUnits(right, digits)] as const
  return { units, digits }
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const { units, digits } = align(left, right)
  return { units: units[0] + units[1], digits }
}

/** Below zero where more is taken than there is. */
export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  const { units, digits } = align(left, right)
  return { units: units[0] - units[1], digits }
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
