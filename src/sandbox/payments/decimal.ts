/** An exact decimal number: `units / 10^scale`. */
export type Decimal = {
  units: bigint
  scale: number
}

/**
 * Reads a JSON number's text without a float in between; null when it is not
 * one, or has more digits than any amount needs.
 */
export function parseDecimal(text: string): Decimal | null {
  const match = /^(-?\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(
    text
  )
  if (!match) {
    return null
  }
  const [, whole = "", fraction = "", exponent = "0"] = match
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0
    ? { units: units * 10n ** BigInt(-scale), scale: 0 }
    : { units, scale }
}

/** Plain digits, as many after the point as `scale` says. */
export function formatDecimal({ units, scale }: Decimal): string {
  const sign = units < 0n ? "-" : ""
  const digits = (units < 0n ? -units : units)
    .toString()
    .padStart(scale + 1, "0")
  const point = digits.length - scale
  const fraction = scale > 0 ? `.${digits.slice(point)}` : ""
  return `${sign}${digits.slice(0, point)}${fraction}`
}

/** Plain digits without trailing zeros, so that equal numbers read the same. */
export function canonicalDecimal(value: Decimal): string {
  const text = formatDecimal(value)
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text
}

/** Multiplies exactly. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** Divides positive numbers and rounds up to `scale` digits. */
export function divideUp(a: Decimal, b: Decimal, scale: number): Decimal {
  const numerator = a.units * 10n ** BigInt(scale + b.scale)
  const denominator = b.units * 10n ** BigInt(a.scale)
  return { units: (numerator + denominator - 1n) / denominator, scale }
}

/** A decimal written in the source; throws on a slip of the pen. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text)
  if (!parsed) {
    throw new Error(`"${text}" is not a decimal number`)
  }
  return parsed
}
