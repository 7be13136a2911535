import type { GatewayError } from "../../../gateway"
import {
  invalidData,
  notAllowed,
  unexpectedState,
} from "../../../medusa-errors"
import type { Attempt } from "../models/crypto-payment"
import type { PaymentTerms } from "./choose-attempt"

/** The error for the storefront. What the gateway answered stands in the timeline. */
export function openingFailed({ code, kind }: GatewayError) {
  const coinFault = COIN_FAULTS.get(code ?? "")
  if (coinFault) {
    return invalidData(notOpened(`${coinFault}. Choose another coin`))
  }
  switch (kind) {
    case "validation":
    case "not_found":
      return invalidData(notOpened("the gateway rejected it"))
    case "authentication":
    case "unexpected_answer":
      return unexpectedState(
        notOpened("the gateway is not configured correctly")
      )
    case "rate_limited":
    case "server":
    case "outcome_unknown":
      return unexpectedState(
        notOpened("the gateway did not answer. Try again in a moment")
      )
  }
}

function notOpened(why: string): string {
  return `The crypto payment could not be opened: ${why}.`
}

/** What is wrong with a coin, by the gateway's code: nothing was created. */
export const COIN_FAULTS: ReadonlyMap<string, string> = new Map([
  ["WALLET_NOT_FOUND", "this store has no wallet for the chosen coin"],
  ["CURRENCY_NOT_FOUND", "the gateway does not know the chosen coin"],
])

/** The request is already paid; a second payment would cost the shopper money. */
export function alreadyPaid(attempt: Attempt) {
  return notAllowed(
    attempt.state === "settled"
      ? "This is already paid in crypto. Nothing is left to pay."
      : "A crypto payment for this was already received. Please do not pay again: reload the checkout to see how it stands."
  )
}

type NotPayable = NonNullable<PaymentTerms["not_payable"]>

export function notPayable(not_payable: NotPayable) {
  return notAllowed(SENTENCES[not_payable])
}

const SENTENCES: Readonly<Record<NotPayable, string>> = {
  completed:
    "The order for this cart is already placed. It cannot be paid again.",
  cart_deleted: "This cart no longer exists. It cannot be paid.",
  canceled: "This order is canceled. It cannot be paid any more.",
  paid: "This is already paid. Nothing is left to pay.",
  too_late:
    "The time to pay for this order is over. Contact the store if you still want it.",
  not_due:
    "The amount due for this order has changed. Ask the store for a new payment link.",
  not_offered:
    "This store does not offer crypto payment here. Choose another way to pay.",
}

export function tooManyOpen() {
  return notAllowed(
    "Too many crypto payments are open for this cart. Pay one of them, or wait until they expire and try again."
  )
}

export type Unfit = "wrong_test_mode" | "no_address"

export function unfitPayment(
  unfit: Unfit,
  { is_test, provider }: Pick<PaymentTerms, "is_test" | "provider">
) {
  const faults: Record<Unfit, string> = {
    wrong_test_mode: is_test
      ? "created a live payment for a test payment"
      : "created a test payment for a live payment",
    no_address:
      provider.flow === "h2h"
        ? "returned no address or amount. Choose another coin"
        : "returned no checkout page. Try again in a moment",
  }
  return unexpectedState(notOpened(`the gateway ${faults[unfit]}`))
}

/** Each revision that was tried exists at the gateway with another price. */
export function noFreeExternalId(subject: string) {
  return unexpectedState(
    notOpened(`the gateway already knows other payments for ${subject}`)
  )
}
