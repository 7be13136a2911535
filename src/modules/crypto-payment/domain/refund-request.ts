/** What is sent back: money that was paid for, or what arrived beyond the quote of a settled payment. */
export const REFUND_KINDS = ["price", "surplus"] as const

export type RefundKind = (typeof REFUND_KINDS)[number]

/** How the coins of a request follow from its amount. */
export const REFUND_POLICIES = ["coins_as_paid", "rate", "free"] as const

export type RefundPolicy = (typeof REFUND_POLICIES)[number]

/** The states that are stored. */
export const STORED_REQUEST_STATES = [
  "waiting_for_address",
  "address_entered",
  "sent",
  "revoked",
] as const

type StoredState = (typeof STORED_REQUEST_STATES)[number]

/** The states that are shown: one that waited too long for its address is expired. */
export const REFUND_REQUEST_STATES = [
  ...STORED_REQUEST_STATES,
  "expired",
] as const

export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]

/** @param isLate whether `expires_at` has passed, on the database's clock. */
export function requestState(
  state: StoredState,
  isLate: boolean
): RefundRequestState {
  return state === "waiting_for_address" && isLate ? "expired" : state
}

/** Whether its money is promised: it counts against what is left to give back. */
export function isOpenRequest(state: RefundRequestState): boolean {
  return state === "waiting_for_address" || state === "address_entered"
}
