/**
 * What gateways of this kind were seen to do beyond merchant-api.md. A client
 * that only works with a switch on depends on something nobody promised.
 */
export type ObservedFacts = {
  /** A payment whose coin is chosen is `pending`; off, it stays `created` until it is final. @default true */
  pendingStatus: boolean
  /** A payment can be `failed`; off, it becomes `expired` instead. @default true */
  failedStatus: boolean
  /** Reads carry original_amount, original_currency, callback_url, success_url and fail_url. @default true */
  extraReadFields: boolean
  /** `DELETE /v1/payments/{id}` exists; off, it answers 404. @default true */
  expireEndpoint: boolean
  /** Form of `blockchain` in `GET /v1/currencies`; the contract says string. @default "object" */
  blockchain: "object" | "string"
  /** `GET /v1/currencies?is_test=` filters; off, the parameter is ignored. @default true */
  currencyFilter: boolean
  /** Only currencies with a wallet are listed; off, all that the sandbox knows. @default true */
  walletCurrenciesOnly: boolean
  /** Body of an error answer; the contract does not show one. @default "json" */
  errorBody: "json" | "empty" | "html"
  /** The list is newest first; off, oldest first. @default true */
  newestFirst: boolean
  /** List items have the read shape; off, they lack `id` and `status`. @default true */
  fullListItems: boolean
  /** `limit` may be up to 100; off, more than the default of 20 is refused. @default true */
  longPages: boolean
  /** The H2H call understands `is_test`; off, it is ignored and the payment is live. @default true */
  h2hIsTest: boolean
  /** metadata, fee_payer and the length of external_id are checked; off, anything goes. @default true */
  fieldRules: boolean
  /** Payment ids have 22 characters; off, they are UUIDs. @default true */
  shortIds: boolean
  /** Webhooks announce `expired` and `failed` too; off, only paid payments are announced. @default true */
  unpaidWebhooks: boolean
  /** Each attempt of a webhook is signed afresh; off, it keeps the first one's timestamp. @default true */
  freshSignatures: boolean
}

/** A gateway that does what merchant-api.md says and nothing more. */
export const CONTRACT_ONLY: ObservedFacts = {
  pendingStatus: false,
  failedStatus: false,
  extraReadFields: false,
  expireEndpoint: false,
  blockchain: "string",
  currencyFilter: false,
  walletCurrenciesOnly: false,
  errorBody: "empty",
  newestFirst: false,
  fullListItems: false,
  longPages: false,
  h2hIsTest: false,
  fieldRules: false,
  shortIds: false,
  unpaidWebhooks: false,
  freshSignatures: false,
}

/** Everything as it was observed: the default. */
export const ALL_OBSERVED: ObservedFacts = {
  pendingStatus: true,
  failedStatus: true,
  extraReadFields: true,
  expireEndpoint: true,
  blockchain: "object",
  currencyFilter: true,
  walletCurrenciesOnly: true,
  errorBody: "json",
  newestFirst: true,
  fullListItems: true,
  longPages: true,
  h2hIsTest: true,
  fieldRules: true,
  shortIds: true,
  unpaidWebhooks: true,
  freshSignatures: true,
}

/** The facts without those named, each as the contract alone would have it. @throws Error naming one that there is not */
export function factsWithout(
  names: string[] | undefined
): Partial<ObservedFacts> | undefined {
  if (names === undefined) {
    return undefined
  }
  const unknown = names.find((name) => !Object.hasOwn(CONTRACT_ONLY, name))
  if (unknown !== undefined) {
    const known = Object.keys(CONTRACT_ONLY).join(", ")
    throw new Error(`"${unknown}" is no observed fact; they are ${known}`)
  }
  return Object.fromEntries(
    Object.entries(CONTRACT_ONLY).filter(([name]) => names.includes(name))
  )
}
