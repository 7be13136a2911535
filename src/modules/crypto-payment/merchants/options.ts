import { z } from "zod"

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"]

const httpUrl = z.string().superRefine((value, issue) => {
  const fault = urlFault(value)
  if (fault) issue.addIssue({ code: "custom", message: fault })
})

function urlFault(value: string): string | undefined {
  if (!URL.canParse(value)) return "must be an absolute URL"
  const url = new URL(value)
  if (url.username || url.password) return "must not hold credentials"
  const loopback = loopbackHosts.includes(url.hostname)
  if (url.protocol === "https:" || (url.protocol === "http:" && loopback)) {
    return undefined
  }
  return "must be https (http is for localhost only)"
}

/** Braces of a template (`{cart_id}`) are no URL characters, and are skipped. */
const returnUrl = z.string().superRefine((value, issue) => {
  const fault = urlFault(value.replace(/\{[a-z_]+\}/g, "x"))
  if (fault) issue.addIssue({ code: "custom", message: fault })
})

const secret = z.string().trim().min(1, "must not be empty")

const merchantShape = {
  /** Address of the gateway, without `/v1`; https, or http on localhost. */
  baseUrl: httpUrl,
  /** The merchant id of the gateway's dashboard (contract §5). */
  merchantId: z.string().trim().min(1, "must not be empty"),
  /** The API key. Give it, or `privateKey`. */
  apiKey: secret.optional(),
  /** PEM private key: each request is signed (x-sign) in place of the key. */
  privateKey: secret.optional(),
  /** Passphrase of an encrypted `privateKey`. */
  privateKeyPassphrase: z.string().optional(),
  /** Webhook secret, or several while one is being rotated. */
  webhookSecret: z
    .union([secret, z.array(secret).min(1, "must hold at least one secret")])
    .transform((value) => (Array.isArray(value) ? value : [value])),
  /** Public address of this Medusa server: the gateway calls it. */
  callbackBaseUrl: httpUrl,
  /** Pay with coins of test networks only. @default false */
  testMode: z.boolean().default(false),
  /** Where the shopper returns after paying; `{cart_id}`, `{payment_session_id}`. */
  successUrl: returnUrl.optional(),
  /** Where the shopper returns after an expired or failed payment. */
  failUrl: returnUrl.optional(),
  /** Further origins that a storefront may name as return URLs. @default [] */
  allowedReturnOrigins: z.array(httpUrl).default([]),
  /** Who bears the gateway's fee: "payer" or "payee". Unset: the gateway's default. */
  feePayer: z.enum(["payer", "payee"]).optional(),
  /** Shown on the checkout page; `{cart_id}`. 1 to 128 characters. */
  description: z.string().min(1).max(128).optional(),
  /** Inline payments: add a trace amount so that transfers can be distinguished. @default false */
  autoTrace: z.boolean().default(false),
  /** Time-out of one request to the gateway, in milliseconds. @default 30000 */
  timeoutMs: z.number().int().min(100).max(300_000).default(30_000),
  /** Age from which a webhook counts as a hint only, in seconds. @default 300 */
  webhookToleranceSeconds: z.number().int().min(1).max(86_400).default(300),
  /**
   * How long the gateway lets the buyer pay, in minutes; its API does not say.
   * Only for the shopper's countdown, which is not shown while it is unset.
   */
  paymentWindowMinutes: z.number().min(1).max(10_080).optional(),
  /**
   * How many attempts of one cart (or payment collection without a cart) may be
   * open at the gateway at the same time. @default 20
   */
  maxOpenAttempts: z.number().int().min(1).max(1_000).default(20),
  /** How long a closed attempt is checked for late money, in days. @default 7 */
  lateWindowDays: z.number().min(0).max(365).default(7),
  /** Age at which timeline entries of finished payments are deleted, in days. Unset: never. */
  timelineRetentionDays: z.number().min(30).max(36_500).optional(),
}

/** One merchant of the gateway, as the plugin uses it. */
export const merchantOptionsSchema = z.strictObject(merchantShape)

export type MerchantOptions = z.infer<typeof merchantOptionsSchema>

/** What a store's developer writes in `medusa-config.ts`, before defaults. */
export type MerchantOptionsInput = z.input<typeof merchantOptionsSchema>
