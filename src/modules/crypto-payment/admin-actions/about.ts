import { isPositive } from "../../../coins/decimal"
import { symbolOf } from "../../../coins/recognize"
import type { Attempt, Refund } from "../models/crypto-payment"
import { priceLeft } from "../refunds/limits"
import type { About } from "../settling/attention-fact"
import { paidPrice } from "../settling/money"

type Known = {
  attempt: Attempt
  refunds: readonly Pick<Refund, "kind" | "amount" | "crypto_amount">[]
  customer: string | null
  crypto_network: string | null
}

/** What the sentence of a fact names of a payment, for who may read it. */
export function aboutPayment({
  attempt,
  refunds,
  customer,
  crypto_network,
}: Known): About {
  const left = priceLeft(attempt, refunds)
  return {
    customer,
    price: paidPrice(attempt),
    left: left && isPositive(left.amount) ? left : null,
    coins: coinsOf({ ...attempt, crypto_network }),
    reference: isOfMedusa(attempt.external_id) ? null : attempt.external_id,
  }
}

function coinsOf(attempt: Attempt): About["coins"] {
  const { received_crypto_amount, crypto_amount, crypto_currency } = attempt
  const amount = received_crypto_amount ?? crypto_amount
  if (!amount || !crypto_currency) return null
  const symbol = attempt.crypto_network ? symbolOf(attempt) : null
  return { amount, coin: symbol ?? crypto_currency }
}

/** The id of a cart or of a payment collection tells a person nothing. */
function isOfMedusa(externalId: string): boolean {
  return /^(?:cart|pay_?col)_/.test(externalId)
}
