import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { ConfigModule, LoaderOptions } from "@medusajs/framework/types"
import { identifyCoin } from "../../../coins/transfer"
import { baseAddressFault, parseBaseUrl } from "../../../gateway"
import { invalidData } from "../../../medusa-errors"

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]

const urlWith = (faultOf: (value: string) => string | undefined) =>
  z.string().superRefine((value, issue) => {
    const message = faultOf(value)
    if (message) issue.addIssue({ code: "custom", message })
  })

const NO_URL = "must be an absolute URL, with its scheme (https://)"

const httpUrl = urlWith(urlFault)

function urlFault(value: string): string | undefined {
  // To `URL`, the host of "localhost:9000" is a scheme.
  if (!URL.canParse(value) || /^[\w.-]+:\d/.test(value)) return NO_URL
  const url = new URL(value)
  if (url.username || url.password) return "must not hold credentials"
  const loopback = LOOPBACK_HOSTS.includes(url.hostname)
  if (url.protocol === "https:" || (url.protocol === "http:" && loopback)) {
    return undefined
  }
  return "must be https (http is for localhost only)"
}

/** Paths are appended to it. */
const baseAddress = urlWith(
  (value) => urlFault(value) ?? baseAddressFault(value)
)

/** As the gateway's client reads it. */
const gatewayUrl = urlWith((value) => {
  const fault = urlFault(value)
  if (fault) return fault
  try {
    parseBaseUrl(value)
  } catch (error) {
    return String(error).replace(/^\w*Error: (baseUrl )?/, "")
  }
})

/** Braces of a template (`{payment_session_id}`) are no URL characters, and are skipped. */
const pageUrl = urlWith((value) => urlFault(value.replace(/\{[a-z_]+\}/g, "x")))

/** Whoever pays sees it, also who has only the link of an order's payment. */
const returnUrl = pageUrl.refine(
  (value) => !value.includes("{cart_id}"),
  "must not hold {cart_id}: whoever has an order's payment link would see it"
)

const payPageUrl = pageUrl.refine(
  (value) => value.includes("{payment_collection_id}"),
  "must hold {payment_collection_id}"
)

/** Browsers send what is after the `#` to no server, so that no log has the secret. */
const refundPageUrl = pageUrl.refine((value) => {
  const [page, ...rest] = value.split("#")
  return !page.includes("{token}") && rest.join("#").includes("{token}")
}, "must hold {token}, only after a #")

const secret = z.string().trim().min(1, "must not be empty")

/** Coins of the gateway, as wallets know them, by their code. */
const tokens = z
  .record(
    z.string(),
    z.strictObject({
      chainId: z.number(),
      address: z.string().optional(),
      decimals: z.number(),
      test: z.boolean().default(false),
    })
  )
  .superRefine((settings, issue) => {
    for (const [code, { test }] of Object.entries(settings)) {
      const coin = { code, name: null, network: null, isTest: test }
      if (identifyCoin(coin, settings) !== null) continue
      issue.addIssue({
        code: "custom",
        path: [code],
        message:
          "must have a chainId, the token's decimals (0 to 36), the address of its contract unless it is the network's own coin, and test: true on a test network only",
      })
    }
  })

const notifyShape = {
  /**
   * Tell of payments that need attention, and of refunds that can be sent,
   * in the admin's notification feed.
   * @default true
   */
  feed: z.boolean().default(true),
  /**
   * Addresses that get an e-mail about a payment that needs attention,
   * and a refund that can be sent.
   * @default []
   */
  email: z.array(z.email("must be an e-mail address")).max(50).default([]),
}

/** Codes of the gateway, in the order in which they are offered. */
const coins = z
  .array(z.string().trim().min(1, "must not be empty"))
  .min(1, "must name at least one coin")
  .refine(
    (codes) => new Set(codes).size === codes.length,
    "must name each coin once"
  )

const PLACE_ORDER = ["after_payment", "before_payment"] as const

export type PlaceOrder = (typeof PLACE_ORDER)[number]

/** Options of the entry of a payment provider, beside those that Medusa adds. */
export const providerOptionsSchema = z.object({
  /** Key of one of the plugin's `merchants`. @default "default" */
  merchant: z.string().optional(),
  /** Overrides the merchant's. */
  placeOrder: z.enum(PLACE_ORDER).optional(),
  /** Overrides the merchant's. */
  coins: coins.optional(),
})

