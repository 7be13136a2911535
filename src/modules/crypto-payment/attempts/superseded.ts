import type { AttemptState } from "./states"
import type { Attempt } from "../models/crypto-payment"

/** Core replaces sessions in several steps. */
export const QUIET_SECONDS = 120

/** Checks that try to expire a payment at a gateway that does not. */
const MAX_EXPIRIES = 5

export type UseFacts = {
  state: AttemptState
  /** How many of the sessions that it was ever given exist at this moment. */
  live_sessions: number
  /** Its cart is completed, and its order is paid or costs something else. */
  not_due: boolean
  paid_otherwise: boolean
  order_canceled: boolean
  /** Since it was opened, or a session of it was removed later. */
  quiet_for_seconds: number
}

export function isSuperseded(facts: UseFacts): boolean {
  if (facts.state !== "open") return false
  if (facts.quiet_for_seconds < QUIET_SECONDS) return false
  return (
    facts.live_sessions === 0 ||
    facts.not_due ||
    facts.paid_otherwise ||
    facts.order_canceled
  )
}

export type UnpaidPayment = {
  /** Null for a payment that was not opened by this store. */
  flow: "widget" | "h2h" | null
  status: string | null
  /** The crypto side, which a payment gets with its coin. */
  currency?: string | null
  wallet_address?: string | null
}

/** Before a coin is chosen: afterwards coins may be on their way to the address shown. */
export function mayEndAtGateway(payment: UnpaidPayment): boolean {
  return (
    payment.flow === "widget" &&
    payment.status === "created" &&
    !payment.currency &&
    !payment.wallet_address
  )
}

export function mayExpire(attempt: Attempt): boolean {
  return (
    attempt.state === "open" &&
    attempt.superseded_at !== null &&
    attempt.checks < MAX_EXPIRIES &&
    mayEndAtGateway({
      flow: attempt.flow,
      status: attempt.gateway_status,
      currency: attempt.crypto_currency,
      wallet_address: attempt.wallet_address,
    })
  )
}
