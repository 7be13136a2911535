import {
  type BigNumberInput,
  type BigNumberRawValue,
} from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"

import { currencyDigits } from "./currency-digits"

/** An amount as the gateway is told it: "19.99", "100", "1.234". */
export type DecimalString = string

/**
 * Rounds an amount of Medusa (number, string, BigNumber or its raw value) to
 * the currency's own digits, halves away from zero, and writes it without an
 * exponent: 98.9009 EUR is "98.90", 100 JPY is "100", 1.234 KWD is "1.234".
 * Core's totals can carry more digits than the currency has, so both sides of
 * each comparison go through here.
 *
 * @throws MedusaError INVALID_DATA for a currency without known digits and for
 * an amount that is no finite number.
 */
export function toDecimalString(
  amount: BigNumberInput | BigNumberRawValue,
  currencyCode: string
): DecimalString {
  const digits = currencyDigits(currencyCode)
  if (digits === undefined) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Crypto payments need a price in an ISO 4217 currency; "${currencyCode}" is none.`
    )
  }
  const value = MathBN.convert(amount)
  if (!value.isFinite()) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Crypto payments need an amount that is a number; got ${value.toString()}.`
    )
  }
  return value.toFixed(digits, 4)
}

/**
 * The price to ask the gateway for.
 *
 * @throws MedusaError INVALID_DATA for zero and negative amounts, for amounts
 * that round to zero, and as `toDecimalString`.
 */
export function toPrice(
  amount: BigNumberInput | BigNumberRawValue,
  currencyCode: string
): DecimalString {
  const price = toDecimalString(amount, currencyCode)
  if (!MathBN.gt(price, 0)) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Crypto payments need an amount above zero; got ${price} ${currencyCode.toUpperCase()}.`
    )
  }
  return price
}

/**
 * As `toDecimalString`, but an unknown currency keeps all digits: for what is
 * only compared, like the total of a cart that moved to another region.
 */
export function toComparableAmount(
  amount: BigNumberInput | BigNumberRawValue,
  currencyCode: string
): DecimalString {
  return currencyDigits(currencyCode) === undefined
    ? MathBN.convert(amount).toFixed()
    : toDecimalString(amount, currencyCode)
}

/** Whether two decimal strings are the same number ("19.9" and "19.90" are). */
export function sameAmount(left: DecimalString, right: DecimalString): boolean {
  return MathBN.eq(left, right)
}
