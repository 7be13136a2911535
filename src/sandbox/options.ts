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
  /** Accepted priced currencies. @default USD and EUR; with `contractOnly` any upper-case code */
  pricedCurrencies?: string[]
  /** Codes of the coins: "USDT_TRC20" and "ETH_TEST", or as published "USDT" and "ETH" on both networks. @default "suffixed" */
  coins?: CoinSet
  /** Do what the written contract promises, in its strict reading, and not what is published beyond it. @default false */
  contractOnly?: boolean
  /** Clock for timestamps and deadlines; timers still run on real time. @default () => new Date() */
  now?: () => Date
}
