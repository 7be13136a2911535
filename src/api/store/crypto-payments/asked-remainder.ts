import {
  allowedActions,
  type Attempt,
  type CryptoPaymentModuleService,
  type Price,
  remainderToRequest,
  shownRemainder,
} from "../../../modules/crypto-payment/internal"

/** An underpaid attempt whose remainder an admin asked for, and its customer can pay. */
export type AskedRemainder = {
  first: Attempt
  missing: Price
  /** The payment of it that the customer has to see. */
  shown: Attempt | undefined
}

/** The attempt of a collection that another one asks for the remainder of, before one that is done. */
export function findFirst(attempts: readonly Attempt[]): Attempt | undefined {
  const asked = new Set(attempts.map(({ remainder_of }) => remainder_of))
  const firsts = attempts.filter(({ id }) => asked.has(id))
  return firsts.find(({ state }) => state === "attention") ?? firsts[0]
}

/** Null where no remainder is asked for, or not any more, by the rule of the admin's action. */
export async function findAskedRemainder(
  ledger: CryptoPaymentModuleService,
  attempts: readonly Attempt[]
): Promise<AskedRemainder | null> {
  const found = findFirst(attempts)
  if (!found) return null
  const facts = await ledger.adminActions.readFacts(found.id)
  const first = facts.attempt
  const missing = remainderToRequest(first)
  if (!missing || !allowedActions(facts).includes("request_remainder")) {
    return null
  }
  return { first, missing, shown: shownRemainder(facts.remainders) }
}
