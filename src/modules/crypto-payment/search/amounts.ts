import { formatDecimal, parseDecimal, scaleUnits } from "../../../coins/decimal"

/** Of the currencies of ISO 4217. */
const DIGITS = [0, 2, 3]

/** "€17.40", "1.234,50 EUR", "CA$5", "5.4 USDT", "15,984". */
const AMOUNT =
  /^(?:\p{L}{0,2}\p{Sc}|\p{L}{3})?\s*(\d[\d.,'’\s]*)(?:\p{Sc}|\p{L}{2,8})?$/u

/**
 * A typed or copied amount as the ledger writes it, in any currency and of any coin: with the
 * digits of a currency, or as it stands. Points and commas are read in each way that makes sense.
 */
export function amountsIn(text: string): string[] {
  const typed = AMOUNT.exec(text.trim())?.[1].replace(/['’\s]/g, "") ?? ""
  const amounts = readingsOf(typed).flatMap((reading) => {
    const amount = parseDecimal(reading)
    if (!amount) return []
    const priced = DIGITS.filter((digits) => digits >= amount.digits)
    return [
      reading,
      ...priced.map((digits) =>
        formatDecimal(scaleUnits(amount, digits), digits)
      ),
    ]
  })
  return [...new Set(amounts)]
}

function readingsOf(typed: string): string[] {
  const separators = typed.replace(/\d/g, "")
  const last = separators.at(-1)
  if (!last) return [typed]
  const whole = typed.replace(/[.,]/g, "")
  // The last one of two kinds is the point; one that stands twice is none.
  if (separators.indexOf(last) < separators.length - 1) return [whole]
  const at = typed.lastIndexOf(last)
  const fraction = typed.slice(at + 1)
  const withPoint = `${typed.slice(0, at).replace(/[.,]/g, "")}.${fraction}`
  const mayBeWhole = separators.length === 1 && fraction.length === 3
  return mayBeWhole ? [withPoint, whole] : [withPoint]
}
