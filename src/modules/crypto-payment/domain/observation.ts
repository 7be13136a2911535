import { z } from "zod"
import {
  isKnownStatus,
  type Payment,
  paymentOutcome,
  quoteStatus,
} from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import { type AttemptState, type AttentionReason, isMoneySeen } from "./states"

/** `view` is a person who only looks: what it brings goes to the row, not to the timeline. */
export const observationSources = [
  "webhook",
  "poll",
  "return",
  "admin",
  "view",
] as const

/**
 * What anyone learned about a gateway payment: the only way in for money.
 * `external_id`, `status`, `original_*`, `amount`, `currency` are the
 * gateway's own words (contract §2 and §6): `original_amount` is the
 * price, `amount` the coins. `observed_at` is ISO 8601.
 */
export const observationSchema = z.object({
  provider_id: z.string(),
  merchant_id: z.string(),
  gateway_payment_id: z.string().min(1),
  external_id: z.string().min(1),
  status: z.string().min(1),
  original_amount: z.string().optional(),
  original_currency: z.string().optional(),
  amount: z.string().optional(),
  currency: z.string().optional(),
  wallet_address: z.string().optional(),
  is_test: z.boolean().optional(),
  source: z.enum(observationSources),
  observed_at: z.string(),
})

export type Observation = z.infer<typeof observationSchema>

/** The observation that a read or listed payment (contract §2) makes of an attempt. */
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

/**
 * What a word of the gateway changes on an attempt, besides its timeline.
 * - `paid`: the attempt becomes paid, and its row keeps the gateway's words.
 * - `words`: the row keeps the gateway's words.
 * - `nothing`: money is never unseen, so a late word of expiry is not kept.
 */
export type Heard = "paid" | "words" | "nothing"

/** Pure; the ledger applies it to a row that it has locked. */
export function heard(state: AttemptState, status: string): Heard {
  if (paymentOutcome(status) === "paid") {
    // From `settled` only the verification leads back to `paid`.
    return isMoneySeen(state) ? "words" : "paid"
  }
  return isMoneySeen(state) ? "nothing" : "words"
}

/** What of an attempt says whether its status is left unknown. */
type Reported = {
  state: AttemptState
  gateway_status: string | null
  attention_reason: AttentionReason | null
}

/**
 * Whether an open attempt has a status without a meaning that no person knows
 * of. While it is watched, another status may follow; when its watch ends,
 * nothing else will tell anyone.
 */
export function isLeftUnknown(attempt: Reported): boolean {
  const { state, gateway_status, attention_reason } = attempt
  return (
    state === "open" &&
    attention_reason === null &&
    gateway_status !== null &&
    !isKnownStatus(gateway_status)
  )
}

/**
 * What a further status changes of the need for attention that an unknown one
 * made: any status with a meaning ends it, another unknown one renames it.
 */
export function restated(
  { attention_reason }: Pick<Reported, "attention_reason">,
  status: string
): { attention_reason?: null; attention_detail?: string | null } {
  if (attention_reason !== "unknown_status") return {}
  return isKnownStatus(status)
    ? { attention_reason: null, attention_detail: null }
    : { attention_detail: unknownStatusDetail(status) }
}

/** The detail of the reason `unknown_status`: the gateway's word in one short line. */
export function unknownStatusDetail(status: string): string {
  return `The gateway says ${quoteStatus(status)}. This version of the plugin does not know that status.`
}
