import type { Attempt } from "../ledger/rows"
import type { Price } from "../lifecycle/facts"
import { attemptPrice, gatewayPrice } from "../lifecycle/prices"
import { toComparableAmount } from "../money/price"

/**
 * What the customer paid, in the priced currency: as the gateway names it,
 * else what the attempt was opened for; null where nobody ever said. It is the
 * most that can be given back.
 */
export function paidPrice(attempt: Attempt): Price | null {
  const price = gatewayPrice(attempt) ?? attemptPrice(attempt)
  if (!price) return null
  return {
    amount: toComparableAmount(price.amount, price.currency_code),
    currency_code: price.currency_code.toLowerCase(),
  }
}
