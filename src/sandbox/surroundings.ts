import { createHash, createPublicKey } from "node:crypto"
import BigNumber from "bignumber.js"
import { z } from "zod"

/** How to start a sandbox; every field is optional. */
export type SandboxOptions = {
  /** Port to listen on; 0 picks a free one. @default 0 */
  port?: number
  /** Address to listen on; keep it on loopback. @default "127.0.0.1" */
  host?: string
  /** Base address of hosted pages. @default "http://<host>:<port>" */
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
  /**
   * Codes of the coins: "USDT_TRC20" and "ETH_TEST",
   * or as published "USDT" and "ETH" on both networks.
   * @default "suffixed"
   */
  coins?: keyof typeof COIN_SETS
  /**
   * Do what the written contract promises, in its strict reading,
   * and not what is published beyond it.
   * @default false
   */
  contractOnly?: boolean
  /**
   * Clock for timestamps and deadlines; timers still run on real time.
   * @default () => new Date()
   */
  now?: () => Date
}

/** What payments, webhooks and API share. */
export class Surroundings {
  /** Base address of hosted pages; known once the server listens. */
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

/**
 * A fault of the next `count` requests to an endpoint, or to any;
 * the README tells what each kind does.
 */
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

// The last columns: digits after the point, a made-up price in USD, and the start of
// an address, which is hex after "0x", else base58.
const NATIVE = [
  ["BNB", "BNB", "BSC", 8, "600", "0x"],
  ["TRX", "TRON", "Tron", 6, "0.125", "T"],
  ["POL", "Polygon", "Polygon", 6, "0.5", "0x"],
  ["DOGE", "Dogecoin", "Dogecoin", 8, "0.1", "D"],
] as const

const SUFFIXED = [
  ["USDT_TRC20", "Tether USD", "Tron", 6, "1", "T"],
  ["USDT_ERC20", "Tether USD", "Ethereum", 6, "1", "0x"],
  ["USDT_BEP20", "Tether USD", "BSC", 6, "1", "0x"],
  ["USDT_POLYGON", "Tether USD", "Polygon", 6, "1", "0x"],
  ["USDC_ERC20", "USD Coin", "Ethereum", 6, "1", "0x"],
  ["USDC_BEP20", "USD Coin", "BSC", 6, "1", "0x"],
  ["USDC_POLYGON", "USD Coin", "Polygon", 6, "1", "0x"],
  ["ETH", "Ether", "Ethereum", 8, "2500", "0x"],
  ...NATIVE,
] as const

const PUBLISHED = [
  ["USDT", "Tether", "Tron", 6, "1", "T"],
  ["USDC", "USD Coin", "Polygon", 6, "1", "0x"],
  ["ETH", "Ethereum", "Ethereum", 8, "2500", "0x"],
  ...NATIVE,
] as const

const TESTNETS: Record<string, string> = {
  Tron: "Tron Nile",
  Ethereum: "Ethereum Sepolia",
  BSC: "BSC testnet",
  Polygon: "Polygon Amoy",
  Dogecoin: "Dogecoin testnet",
}

/** A coin on a chain (contract §2). */
export type Coin = {
  code: string
  name: string
  blockchain: string
  is_testnet: boolean
  decimals: number
  usd: string
  addressPrefix: string
}

/**
 * Each coin on its main network, and on a testnet for `is_test` payments;
 * the README tells where the codes come from.
 */
const COIN_SETS = {
  suffixed: onBothNetworks(SUFFIXED, (coin) => ({
    code: `${coin.code}_TEST`,
    name: `${coin.name} (test)`,
    blockchain: TESTNETS[coin.blockchain],
  })),
  published: onBothNetworks(PUBLISHED, ({ blockchain }) => ({
    blockchain: TESTNETS[blockchain],
  })),
}

/** The coin of a code; where that names one on each network, the one of this network. */
export function findCoin(
  coins: Coin[],
  code: string,
  isTest: boolean
): Coin | undefined {
  const named = coins.filter((coin) => coin.code === code)
  return named.find(({ is_testnet }) => is_testnet === isTest) ?? named[0]
}

/** All but Dogecoin: a known coin without a wallet leads to WALLET_NOT_FOUND. */
function defaultWallets(coins: Coin[]): string[] {
  const wallets = coins.filter(({ addressPrefix }) => addressPrefix !== "D")
  return [...new Set(wallets.map(({ code }) => code))]
}

/**
 * The merchant's one address for a coin. Its checksum is made up, so that a real wallet rejects it.
 */
export function walletAddress(merchantId: string, coin: Coin): string {
  const seed = createHash("sha512")
    .update(`${merchantId}/${coin.blockchain}/${coin.code}`)
    .digest()
  return coin.addressPrefix === "0x"
    ? `0x${mixedCase(seed.toString("hex").slice(0, 40), seed)}`
    : coin.addressPrefix + base58(seed.subarray(0, 33))
}

export function base58(bytes: Buffer): string {
  return Array.from(bytes, (byte) => BASE58.charAt(byte % 58)).join("")
}

/** A division keeps far more digits than any coin has, and is rounded up. */
export const Decimal = BigNumber.clone({
  DECIMAL_PLACES: 100,
  ROUNDING_MODE: BigNumber.ROUND_UP,
})

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

function onBothNetworks(
  rows: typeof SUFFIXED | typeof PUBLISHED,
  onTestnet: (coin: Coin) => Partial<Coin>
): Coin[] {
  return [false, true].flatMap((is_testnet) =>
    rows.map(([code, name, blockchain, decimals, usd, addressPrefix]) => {
      const named = { code, name, blockchain, is_testnet }
      const coin = { ...named, decimals, usd, addressPrefix }
      return is_testnet ? { ...coin, ...onTestnet(coin) } : coin
    })
  )
}

// The case of the letters is the checksum of an Ethereum address.
function mixedCase(hex: string, seed: Buffer): string {
  return Array.from(hex, (digit, index) =>
    seed[index] & 1 ? digit.toUpperCase() : digit
  ).join("")
}
