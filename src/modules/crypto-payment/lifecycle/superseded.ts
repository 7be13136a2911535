import type { AttemptState } from "./states"

/** Core swaps sessions in several steps; only what stays so is superseded. */
export const quietSeconds = 120

/** How many looks try to expire a superseded payment at a gateway that does not. */
const maxExpiries = 5

/** What Medusa says about an attempt that nobody has paid yet. */
export type UseFacts = {
  state: AttemptState
  /** How many of the sessions that it was ever given exist at this moment. */
  live_sessions: number
  cart_completed: boolean
  /** A payment of another session stands against the same sale. */
  paid_otherwise: boolean
  order_canceled: boolean
  /**
   * Seconds since it was opened or a session of it was last let go, whichever
   * came later, by the database's clock.
   */
  quiet_for_seconds: number
}

/** Whether an open attempt is needed no more, so that its page should end. */
export function isSuperseded(facts: UseFacts): boolean {
  if (facts.state !== "open") return false
  if (facts.quiet_for_seconds < quietSeconds) return false
  return (
    facts.live_sessions === 0 ||
    facts.cart_completed ||
    facts.paid_otherwise ||
    facts.order_canceled
  )
}

/** Whether a look at a superseded attempt should still try to expire it. */
export function mayExpire(attempt: {
  state: AttemptState
  superseded_at: Date | null
  /** Looks since it was superseded. */
  checks: number
}): boolean {
  return (
    attempt.state === "open" &&
    attempt.superseded_at !== null &&
    attempt.checks < maxExpiries
  )
}
