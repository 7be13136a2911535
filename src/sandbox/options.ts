import type { SandboxMerchant } from "./merchants"

/** How to start a sandbox; every field is optional. */
export type SandboxOptions = {
  /** Port to listen on; 0 picks a free one. @default 0 */
  port?: number
  /** Address to listen on; keep it on loopback. @default "127.0.0.1" */
  host?: string
  /** Base address of checkout links. @default "http://<host>:<port>" */
  publicUrl?: string
  /** Seconds from creation until an unpaid payment expires. @default 900 */
  countdownSeconds?: number
  /** Seconds between two attempts of one webhook. @default 60 */
  retryIntervalSeconds?: number
  /** Further attempts after the first one failed. @default 60 */
  retryCount?: number
  /** Seconds a receiver has to respond to one webhook attempt. @default 10 */
  webhookTimeoutSeconds?: number
  /** Serve the control API and its page under /control. @default false */
  control?: boolean
  /** File that keeps the state across restarts. @default undefined (memory only) */
  data?: string
  /** Id of the only merchant. @default "5a9db0c5-0000-4000-8000-000000000001" */
  merchantId?: string
  /** API key of the only merchant. @default "ct_sandbox_key" */
  apiKey?: string
  /** Webhook secret of the only merchant. @default "whsec_sandbox_secret" */
  webhookSecret?: string
  /** RSA public key (PEM) of the only merchant, for signed requests. @default undefined */
  publicKey?: string
  /** Several merchants, instead of the four fields above. @default one merchant */
  merchants?: SandboxMerchant[]
  /** Accepted priced currencies; the contract has no limit. @default undefined (any upper-case code) */
  pricedCurrencies?: string[]
  /** Behavior beyond the contract, each switchable. @default everything as observed */
  observed?: Partial<ObservedFacts>
  /** Clock for timestamps and deadlines; timers still run on real time. @default () => new Date() */
  now?: () => Date
}

/**
 * What gateways of this kind were seen to do beyond the contract. A client
 * that only works with a switch on depends on undocumented behavior.
 */
export type ObservedFacts = {
  /** A payment whose coin is chosen is `pending`; off, it stays `created` until it is final. @default true */
  pendingStatus: boolean
  /** A payment can be `failed`; off, it becomes `expired` instead. @default true */
  failedStatus: boolean
  /** Reads carry original_amount, original_currency, callback_url, success_url and fail_url. @default true */
  extraReadFields: boolean
  /** `DELETE /v1/payments/{id}` exists; off, it responds with 404. @default true */
  expireEndpoint: boolean
  /** Form of `blockchain` in `GET /v1/currencies`; the contract says string. @default "object" */
  blockchain: "object" | "string"
  /** `GET /v1/currencies?is_test=` filters; off, the parameter is ignored. @default true */
  currencyFilter: boolean
  /** Only currencies with a wallet are listed; off, all that the sandbox knows. @default true */
  walletCurrenciesOnly: boolean
  /** Body of an error response; the contract does not document one. @default "json" */
  errorBody: "json" | "empty" | "html"
  /** The list is newest first; off, oldest first. @default true */
  newestFirst: boolean
  /** List items have the read shape; off, they lack `id` and `status`. @default true */
  fullListItems: boolean
  /** `limit` may be up to 100; off, more than the default of 20 is rejected. @default true */
  longPages: boolean
  /** The H2H call understands `is_test`; off, it is ignored and the payment is live. @default true */
  h2hIsTest: boolean
  /** metadata, fee_payer and the length of external_id are checked; off, anything is accepted. @default true */
  fieldRules: boolean
  /** Payment ids have 22 characters; off, they are UUIDs. @default true */
  shortIds: boolean
  /** Webhooks announce `expired` and `failed` too; off, only paid payments are announced. @default true */
  unpaidWebhooks: boolean
  /** Each attempt of a webhook is signed afresh; off, it keeps the first one's timestamp. @default true */
  freshSignatures: boolean
}

/** A gateway that does what the contract says and nothing more. */
export const CONTRACT_ONLY: ObservedFacts = {
  ...switches(false),
  blockchain: "string",
  errorBody: "empty",
}

/** Everything as observed: the default. */
export const ALL_OBSERVED: ObservedFacts = {
  ...switches(true),
  blockchain: "object",
  errorBody: "json",
}

/** The named facts, each as in `CONTRACT_ONLY`. @throws Error naming an unknown one */
export function factsWithout(
  names: string[] | undefined
): Partial<ObservedFacts> | undefined {
  if (names === undefined) {
    return undefined
  }
  const unknown = names.find((name) => !Object.hasOwn(CONTRACT_ONLY, name))
  if (unknown !== undefined) {
    const known = Object.keys(CONTRACT_ONLY).join(", ")
    throw new Error(`Unknown observed fact "${unknown}"; expected ${known}`)
  }
  return Object.fromEntries(
    Object.entries(CONTRACT_ONLY).filter(([name]) => names.includes(name))
  )
}

function switches(on: boolean) {
  return {
    pendingStatus: on,
    failedStatus: on,
    extraReadFields: on,
    expireEndpoint: on,
    currencyFilter: on,
    walletCurrenciesOnly: on,
    newestFirst: on,
    fullListItems: on,
    longPages: on,
    h2hIsTest: on,
    fieldRules: on,
    shortIds: on,
    unpaidWebhooks: on,
    freshSignatures: on,
  }
}
