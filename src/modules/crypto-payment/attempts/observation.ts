import {
  isKnownStatus,
  type Payment,
  paymentOutcome,
  quoteStatus,
} from "../../../gateway"
import type { AttemptPatch } from "./rows"
import { isPaidState } from "./states"
import type { AttemptState, AttentionFact } from "../column-values"
import type { Attempt } from "../models/crypto-payment"

/** `view`: an admin opened the payment's page; it updates the attempt, not the timeline. */
export const OBSERVATION_SOURCES = [
  "webhook",
  "poll",
  "return",
  "admin",
  "view",
] as const

/**
 * The only input for money (contract §2 and §6):
 * `original_amount` is the price, `amount` the coins.
 */
export type Observation = {
  provider_id: string
  merchant_id: string
  gateway_payment_id: string
  external_id: string
  status: string
  original_amount?: string
  original_currency?: string
  amount?: string
  currency?: string
  wallet_address?: string
  is_test?: boolean
  source: (typeof OBSERVATION_SOURCES)[number]
  observed_at: string
}

export function observe(
  attempt: Pick<Attempt, "provider_id" | "merchant_id">,
  payment: Omit<Payment, "created_at" | "url">,
  source: Observation["source"]
): Observation {
  return {
    provider_id: attempt.provider_id,
    merchant_id: attempt.merchant_id,
    gateway_payment_id: payment.id,
    external_id: payment.external_id,
    status: payment.status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    amount: payment.amount,
    currency: payment.currency,
    wallet_address: payment.wallet_address,
    is_test: payment.is_test,
    source,
    observed_at: new Date().toISOString(),
  }
}

type CryptoColumns = Pick<
  Attempt,
  | "crypto_currency"
  | "crypto_amount"
  | "quoted_crypto_amount"
  | "received_crypto_amount"
>

/**
 * What arrived is in the webhook of a paid payment alone (contract §6). A read names what is due:
 * of an open payment the last one counts, later only where nothing was quoted. Amounts of a coin
 * chosen before do not count; a read of another coin than arrived changes nothing.
 */
export function reportedCrypto(
  attempt: CryptoColumns,
  { source, status, amount, currency }: Observation
): CryptoColumns {
  const isOtherCoin =
    currency !== undefined &&
    attempt.crypto_currency !== null &&
    attempt.crypto_currency.toLowerCase() !== currency.toLowerCase()
  if (isOtherCoin && source !== "webhook" && attempt.received_crypto_amount) {
    const { crypto_currency, crypto_amount } = attempt
    const { quoted_crypto_amount, received_crypto_amount } = attempt
    return {
      crypto_currency,
      crypto_amount,
      quoted_crypto_amount,
      received_crypto_amount,
    }
  }
  const quoted = isOtherCoin ? null : attempt.quoted_crypto_amount
  const received = isOtherCoin ? null : attempt.received_crypto_amount
  const outcome = paymentOutcome(status)
  const isReceived = source === "webhook" && outcome === "paid"
  const isQuoted =
    source !== "webhook" && (outcome === "open" || quoted === null)
  const quoted_crypto_amount = (isQuoted && amount) || quoted
  const received_crypto_amount = (isReceived && amount) || received
  return {
    crypto_currency: currency ?? attempt.crypto_currency,
    quoted_crypto_amount,
    received_crypto_amount,
    crypto_amount:
      received_crypto_amount ??
      quoted_crypto_amount ??
      amount ??
      attempt.crypto_amount,
  }
}

/** It is `none` where a paid attempt would return to an unpaid state. */
export function observationEffect(state: AttemptState, status: string) {
  if (paymentOutcome(status) === "paid") {
    return isPaidState(state) ? "update" : "paid"
  }
  return isPaidState(state) ? "none" : "update"
}

type Reported = Pick<Attempt, "state" | "gateway_status" | "attention_reason">

/** After the last check nothing else would report an unknown status. */
export function isUnknownStatusUnreported(attempt: Reported): boolean {
  const { state, gateway_status, attention_reason } = attempt
  return (
    state === "open" &&
    attention_reason === null &&
    gateway_status !== null &&
    !isKnownStatus(gateway_status)
  )
}

/**
 * A known status ends the attention that an unknown one raised;
 * another unknown one replaces its fact.
 */
export function restateUnknownStatus(
  { attention_reason }: Pick<Reported, "attention_reason">,
  status: string
): AttemptPatch {
  if (attention_reason !== "unknown_status") return {}
  return isKnownStatus(status)
    ? { attention_reason: null, attention_fact: null }
    : { attention_fact: unknownStatusFact(status) }
}

export function unknownStatusFact(status: string): AttentionFact {
  return { type: "unknown_status", status: quoteStatus(status) }
}

/** Contract §2: revision 1 is the subject's own id, revision n is `<subject>-<n>`. */
export function formatExternalId(subject: string, revision: number): string {
  return revision === 1 ? subject : `${subject}-${revision}`
}

/** `cart_01-3` is revision 3 of `cart_01`. */
export function parseExternalId(externalId: string) {
  const match = /^(.+)-([1-9]\d{0,6})$/.exec(externalId)
  return match
    ? { subject: match[1], revision: Number(match[2]) }
    : { subject: externalId, revision: 1 }
}
