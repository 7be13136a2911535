import { z } from "zod"

// Keeps lists of names and currency codes small.
const MAX_SHOWN = 64
// Far above the coins of any gateway, and above the payments that one lists at once.
const MAX_ITEMS = 5_000

// Fields that the contract promises must be valid, those that it calls optional
// may be absent or null, and those that were only observed are dropped when they
// are malformed or unsafe: they must never make a payment unreadable.

// Bounded so that an index can store it (gateways were seen to accept 255), and
// without invisible characters, which PostgreSQL may not store.
const filled = z
  .string()
  .min(1)
  .max(512)
  .refine(isPlainText, "expected plain text")

const shown = z.string().transform((text) => shortText(text, MAX_SHOWN))

const coin = z
  .string()
  .min(1)
  .transform((text) => shortText(text, MAX_SHOWN) || undefined)

const decimal = z
  .string()
  .regex(/^\d{1,64}(\.\d{1,64})?$/, "expected a decimal string")

const positiveDecimal = decimal.refine(
  (value) => /[1-9]/.test(value),
  "expected more than zero"
)

// "0" was seen to stand for no currency.
const currencyCode = filled.refine(
  (value) => /[^0.]/.test(value),
  "expected a currency code"
)

const timestamp = z
  .string()
  .max(64)
  .refine((value) => !Number.isNaN(Date.parse(value)), "expected a timestamp")

const webUrl = z.string().refine(isCheckoutUrl)

const count = z.number().int().nonnegative()

const observedFields = {
  url: observed(webUrl),
  wallet_address: observed(z.string().refine(isWalletAddress)),
  original_amount: observed(decimal),
  original_currency: observed(filled),
  callback_url: observed(webUrl),
  success_url: observed(webUrl),
  fail_url: observed(webUrl),
}

/**
 * A payment as created and as read (contract §2). `amount` and `currency` are the crypto side,
 * absent until a coin is chosen.
 */
export const Payment = objectOf({
  id: filled,
  external_id: filled,
  status: filled,
  created_at: timestamp,
  is_test: z.boolean().optional(),
  amount: decimal.optional(),
  currency: coin.optional(),
  ...observedFields,
})

export type Payment = z.infer<typeof Payment>

/** An item of `GET /v1/payments`; every field is optional, because none is promised. */
export const PaymentListItem = objectOf({
  id: observed(filled),
  external_id: observed(filled),
  status: observed(filled),
  created_at: observed(timestamp),
  is_test: observed(z.boolean()),
  amount: observed(decimal),
  currency: observed(coin),
  ...observedFields,
}).catch({})

export type PaymentListItem = z.infer<typeof PaymentListItem>

/** One page of `GET /v1/payments` (contract §4). */
export const PaymentList = z.object({
  items: arrayOf(PaymentListItem),
  total: count,
  limit: count,
  offset: count,
})

export type PaymentList = z.infer<typeof PaymentList>

/**
 * A coin on a chain (contract §2);
 * `code` is what `target_currency` accepts, `is_testnet` is observed.
 */
export const Currency = z
  .object({
    code: filled.max(MAX_SHOWN),
    name: shown,
    blockchain: z.union([
      shown.transform((name) => ({ name, is_testnet: undefined })),
      z.object({ name: shown, is_testnet: observed(z.boolean()) }),
    ]),
  })
  .transform(({ blockchain: { name, is_testnet }, ...coin }) => ({
    ...coin,
    blockchain: name,
    ...(is_testnet !== undefined && { is_testnet }),
  }))

export type Currency = z.infer<typeof Currency>

export const Currencies = arrayOf(Currency)

/** The merchant of the credentials (contract §2); `balance` is a decimal string. */
export const Merchant = z.object({
  id: filled,
  name: shown,
  balance: z
    .string()
    .regex(/^-?\d{1,64}(\.\d{1,64})?$/, "expected a decimal string"),
  created_at: timestamp,
})

export type Merchant = z.infer<typeof Merchant>

const webhookFields = z.object({
  id: filled,
  status: filled,
  external_id: observed(filled),
  original_amount: observed(positiveDecimal),
  original_currency: observed(currencyCode),
  amount: observed(positiveDecimal),
  currency: observed(currencyCode),
  merchant_id: observed(filled),
  is_test: observed(z.boolean()),
})

/**
 * The body of a webhook (contract §6), without the fields (but id and status) that are null,
 * empty, zero or malformed.
 */
