import { changedMeanwhile, notAllowed } from "../../../medusa-errors"

/** What is sent back: money that was paid for, or what arrived beyond the quote of a settled payment. */
export const REFUND_KINDS = ["price", "surplus"] as const

export type RefundKind = (typeof REFUND_KINDS)[number]

export const REFUND_REQUEST_STATES = [
  "waiting_for_address",
  "address_entered",
  "sent",
  "revoked",
] as const

export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]

/**
 * One that waited too long for its address counts as revoked.
 * @param is_late whether `expires_at` has passed, on the database's clock.
 */
export function requestState({
  state,
  is_late,
}: {
  state: RefundRequestState
  is_late: boolean
}): RefundRequestState {
  return state === "waiting_for_address" && is_late ? "revoked" : state
}

/** What is done to a request. */
export type RequestAction = "enter" | "revoke" | "send"

const ALLOWED: Readonly<Record<RequestAction, readonly RefundRequestState[]>> =
  {
    enter: ["waiting_for_address"],
    revoke: ["waiting_for_address", "address_entered"],
    send: ["address_entered"],
  }

/** @throws MedusaError NOT_ALLOWED, in a sentence that names the state. */
export function checkRequest(
  action: RequestAction,
  state: RefundRequestState
): void {
  if (ALLOWED[action].includes(state)) return
  throw notAllowed(
    action === "enter"
      ? FOR_THE_CUSTOMER[state]
      : `${IN_WORDS[state]} ${WHEN[action]}`
  )
}

/** What a person saw of a request, and decided about. */
export type ShownRequest = { state: RefundRequestState }

/**
 * @param shown what the person saw; unset for code that decides at this moment.
 * @throws MedusaError NOT_ALLOWED with the code `changed`, where it is not so any more.
 */
export function checkShownRequest(
  request: Parameters<typeof requestState>[0],
  shown: ShownRequest | undefined
): void {
  const state = requestState(request)
  if (!shown || shown.state === state) return
  throw changedMeanwhile(
    `${IN_WORDS[state]} That changed after it was shown to you, so nothing was done. Load it again before you decide.`
  )
}

const IN_WORDS: Readonly<Record<RefundRequestState, string>> = {
  waiting_for_address: "This refund request waits for an address.",
  address_entered: "The customer entered an address for this refund request.",
  sent: "This refund was sent.",
  revoked: "This refund request was revoked.",
}

const WHEN: Readonly<Record<Exclude<RequestAction, "enter">, string>> = {
  revoke: "Only a request that was not sent can be revoked.",
  send: "Coins can only be sent once an address is entered.",
}

const FOR_THE_CUSTOMER: Readonly<Record<RefundRequestState, string>> = {
  waiting_for_address: "An address can be entered.",
  address_entered:
    "An address was confirmed for this refund already. Ask the store to change it.",
  sent: "This refund was sent already.",
  revoked: "This refund was revoked. Ask the store for a new link.",
}