const merchantShape = {
  /** Address of the gateway, without `/v1`; https, or http on localhost. */
  baseUrl: gatewayUrl,
  /** The merchant id of the gateway's dashboard (contract §5). */
  merchantId: z.string().trim().min(1, "must not be empty"),
  /** The merchant's API key. Required unless `privateKey` is set. */
  apiKey: secret.optional(),
  /** PEM private key: requests are signed (`x-sign`). Required unless `apiKey` is set. */
  privateKey: secret.optional(),
  /** Passphrase of an encrypted `privateKey`. */
  privateKeyPassphrase: z.string().optional(),
  /** The merchant's webhook secret, or a list of several while one is being rotated. */
  webhookSecret: z
    .union([secret, z.array(secret).min(1, "must hold at least one secret")], {
      error: "must be a text that is not empty, or a list of such",
    })
    .transform((value) => (Array.isArray(value) ? value : [value])),
  /**
   * Public address of this Medusa server, without query and fragment; the gateway sends its
   * webhooks there.
   */
  callbackBaseUrl: baseAddress,
  /** Accept coins of test networks only. @default false */
  testMode: z.boolean().default(false),
  /** Where the shopper returns after paying; `{payment_session_id}` is replaced. */
  successUrl: returnUrl.optional(),
  /** Where the shopper returns after an expired or failed payment; replaced as in `successUrl`. */
  failUrl: returnUrl.optional(),
  /**
   * Further origins that a storefront may use in return URLs. Those of
   * `storeCors`, `successUrl` and `failUrl` are always allowed. @default []
   */
  allowedReturnOrigins: z.array(httpUrl).default([]),
  /** Who pays the gateway's fee. Unset: the gateway's default. */
  feePayer: z.enum(["payer", "payee"]).optional(),
  /** Inline payments: add a small amount so that transfers can be distinguished. @default false */
  autoTrace: z.boolean().default(false),
  /** Time-out of one request to the gateway, in milliseconds. @default 30000 */
  timeoutMs: z.number().int().min(100).max(300_000).default(30_000),
  /**
   * How long the gateway lets the shopper pay, in minutes; its API does not say. Shoppers see it of
   * inline payments only: as a countdown, and on other pages as the time until which to pay. Unset:
   * neither.
   */
  paymentWindowMinutes: z.number().min(1).max(10_080).optional(),
  /**
   * Inline payments: the coins that are offered, by the gateway's codes, in this order. An entry of
   * a payment provider may have its own.
   * Unset: all for which the merchant has a wallet, stablecoins first.
   */
  coins: coins.optional(),
  /**
   * What wallets need to know about coins that the plugin does not recognize, or takes for others:
   * `{ chainId, address?, decimals, test? }` by the gateway's code of the coin. `address` is the
   * token's contract, unset for the network's own coin; `test` is for test payments. @default {}
   */
  tokens: tokens.default({}),
  /** How long an expired or failed payment is checked for late money, in days. @default 7 */
  lateWindowDays: z.number().min(0).max(365).default(7),
  /**
   * When the order is placed: once the payment is confirmed, or before it, to be
   * paid within `unpaidOrderHours`. An entry of a payment provider may have its
   * own. @default "after_payment"
   */
  placeOrder: z.enum(PLACE_ORDER).default("after_payment"),
  /**
   * Age at which an order that was placed before its payment is canceled unpaid, in hours.
   * @default 24
   */
  unpaidOrderHours: z.number().min(0.25).max(8_760).default(24),
  /**
   * Only for another address than `/payment-collection/{payment_collection_id}` of
   * `admin.storefrontUrl`: the storefront's pay page, where an order is paid by a link;
   * `{payment_collection_id}` is replaced.
   */
  payPageUrl: payPageUrl.optional(),
  /**
   * Only for another address than `/crypto-refund#{token}` of `admin.storefrontUrl`: the
   * storefront's refund page, where a customer enters the address for a refund;
   * `{token}`, after a `#`, is replaced.
   */
  refundPageUrl: refundPageUrl.optional(),
  /**
   * The shortfall that is accepted without a decision, in percent of the quoted coins; a larger
   * one needs attention (`underpaid`). Only webhooks name what arrived (`received_amount_unknown`).
   * Unset: what the gateway confirms is accepted.
   */
  maxShortfallPercent: z
    .number()
    .min(0)
    .max(100)
    .refine(
      (percent) => /^-?\d+(\.\d{1,6})?$/.test(String(percent)),
      "must have at most six digits after the point"
    )
    .optional(),
  /** Who is notified of what needs a person. */
  notify: z.strictObject(notifyShape).prefault({}),
}

/** One merchant of the gateway, as the plugin uses it. */
export const merchantOptionsSchema = z.strictObject(merchantShape)

export type MerchantOptions = z.infer<typeof merchantOptionsSchema>

/** Key of the one merchant when the options are flat. */
export const DEFAULT_MERCHANT_KEY = "default"

