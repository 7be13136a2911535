import { z } from "zod"
import {
  isCheckoutUrl,
  isPlainText,
  isWalletAddress,
  shortText,
} from "./plain-text"

/** Longest name or currency code; keeps lists small. */
const MAX_SHOWN = 64

/*
 * Three levels of trust. Fields that the contract promises must be valid, or
 * the response is rejected. Fields that it calls optional may be absent or null.
 * Fields that were only observed are dropped when they are malformed: they must
 * never make a payment unreadable. Unsafe checkout URLs and wallet addresses are
 * dropped too; the caller checks that there is one.
 */
// Bounded so that an index can store it (gateways were seen to accept 255), and
// without invisible characters, which PostgreSQL may not store.
const filled = z
  .string()
  .min(1)
  .max(512)
  .refine(isPlainText, "expected plain text")

/** A name that is shown, without invisible characters. */
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

/** A currency or coin code of any form; "0" was seen to stand for none. */
const currencyCode = filled.refine(
  (value) => /[^0.]/.test(value),
  "expected a currency code"
)

const timestamp = z
  .string()
  .max(64)
  .refine((value) => !Number.isNaN(Date.parse(value)), "expected a timestamp")

const webUrl = z.string().refine(isCheckoutUrl)

const walletAddress = z.string().refine(isWalletAddress)

const count = z.number().int().nonnegative()

/**
 * A payment as created and as read (contract §2). `status` is
 * kept unchanged. `amount` and `currency` are the crypto side, decimal string
 * and coin code, absent until a coin is chosen; `original_amount` and
 * `original_currency` are the priced side; they and `callback_url` are observed
 * but not promised.
 */
export const Payment = objectOf({
  id: filled,
  external_id: filled,
  status: filled,
  created_at: timestamp,
  is_test: z.boolean().optional(),
  url: observed(webUrl),
  wallet_address: observed(walletAddress),
  amount: decimal.optional(),
  currency: coin.optional(),
  original_amount: observed(decimal),
  original_currency: observed(filled),
  callback_url: observed(webUrl),
})

export type Payment = z.infer<typeof Payment>

/** An item of `GET /v1/payments`; every field is optional, because none is promised. */
export const PaymentListItem = objectOf({
  id: observed(filled),
  external_id: observed(filled),
  status: observed(filled),
  created_at: observed(timestamp),
  is_test: observed(z.boolean()),
  url: observed(webUrl),
  wallet_address: observed(walletAddress),
  amount: observed(decimal),
  currency: observed(coin),
  original_amount: observed(decimal),
  original_currency: observed(filled),
  callback_url: observed(webUrl),
}).catch({})

export type PaymentListItem = z.infer<typeof PaymentListItem>

/** One page of `GET /v1/payments` (contract §4). */
export const PaymentList = z.object({
  items: z.array(PaymentListItem),
  total: count,
  limit: count,
  offset: count,
})

export type PaymentList = z.infer<typeof PaymentList>

/**
 * A coin on a chain (contract §2); `code` is what
 * `target_currency` accepts. `blockchain` is the chain's name, whether the wire
 * had a string or an object, and `is_testnet` is known only from the latter.
 */
export const Currency = z
  .object({
    code: filled.max(MAX_SHOWN),
    name: shown,
    blockchain: z.union([
      shown,
      z.object({ name: shown, is_testnet: observed(z.boolean()) }),
    ]),
  })
  .transform(({ code, name, blockchain }): NormalizedCurrency => {
    if (typeof blockchain === "string") {
      return { code, name, blockchain }
    }
    return { code, name, blockchain: blockchain.name, ...testnet(blockchain) }
  })

export type Currency = z.infer<typeof Currency>

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

/**
 * The body of a webhook (contract §6). Only the payment's id and
 * its status are required. A delivery is never rejected for another field: one
 * that is null, empty, zero or malformed is left out, and the caller reads it
 * from the gateway.
 */
export const WebhookEvent = objectOf({
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

export type WebhookEvent = z.infer<typeof WebhookEvent>

type NormalizedCurrency = {
  code: string
  name: string
  blockchain: string
  is_testnet?: boolean
}

/** An object whose null fields count as absent. Faster than many nullable fields. */
function objectOf<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess(withoutNulls, z.object(shape))
}

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) {
    return value
  }
  const present: Record<string, unknown> = {}
  for (const field in value) {
    // Assigning `__proto__` would set the prototype, whose fields then pass for
    // the object's own.
    if (value[field] !== null && field !== "__proto__") {
      present[field] = value[field]
    }
  }
  return present
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function observed<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

function testnet({ is_testnet }: { is_testnet?: boolean }) {
  return is_testnet === undefined ? {} : { is_testnet }
}

/** The issues of a value in one line that names fields and quotes no values. */
export function describeIssues(error: z.ZodError): string {
  const shown = error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    return path.length === 0 ? message : `${path.join(".")}: ${message}`
  })
  const hidden = error.issues.length - shown.length
  return hidden > 0
    ? `${shown.join("; ")}; and ${hidden} more`
    : shown.join("; ")
}

const MAX_ISSUES = 3
