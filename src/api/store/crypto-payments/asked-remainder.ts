import {
  allowedActions,
  type Attempt,
  type ConfiguredProvider,
  type CryptoPaymentModuleService,
  type Merchants,
  paidPart,
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

/** The attempts of a collection that others ask for the remainder of, before those that are done. */
export function findFirsts(attempts: readonly Attempt[]): Attempt[] {
  const asked = new Set(attempts.map(({ remainder_of }) => remainder_of))
  const firsts = attempts.filter(({ id }) => asked.has(id))
  const isWaiting = ({ state }: Attempt) => state === "attention"
  return [
    ...firsts.filter(isWaiting),
    ...firsts.filter((each) => !isWaiting(each)),
  ]
}

/** What holds the money of a remainder that was asked for, and is paid. */
export function findPaidPart(
  attempts: readonly Attempt[]
): Attempt | undefined {
  return findFirsts(attempts)
    .map((first) =>
      paidPart(
        first,
        attempts.filter(({ remainder_of }) => remainder_of === first.id)
      )
    )
    .find((paid) => paid !== undefined)
}

/** Null where no remainder is asked for, or not any more, by the rule of the admin's action. */
export async function findAskedRemainder(
  actions: Pick<CryptoPaymentModuleService["adminActions"], "readFacts">,
  attempts: readonly Attempt[]
): Promise<AskedRemainder | null> {
  for (const { id } of findFirsts(attempts)) {
    const facts = await actions.readFacts(id)
    const first = facts.attempt
    const missing = remainderToRequest(first)
    if (missing && allowedActions(facts).includes("request_remainder")) {
      return { first, missing, shown: shownRemainder(facts.remainders) }
    }
  }
  return null
}

/**
 * The providers by which a remainder can be paid: those that are offered of the same merchant and
 * mode. Where none is any more, that of the underpaid payment, since an admin asked for it there.
 */
export function remainderProviders(
  { merchant_id, is_test, provider_id }: Attempt,
  offered: readonly ConfiguredProvider[],
  merchants: Pick<Merchants, "options" | "provider">
): ConfiguredProvider[] {
  const ofSame = (providers: readonly ConfiguredProvider[]) =>
    providers.filter(({ merchantKey }) => {
      const { merchantId, testMode } = merchants.options(merchantKey)
      return merchantId === merchant_id && testMode === is_test
    })
  const usable = ofSame(offered)
  if (usable.length > 0) return usable
  const own = merchants.provider(provider_id)
  return own ? ofSame([own]) : []
}
