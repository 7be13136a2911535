import type {
  BigNumberInput,
  BigNumberRawValue,
} from "@medusajs/framework/types"
import type { Attempt } from "../models/rows"
import { type DecimalString, toComparableAmount } from "./money"

/** A price: `amount` in `currency_code`, with that currency's digits. */
export type Price = { amount: DecimalString; currency_code: string }

/** A price of Medusa or the gateway in the digits of its currency, for comparisons. */
export function comparablePrice({
  amount,
  currency_code,
}: {
  amount: BigNumberInput | BigNumberRawValue
  currency_code: string
}): Price {
  return {
    amount: toComparableAmount(amount, currency_code),
    currency_code: currency_code.toLowerCase(),
  }
}

/** For texts: "19.99 EUR". */
export function describePrice(price: Price | null): string {
  return price
    ? `${price.amount} ${price.currency_code.toUpperCase()}`
    : "an unknown amount"
}

/** What the attempt was opened for; null on a row made from an observation. */
export function attemptPrice(
  attempt: Pick<Attempt, "amount" | "currency_code">
): Price | null {
  const { amount, currency_code } = attempt
  return amount !== null && currency_code !== null
    ? { amount, currency_code }
    : null
}

/** What the gateway says the payment was priced at, where it says so. */
export function gatewayPrice(
  attempt: Pick<Attempt, "gateway_amount" | "gateway_currency">
): Price | null {
  const { gateway_amount, gateway_currency } = attempt
  return gateway_amount !== null && gateway_currency !== null
    ? { amount: gateway_amount, currency_code: gateway_currency }
    : null
}

/** The price of a payment: as the gateway names it, else as it was opened. */
export function paidPrice(
  attempt: Parameters<typeof gatewayPrice>[0] &
    Parameters<typeof attemptPrice>[0]
): Price | null {
  const price = gatewayPrice(attempt) ?? attemptPrice(attempt)
  return price && comparablePrice(price)
}
