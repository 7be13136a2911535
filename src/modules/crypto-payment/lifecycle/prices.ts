import type { Attempt } from "../ledger/rows"
import type { Price } from "./facts"

/** What the attempt was opened for; null on a row made from an observation. */
export function attemptPrice(attempt: Attempt): Price | null {
  const { amount, currency_code } = attempt
  return amount !== null && currency_code !== null
    ? { amount, currency_code }
    : null
}

/** What the gateway says the payment was priced at, where it says so. */
export function gatewayPrice(attempt: Attempt): Price | null {
  const { gateway_amount, gateway_currency } = attempt
  return gateway_amount !== null && gateway_currency !== null
    ? { amount: gateway_amount, currency_code: gateway_currency }
    : null
}
