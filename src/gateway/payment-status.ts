import { shortText } from "./plain-text"

const KNOWN_STATUSES = [
  "created",
  "pending",
  "confirmed",
  "confirmed_manual",
  "failed",
  "expired",
] as const

/** A payment status that we have a meaning for (merchant-api.md section 3, and two observed ones). */
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

/** What a status says about the money: it arrived, it never will, or it may still come. */
export type PaymentOutcome = "paid" | "unpaid" | "open"

/**
 * What a gateway status means for the sale (merchant-api.md section 3).
 * A status we do not know is "open": it decides nothing, and is asked about again.
 */
export function paymentOutcome(status: string): PaymentOutcome {
  if (!isKnownStatus(status)) {
    return "open"
  }
  switch (status) {
    case "confirmed":
    case "confirmed_manual":
      return "paid"
    case "expired":
    case "failed":
      return "unpaid"
    case "created":
    case "pending":
      return "open"
  }
}

/** Whether we have a meaning for this status; one we lack should be logged as it came. */
export function isKnownStatus(status: string): status is KnownStatus {
  return known.has(status)
}

/** A status in quotes for a log or a screen: one line of at most 64 visible characters. */
export function quoteStatus(status: string): string {
  return `"${shortText(status, MAX_QUOTED)}"`
}

const MAX_QUOTED = 64

const known: ReadonlySet<string> = new Set(KNOWN_STATUSES)
