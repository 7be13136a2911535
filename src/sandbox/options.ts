import type { SandboxMerchant } from "./merchants"
import type { ObservedFacts } from "./observed-facts"

/** How to start a sandbox; every field is optional. */
export type SandboxOptions = {
  /** Port to listen on; 0 lets the system choose a free one. @default 0 */
  port?: number
  /** Address to listen on; keep it on loopback. @default "127.0.0.1" */
  host?: string
  /** Address that checkout links carry, when it is not host and port. @default "http://<host>:<port>" */
  publicUrl?: string
  /** Seconds from creation until an unpaid payment expires. @default 900 */
  countdownSeconds?: number
  /** Seconds between two attempts of one webhook. @default 60 */
  retryIntervalSeconds?: number
  /** Further attempts after the first one failed. @default 60 */
  retryCount?: number
  /** Seconds a receiver has to answer one webhook attempt. @default 10 */
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
  /** Several merchants, in place of the four fields above. @default one merchant */
  merchants?: SandboxMerchant[]
  /** Priced currencies that are accepted; the contract names no limit. @default undefined (any upper-case code) */
  pricedCurrencies?: string[]
  /** Behaviour beyond the contract, each switchable. @default everything as observed */
  observed?: Partial<ObservedFacts>
  /** Clock for timestamps and deadlines; timers still run on real time. @default () => new Date() */
  now?: () => Date
}
