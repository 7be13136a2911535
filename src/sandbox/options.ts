import { z } from "zod"
import type { CoinSet } from "./coins"
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
  /** Accepted priced currencies, in place of those of `usdAndEurOnly`. @default undefined */
  pricedCurrencies?: string[]
  /** Codes of the coins: "USDT_TRC20" and "ETH_TEST", or as published "USDT" and "ETH" on both networks. @default "suffixed" */
  coins?: CoinSet
  /** Behavior beyond the contract, each switchable. @default everything as published and observed */
  observed?: Partial<ObservedFacts>
  /** Clock for timestamps and deadlines; timers still run on real time. @default () => new Date() */
  now?: () => Date
}

/** The facts that have more than two forms. */
const forms = z.strictObject({
  blockchain: z.enum(["object", "string"]),
  errorBody: z.enum(["json", "empty", "html"]),
  callbackParams: z.enum(["query", "body", "dropped"]),
  expiredCoin: z.enum(["absent", "null", "empty", "zero"]),
})

type Forms = z.infer<typeof forms>

/**
 * What the gateway's published description and its clients show beyond the contract: the default.
 * A client that needs one of them depends on behavior that the contract does not have.
 */
export const ALL_OBSERVED = {
  /** A creation responds with 200; off, with 201 for a new payment. */
  createdIs200: true,
  /** A repeated creation responds with all fields of that call; off, with those of a read. */
  completeReplays: true,
  /** Only a creation returns `url`; off, reads and the list do too (contract §2). */
  urlAtCreationOnly: true,
  /** The priced currencies are USD and EUR; off, any upper-case code is one. */
  usdAndEurOnly: true,
  /** A payment whose coin is chosen is `pending`; off, it stays `created` until it is final. */
  pendingStatus: true,
  /** A payment can be `failed`; off, it becomes `expired` instead. */
  failedStatus: true,
  /** Reads carry original_amount, original_currency, callback_url, success_url and fail_url. */
  extraReadFields: true,
  /** Reads name the amount that is due, also of a paid payment; off, the amount that arrived. */
  dueInReads: true,
  /** `DELETE /v1/payments/{id}` exists; off, it responds with 404. */
  expireEndpoint: true,
  /** Form of `blockchain` in `GET /v1/currencies`; the contract says string. */
  blockchain: "object" as Forms["blockchain"],
  /** `GET /v1/currencies?is_test=` filters; off, the parameter is ignored. */
  currencyFilter: true,
  /** Only currencies with a wallet are listed; off, all that the sandbox knows. */
  walletCurrenciesOnly: true,
  /** Body of an error response; the contract does not document one. */
  errorBody: "json" as Forms["errorBody"],
  /** The list is newest first; off, oldest first. */
  newestFirst: true,
  /** List items have the read shape; off, they lack `id` and `status`. */
  fullListItems: true,
  /** `limit` may be up to 100; off, more than the default of 20 is rejected. */
  longPages: true,
  /** The H2H call understands `is_test`; off, it is ignored and the payment is live. */
  h2hIsTest: true,
  /** metadata, fee_payer, client_ip, browser and the length of external_id are checked; off, anything is accepted. */
  fieldRules: true,
  /** Where `metadata.callback_params` arrive; that they do is published, how is not. */
  callbackParams: "query" as Forms["callbackParams"],
  /** Payment ids have 22 characters; off, they are UUIDs. */
  shortIds: true,
  /** Webhooks announce `expired` and `failed` too; off, only paid payments are announced. */
  unpaidWebhooks: true,
  /** How the webhook of an expired payment writes `amount` and `currency`. */
  expiredCoin: "absent" as Forms["expiredCoin"],
  /** Each attempt of a webhook is signed afresh; off, it keeps the first one's timestamp. */
  freshSignatures: true,
}

/** Which of these facts hold. */
export type ObservedFacts = typeof ALL_OBSERVED

const NOTHING_OBSERVED = Object.fromEntries(
  Object.keys(ALL_OBSERVED).map((fact) => [fact, false])
) as Record<keyof ObservedFacts, false>

/** A gateway that does what the contract says and nothing more. */
export const CONTRACT_ONLY: ObservedFacts = {
  ...NOTHING_OBSERVED,
  blockchain: "string",
  errorBody: "empty",
  callbackParams: "dropped",
  expiredCoin: "absent",
}

/** The named facts, each as in `CONTRACT_ONLY`. @throws Error naming an unknown one */
export function factsWithout(names: string[]): Partial<ObservedFacts> {
  const unknown = names.find((name) => !Object.hasOwn(CONTRACT_ONLY, name))
  if (unknown !== undefined) {
    const known = Object.keys(CONTRACT_ONLY).join(", ")
    throw new Error(`Unknown observed fact "${unknown}"; expected ${known}`)
  }
  return Object.fromEntries(
    Object.entries(CONTRACT_ONLY).filter(([name]) => names.includes(name))
  )
}

/** Facts in a named form, from texts like "errorBody=html". @throws Error for an unknown one */
export function factsInForm(texts: string[]): Partial<ObservedFacts> {
  const named: unknown = Object.fromEntries(
    texts.map((text) => text.split("="))
  )
  const parsed = forms.partial().safeParse(named)
  if (parsed.success) return parsed.data
  const known = Object.entries(forms.shape).map(
    ([fact, { options }]) => `${fact}=${options.join("|")}`
  )
  throw new Error(`Unknown form in "${texts}"; expected ${known.join(", ")}`)
}
