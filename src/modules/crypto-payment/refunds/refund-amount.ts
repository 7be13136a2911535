import { MathBN, MedusaError } from "@medusajs/framework/utils"

import type { Price } from "../lifecycle/facts"
import { currencyDigits } from "../money/currency-digits"
import { toComparableAmount, type DecimalString } from "../money/price"

/**
 * The amount of a refund as it was typed, in the currency of what was paid:
 * "5", "5.0" and "5.00" EUR are "5.00".
 *
 * @throws MedusaError INVALID_DATA for anything but a positive decimal number
 * with no more digits than the currency has.
 */
export function parseRefundAmount(
  text: string,
  currencyCode: string
): DecimalString {
  const digits = currencyDigits(currencyCode)
  const decimal = /^\d{1,30}(?:\.(?<fraction>\d{1,30}))?$/.exec(text)
  const fraction = decimal?.groups?.fraction?.replace(/0+$/, "") ?? ""
  const isTooFine = digits !== undefined && fraction.length > digits
  if (!decimal || isTooFine || !MathBN.gt(text, 0)) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The amount of a refund is a number above zero${digits === undefined ? "" : ` with at most ${digits} digits after the point`}, in ${currencyCode.toUpperCase()}; got "${text}".`
    )
  }
  return toComparableAmount(text, currencyCode)
}

/** What is left to give back of what was paid; never below zero. */
export function leftToRefund(
  paid: Price,
  refunds: readonly { amount: DecimalString }[]
): DecimalString {
  const left = refunds.reduce(
    (rest, { amount }) => MathBN.sub(rest, amount),
    MathBN.convert(paid.amount)
  )
  return toComparableAmount(MathBN.max(left, 0), paid.currency_code)
}
