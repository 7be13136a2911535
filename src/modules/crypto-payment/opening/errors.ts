import { MedusaError } from "@medusajs/framework/utils"
import type { GatewayError } from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import type { Unfit } from "./gateway-payment"
import type { PaymentRequest } from "../domain/payment-request"

/**
 * What the shopper's storefront is told when the gateway did not open a
 * payment. What is wrong with the store's set-up is for the log, not for the
 * shopper.
 */
export function openingFailed(error: GatewayError): MedusaError {
  const coinFault = coinFaults.get(error.code ?? "")
  if (coinFault !== undefined) {
    return new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The crypto payment could not be opened: ${coinFault} (${error.code}). Choose another coin.`
    )
  }
  switch (error.kind) {
    case "validation":
    case "not_found":
      return new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `The crypto payment could not be opened: the gateway refused it (${error.code ?? error.kind}).`
      )
    case "authentication":
    case "unexpected_answer":
      return new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The crypto payment could not be opened: the gateway is not set up right (${error.code ?? error.kind}).`
      )
    case "rate_limited":
    case "server":
    case "outcome_unknown":
      return new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The crypto payment could not be opened: the gateway did not answer (${error.kind}). Try again in a moment.`
      )
  }
}

const coinFaults: ReadonlyMap<string, string> = new Map([
  ["WALLET_NOT_FOUND", "this store has no wallet for the chosen coin"],
  ["CURRENCY_NOT_FOUND", "the gateway does not know the chosen coin"],
])

/** The request is paid for already; a second payment would be the shopper's loss. */
export function alreadyPaid(attempt: Attempt): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    attempt.state === "settled"
      ? "This was already paid in crypto; there is nothing left to pay."
      : "A crypto payment for this was already received; complete the cart in place of paying again."
  )
}

/** Nothing may be opened for what needs no payment, or another one. */
export function notPayable(
  not_payable: NonNullable<PaymentRequest["not_payable"]>
): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, sentences[not_payable])
}

const sentences: Readonly<
  Record<NonNullable<PaymentRequest["not_payable"]>, string>
> = {
  completed:
    "The order for this cart is placed already; it cannot be paid again.",
  cart_deleted: "This cart does not exist any more; it cannot be paid.",
  paid: "This is already paid; there is nothing left to pay.",
  not_due:
    "The amount due for this order has changed. Ask the store for a new payment link.",
}

/** A cart has as many open payments as the store allows, and none could be ended. */
export function tooManyOpen(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Too many crypto payments were started here, and they are still open. Pay with one of them, or wait until they expire and try again."
  )
}

/** The gateway opened a payment that a buyer cannot be shown. */
export function unfitPayment(
  unfit: Unfit,
  request: PaymentRequest
): MedusaError {
  return new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `The crypto payment could not be opened: the gateway ${unfitness(unfit, request)}.`
  )
}

function unfitness(
  unfit: Unfit,
  { is_test, provider }: PaymentRequest
): string {
  switch (unfit) {
    case "wrong_test_mode":
      return is_test
        ? "made a real payment of a test payment"
        : "made a test payment of a real one"
    case "no_address":
      return provider.flow === "h2h"
        ? "told no address and amount that can be paid to. Choose another coin"
        : "told no page that can be paid on. Try again in a moment"
  }
}

/** Every revision that was tried exists at the gateway with another price. */
export function noFreeExternalId(subject: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `The crypto payment could not be opened: the gateway already knows other payments for ${subject}.`
  )
}
