import { MedusaError } from "@medusajs/framework/utils"

import type { GatewayError } from "../../../gateway"
import type { Attempt } from "../ledger/rows"

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

/** The wish is paid for already; a second payment would be the shopper's loss. */
export function alreadyPaid(attempt: Attempt): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    attempt.state === "settled"
      ? "This was already paid in crypto; there is nothing left to pay."
      : "A crypto payment for this was already received; complete the cart in place of paying again."
  )
}

/** The gateway understood another test flag than was asked for. */
export function wrongMode(isTest: boolean): MedusaError {
  return new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    isTest
      ? "The crypto payment could not be opened: the gateway made a real payment of a test payment."
      : "The crypto payment could not be opened: the gateway made a test payment of a real one."
  )
}

/** Every revision that was tried exists at the gateway with another price. */
export function noFreeExternalId(subject: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `The crypto payment could not be opened: the gateway already knows other payments for ${subject}.`
  )
}