export const WebhookEvent = z.preprocess(withoutNulls, webhookFields)

export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The optional fields of a webhook. */
export const WebhookField = webhookFields
  .omit({ id: true, status: true })
  .keyof()

export type WebhookField = z.infer<typeof WebhookField>

/**
 * Reads items up to the first wrong one: an answer of 1 MiB can hold hundreds of thousands, and all
 * their issues take gigabytes.
 */
function arrayOf<T extends z.ZodType>(item: T) {
  return z
    .array(z.unknown())
    .max(MAX_ITEMS)
    .transform((values, context) => {
      const items: z.output<T>[] = []
      for (const [at, value] of values.entries()) {
        const parsed = item.safeParse(value)
        if (!parsed.success) {
          for (const { message, path } of parsed.error.issues) {
            context.addIssue({ code: "custom", message, path: [at, ...path] })
          }
          return z.NEVER
        }
        items.push(parsed.data)
      }
      return items
    })
}

/** An object whose null fields count as absent. Faster than many nullable fields. */
function objectOf<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess(withoutNulls, z.object(shape))
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || !value || Array.isArray(value)) return value
  // `fromEntries`, because assigning a field `__proto__` would set the prototype.
  return Object.fromEntries(
    Object.entries(value).filter(([, given]) => given !== null)
  )
}

function observed<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

/** The first three issues of a value in one line that names fields and quotes no values. */
export function describeIssues({ issues }: z.ZodError): string {
  const described = issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`
  )
  const hidden = described.splice(3).length
  if (hidden > 0) described.push(`and ${hidden} more`)
  return described.join("; ")
}

/** What a status means: paid, final without payment, or not final. */
type PaymentOutcome = "paid" | "unpaid" | "open"

/** The statuses with a known meaning (contract §3, and two observed ones). */
const OUTCOMES = new Map<string, PaymentOutcome>([
  ["created", "open"],
  ["pending", "open"],
  ["confirmed", "paid"],
  ["confirmed_manual", "paid"],
  ["failed", "unpaid"],
  ["expired", "unpaid"],
])

/** Those that say that the coins arrived. */
export const PAID_STATUSES: readonly string[] = [...OUTCOMES.keys()].filter(
  (status) => OUTCOMES.get(status) === "paid"
)

/**
 * The outcome of a status (contract §3).
 * An unknown one is "open": it decides nothing, and is read again.
 */
export function paymentOutcome(status: string): PaymentOutcome {
  return OUTCOMES.get(status) ?? "open"
}

/** Whether the status has a known meaning; log an unknown one unchanged. */
export function isKnownStatus(status: string): boolean {
  return OUTCOMES.has(status)
}

/** A status in quotes for a log or a screen: one line of at most 64 visible characters. */
export function quoteStatus(status: string): string {
  return `"${shortText(status, 64)}"`
}

function isPlainText(text: string): boolean {
  return !UNSEEN.test(text)
}

/**
 * A text made safe for logs: one line of visible characters, cut with "…" to at most `max` of them.
 */
export function shortText(text: string, max = 200): string {
  const line = text.replace(FORMAT, "").replace(BREAKS, " ").trim()
  if (line.length <= max) return line
  // By code points, so that no surrogate pair is split.
  const kept = [...line.slice(0, 2 * max)].slice(0, max - 1).join("")
  return line === kept ? line : `${kept.trimEnd()}…`
}

/**
 * Whether a buyer may be sent there:
 * http or https, without user info, which can imitate another host.
 */
function isCheckoutUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/\\][^\s\\]*$/iu.test(text) || !isPlainText(text)) {
    return false
  }
  // Browsers and proxies may not accept a longer one.
  if (text.length > 2_048 || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === "" && password === ""
}

/** Whether a text can be a wallet address: no spaces, and not a link. */
function isWalletAddress(text: string): boolean {
  return (
    text.length <= 255 &&
    /^[^\s]+$/u.test(text) &&
    isPlainText(text) &&
    !/^[a-z][a-z0-9+.-]*:|:\/\//iu.test(text)
  )
}

// Some format characters (Cf) reverse the direction of writing, and PostgreSQL
// stores no halves of surrogate pairs (Cs).
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const BREAKS = /[\s\p{Cc}]+/gu
const FORMAT = /[\p{Cf}\p{Cs}]/gu