/** Validated merchants by key. */
export type OptionsByMerchant = ReadonlyMap<string, MerchantOptions>

/** Of Medusa's own configuration: links are made by appending to them. */
type Addresses = { [name in (typeof ADDRESSES)[number]]?: string }

const ADDRESSES = ["storefrontUrl", "backendUrl"] as const

/**
 * One message names every faulty option, and no value, which may be secret.
 * @throws MedusaError INVALID_DATA
 */
export function parseOptions(
  input: unknown,
  admin: Addresses = {}
): OptionsByMerchant {
  const { entries, faults } = readEntries(ownOptions(input))
  for (const name of ADDRESSES) {
    const fault = baseAddressFault(admin[name] ?? "")
    if (fault) faults.push(`admin.${name} of medusa-config: ${fault}`)
  }
  const merchants = new Map<string, MerchantOptions>()
  for (const { key, path, options } of entries) {
    const parsed = merchantOptionsSchema.safeParse(options, {
      reportInput: true,
    })
    if (parsed.success) merchants.set(key, parsed.data)
    else {
      const { issues } = parsed.error
      faults.push(...issues.flatMap((issue) => describe(path, issue)))
    }
    faults.push(...credentialFaults(path, options))
  }
  if (faults.length > 0) {
    throw invalidData(
      `medusa-payment-crypto: the plugin's options have ${faults.length} fault(s):\n` +
        faults.map((fault) => `  - ${fault}`).join("\n")
    )
  }
  return merchants
}

type Entry = { key: string; path: string; options: unknown }

function readEntries(options: Record<string, unknown>): {
  entries: Entry[]
  faults: string[]
} {
  if (!("merchants" in options)) {
    const entry = { key: DEFAULT_MERCHANT_KEY, path: "", options }
    return { entries: [entry], faults: [] }
  }
  const { merchants, ...beside } = options
  const faults = Object.keys(beside).map(
    (key) => `${key}: is not an option beside merchants`
  )
  const named = isRecord(merchants) ? Object.entries(merchants) : []
  if (named.length === 0) faults.push("merchants: names no merchant")
  const entries = named.map(([key, merchant]) => ({
    key,
    path: `merchants.${key}.`,
    options: merchant,
  }))
  return { entries, faults }
}

/** Medusa hands each module the database's settings among its options. */
function ownOptions(input: unknown): Record<string, unknown> {
  if (!isRecord(input)) return {}
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => key !== "database")
  )
}

/** Apart from the schema: zod skips such a rule while a field is wrong. */
function credentialFaults(path: string, options: unknown): string[] {
  if (!isRecord(options)) return []
  const { apiKey, privateKey } = options
  if (apiKey && privateKey) {
    return [`${path}apiKey: give apiKey or privateKey, not both`]
  }
  const named = apiKey !== undefined || privateKey !== undefined
  return named ? [] : [`${path}apiKey: is missing (or give privateKey)`]
}

function describe(path: string, issue: z.core.$ZodIssue): string[] {
  const nameOf = (keys: readonly PropertyKey[]) => `${path}${keys.join(".")}`
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map(
      (key) => `${nameOf([...issue.path, key])}: is not an option`
    )
  }
  const option = nameOf(issue.path).replace(/\.$/, "")
  if (issue.input === undefined) return [`${option}: is missing`]
  return [`${option}: ${issue.message}`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}

/** Stops Medusa at start; a webhook address that cannot work is a warning in development. */
export default async function checkOptions({
  options,
  logger,
  container,
}: LoaderOptions) {
  const { admin } = container.resolve<ConfigModule>(
    ContainerRegistrationKeys.CONFIG_MODULE
  )
  const merchants = [...parseOptions(options, admin)]
  const faults = merchants.flatMap(([key, merchant]) => {
    const fault = callbackFault(merchant)
    return fault ? [`merchant "${key}": ${fault}`] : []
  })
  if (faults.length === 0) return
  const message = `medusa-payment-crypto: ${faults.join("\n")}`
  if (process.env.NODE_ENV === "production") throw invalidData(message)
  logger?.warn(message)
}

/** Why the gateway cannot deliver webhooks to the store, where the addresses alone show it. */
export function callbackFault({
  baseUrl,
  callbackBaseUrl,
}: Pick<MerchantOptions, "baseUrl" | "callbackBaseUrl">): string | undefined {
  if (isLoopback(baseUrl) || !isLoopback(callbackBaseUrl)) return undefined
  return "callbackBaseUrl is an address of this machine, where a gateway on another one cannot send webhooks. Set the public address of this server, or of a tunnel to it."
}

function isLoopback(url: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(url).hostname)
}
