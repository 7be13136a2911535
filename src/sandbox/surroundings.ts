import { createPublicKey } from "node:crypto"
import { z } from "zod"
import { COIN_SETS, defaultWallets } from "./coins"

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
  coins?: keyof typeof COIN_SETS
  /** Do what the written contract promises, in its strict reading, and not what is published beyond it. @default false */
  contractOnly?: boolean
  /** Clock for timestamps and deadlines; timers still run on real time. @default () => new Date() */
  now?: () => Date
}

/** What payments, webhooks and API share. */
export class Surroundings {
  /** Base address of checkout links; known once the server listens. */
  baseUrl = ""
  readonly now = this.options.now ?? (() => new Date())
  readonly coins = COIN_SETS[this.options.coins ?? "suffixed"]
  readonly merchants = new Map<string, Merchant>()
  readonly deadlines = new Deadlines(this.now)
  /** First in, first out. */
  readonly requestFaults: RequestFault[] = []
  readonly webhookFaults: WebhookFault[] = []
  /** The last API requests, oldest first, and their number by endpoint. */
  readonly requestLog: {
    requests: object[]
    counts: Partial<Record<EndpointName, number>>
  } = { requests: [], counts: {} }

  constructor(readonly options: SandboxOptions) {
    // The default is fixed, so that the settings of a shop under development survive a restart.
    const only = {
      id: options.merchantId ?? "5a9db0c5-0000-4000-8000-000000000001",
      api_key: options.apiKey ?? "ct_sandbox_key",
      webhook_secret: options.webhookSecret ?? "whsec_sandbox_secret",
      public_key: options.publicKey,
    }
    const { merchants = [only] } = options
    for (const each of merchants) this.openMerchant(each)
    if (merchants.length === 0) {
      throw new Error("merchants must name at least one merchant")
    }
  }

  /** Fills in the defaults; throws when the public key is not a PEM key. */
  openMerchant({ api_key, ...given }: SandboxMerchant): Merchant {
    if (given.public_key !== undefined) createPublicKey(given.public_key)
    const merchant = {
      name: "Sandbox shop",
      suspended: false,
      wallets: defaultWallets(this.coins),
      ...given,
      public_key: given.public_key ?? null,
      api_keys: [api_key ?? []].flat(),
      created_at: this.now().toISOString(),
    }
    this.merchants.set(merchant.id, merchant)
    return merchant
  }
}

/** A merchant as its owner sets it up on the dashboard (contract §1). */
export const sandboxMerchant = z.strictObject({
  /** Public merchant id, a UUID. */
  id: z.string().min(1),
  /** Shown by `GET /v1/merchants`. @default "Sandbox shop" */
  name: z.string().optional(),
  /** The API key, or several during a rotation. */
  api_key: z.union([z.string(), z.array(z.string())]).optional(),
  /** RSA public key (PEM) that verifies `x-sign`. */
  public_key: z.string().optional(),
  /** Signs the webhooks of this merchant. */
  webhook_secret: z.string().min(1),
  /** A suspended merchant gets 401 on every call. @default false */
  suspended: z.boolean().optional(),
  /** Codes of the currencies that have a wallet. @default all that the sandbox knows, but DOGE */
  wallets: z.array(z.string()).optional(),
})
export type SandboxMerchant = z.infer<typeof sandboxMerchant>

export type Merchant = Required<
  Omit<SandboxMerchant, "api_key" | "public_key">
> & { api_keys: string[]; public_key: string | null; created_at: string }

/** Timers by key: at most one per key, all of them stopped by `close`. */
class Deadlines {
  private readonly timers = new Map<string, NodeJS.Timeout>()
  private closed = false

  constructor(private readonly now: () => Date) {}

  /** Runs `reached` once at the given time; replaces the timer of the key. */
  set(key: string, atMs: number, reached: () => void): void {
    this.clear(key)
    if (this.closed) return
    const fire = () => {
      this.timers.delete(key)
      reached()
    }
    const remainingMs = Math.max(0, atMs - this.now().getTime())
    // Node runs a timer of more than 24 days at once.
    const delayMs = Math.min(remainingMs, 2 ** 31 - 1)
    this.timers.set(key, setTimeout(fire, delayMs))
  }

  clear(key: string): void {
    clearTimeout(this.timers.get(key))
    this.timers.delete(key)
  }

  close(): void {
    this.closed = true
    this.timers.forEach((timer) => clearTimeout(timer))
  }
}

export const ENDPOINTS = {
  "POST /v1/payments/widget": "create_widget",
  "POST /v1/payments/h2h": "create_h2h",
  "GET /v1/payments/:id": "read",
  "GET /v1/payments": "list",
  "DELETE /v1/payments/:id": "expire",
  "GET /v1/currencies": "currencies",
  "GET /v1/merchants": "merchant",
} as const

const endpointName = z.enum([...Object.values(ENDPOINTS), "other"])
export type EndpointName = z.infer<typeof endpointName>

/** A fault of the next `count` requests to an endpoint, or to any; the README tells what each kind does. */
export const requestFault = z.strictObject({
  kind: z.enum(["slow", "error", "rate_limit", "broken_json", "html", "cut"]),
  endpoint: endpointName.optional(),
  count: z.int().min(1).max(1_000_000).default(1),
  /** "after": the request takes effect and only its response is lost. */
  when: z.enum(["before", "after"]).default("before"),
  seconds: z.number().min(0).max(86_400).default(5),
  status: z.int().min(500).max(599).default(503),
  retry_after_seconds: z.int().min(0).optional(),
})
export type RequestFault = z.infer<typeof requestFault>

/** A fault of the next `count` webhook attempts, as in the README. */
export const webhookFault = z.strictObject({
  kind: z.enum([
    "drop",
    "delay",
    "duplicate",
    "reorder",
    "corrupt",
    "stale",
    "lose_answer",
  ]),
  count: z.int().min(1).max(1_000_000).default(1),
  seconds: z.number().min(0).max(86_400).optional(),
})
export type WebhookFault = z.infer<typeof webhookFault>

/** The first fault that matches, if any; counts it as used once. */
export function takeFault<Fault extends { count: number }>(
  waiting: Fault[],
  matches: (fault: Fault) => boolean = () => true
): Fault | undefined {
  const fault = waiting.find(matches)
  if (fault) {
    fault.count -= 1
    if (fault.count === 0) waiting.splice(waiting.indexOf(fault), 1)
  }
  return fault
}
