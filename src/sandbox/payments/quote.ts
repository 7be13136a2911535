import { createHash } from "node:crypto"
import { type Coin, usdPerUnit } from "./currencies"
import { canonicalDecimal, decimal, divideUp, multiply } from "./decimal"

/** What a payment costs in a coin. */
export type QuoteRequest = {
  /** Priced amount, a decimal string. */
  amount: string
  /** Priced currency. */
  currency: string
  coin: Coin
  /** The buyer bears the made-up fee of one per cent. */
  buyerPaysFee: boolean
  /** Adds up to 9,999 of the coin's smallest units, told by this text. */
  trace?: string
}

/** The crypto amount for a priced amount at fixed rates, rounded up. */
export function quote(request: QuoteRequest): string {
  const { amount, currency, coin, buyerPaysFee, trace } = request
  const usd = multiply(decimal(amount), decimal(usdPerUnit(currency)))
  const due = buyerPaysFee ? multiply(usd, decimal("1.01")) : usd
  const price = divideUp(due, decimal(coin.usd), coin.decimals)
  const added = trace === undefined ? 0n : traceUnits(trace)
  return canonicalDecimal({ units: price.units + added, scale: price.scale })
}

/** Nine tenths of an amount: what an underpaying buyer sends. */
export function tooLittle(amount: string): string {
  return canonicalDecimal(multiply(decimal(amount), decimal("0.9")))
}

/** Eleven tenths of an amount: what an overpaying buyer sends. */
export function tooMuch(amount: string): string {
  return canonicalDecimal(multiply(decimal(amount), decimal("1.1")))
}

function traceUnits(text: string): bigint {
  const hash = createHash("sha256").update(text).digest()
  return BigInt((hash.readUInt32BE(0) % 9_999) + 1)
}
