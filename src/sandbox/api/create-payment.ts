import { z } from "zod"
import type { Merchant } from "../merchants"
import {
  findCoin,
  formatDecimal,
  isSameAmount,
  parseDecimal,
} from "../payments/coins"
import type { Payment } from "../payments/payment"
import type { NewPayment } from "../payments/payment-book"
import type { World } from "../world"
import { ApiError } from "./responses"

/** `POST /v1/payments/widget` (contract §4): the buyer picks the coin later. */
export function createWidgetPayment(
  world: World,
  merchant: Merchant,
  rawBody: Uint8Array
): CreatedPayment {
  const { fieldRules } = world.observed
  const schema = fieldRules ? widgetRequest : looseWidgetRequest
  const request = parseRequest(schema, rawBody, world)
  return createOnce(world, merchant, request, () => ({
    coin: null,
    flow: "widget",
    is_test: request.is_test ?? false,
    success_url: request.success_url ?? null,
    fail_url: request.fail_url ?? null,
    auto_trace: false,
  }))
}

/** `POST /v1/payments/h2h` (contract §4): the coin is chosen, the transfer is awaited. */
export function createH2hPayment(
  world: World,
  merchant: Merchant,
  rawBody: Uint8Array
): CreatedPayment {
  const { fieldRules, h2hIsTest } = world.observed
  const schema = fieldRules ? h2hRequest : looseH2hRequest
  const request = parseRequest(schema, rawBody, world)
  const isTest = h2hIsTest && (request.is_test ?? false)
  return createOnce(world, merchant, request, () => ({
    coin: walletCoin(world, merchant, request.target_currency, isTest),
    flow: "h2h",
    is_test: isTest,
    success_url: null,
    fail_url: null,
    auto_trace: request.auto_trace ?? false,
  }))
}

/**
 * The text of a number at the top level of a JSON document, digit by digit as
 * sent (JSON.parse would make 98.90 a float); null when the key is missing or
 * holds no number. `json` must be valid JSON. Of duplicate keys the last one
 * counts, as in JSON.parse.
 */
export function rawNumber(json: string, key: string): string | null {
  let depth = 0
  let candidate: string | null = null
  let currentKey: string | null = null
  let found: string | null = null
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      depth += 1
    } else if (token === "}" || token === "]") {
      depth -= 1
    } else if (depth === 1 && token === ":") {
      currentKey = candidate
      // The value of the key starts here; forget an earlier one.
      found = currentKey === key ? null : found
    } else if (depth === 1 && token === ",") {
      currentKey = null
    } else if (depth === 1 && token.startsWith('"')) {
      candidate = String(JSON.parse(token))
    } else if (depth === 1 && currentKey === key && NUMBER.test(token)) {
      found = token
    }
  }
  return found
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g
const NUMBER = /^-?\d/

// The URL parser drops line breaks, and a redirect's header could not carry them.
const webUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .regex(/^[^\s\p{Cc}]+$/u, "must be an http(s) URL")

const metadata = z.looseObject({
  description: z.string().min(1).max(128).optional(),
  callback_params: z.record(z.string(), z.unknown()).optional(),
  products: z
    .array(
      z.looseObject({
        name: z.string(),
        price: z.union([z.number(), z.string()]),
        quantity: z.number(),
      })
    )
    .optional(),
})

const feePayer = z.enum(["payer", "payee"])

// The rules of these fields were only observed.
const strictFields = {
  external_id: z.string().min(1).max(255),
  metadata: metadata.optional(),
  fee_payer: feePayer.optional(),
}
const looseFields = {
  external_id: z.string().min(1),
  metadata: metadata.optional().catch(undefined),
  fee_payer: feePayer.optional().catch(undefined),
}

const commonFields = {
  // The digits are read from the raw text.
  amount: z.number(),
  currency: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2,9}$/, "must be an upper-case code such as EUR"),
  callback_url: webUrl.optional(),
  is_test: z.boolean().optional(),
}
const widgetFields = {
  ...commonFields,
  success_url: webUrl.optional(),
  fail_url: webUrl.optional(),
}
const h2hFields = {
  ...commonFields,
  target_currency: z.string().min(1),
  auto_trace: z.boolean().optional(),
}

const widgetRequest = z.object({ ...widgetFields, ...strictFields })
const looseWidgetRequest = z.object({ ...widgetFields, ...looseFields })
const h2hRequest = z.object({ ...h2hFields, ...strictFields })
const looseH2hRequest = z.object({ ...h2hFields, ...looseFields })

type CreateRequest = WithExactAmount<
  z.infer<typeof widgetRequest> | z.infer<typeof h2hRequest>
>
type WithExactAmount<Body> = Omit<Body, "amount"> & { amount: string }
type CreatedPayment = { payment: Payment; isNew: boolean }
type FlowFields = Pick<
  NewPayment,
  "coin" | "flow" | "is_test" | "success_url" | "fail_url" | "auto_trace"
>

/** Idempotent on `external_id` over both flows, for a payment of any status. */
function createOnce(
  world: World,
  merchant: Merchant,
  request: CreateRequest,
  flowFields: () => FlowFields
): CreatedPayment {
  const { external_id, amount, currency, metadata, fee_payer } = request
  const existing = world.payments.findByExternalId(merchant.id, external_id)
  if (!existing) {
    const payment = world.payments.create({
      ...flowFields(),
      merchant,
      external_id,
      original_amount: amount,
      original_currency: currency,
      callback_url: request.callback_url ?? null,
      description: metadata?.description ?? null,
      fee_payer: fee_payer ?? "payee",
    })
    return { payment, isNew: true }
  }
  if (
    existing.original_currency !== currency ||
    !isSameAmount(existing.original_amount, amount)
  ) {
    throw new ApiError(
      "PAYMENT_ALREADY_EXISTS",
      "external_id was used with another amount or currency"
    )
  }
  return { payment: existing, isNew: false }
}

function walletCoin(
  { observed }: World,
  { wallets }: Merchant,
  code: string,
  isTest: boolean
) {
  const coin = findCoin(code)
  if (!coin) {
    throw new ApiError("CURRENCY_NOT_FOUND", `unknown currency ${code}`)
  }
  const isWrongNetwork = observed.h2hIsTest && coin.is_testnet !== isTest
  if (isWrongNetwork || !wallets.includes(code)) {
    const kind = isTest ? "test" : "live"
    throw new ApiError(
      "WALLET_NOT_FOUND",
      `no active wallet for ${code} in ${kind} payments`
    )
  }
  return coin
}

function parseRequest<Body extends { amount: number; currency: string }>(
  schema: z.ZodType<Body>,
  rawBody: Uint8Array,
  { pricedCurrencies }: World
): WithExactAmount<Body> {
  const text = decodeUtf8(rawBody)
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(issue?.path.join(".") || "body", issue?.message ?? "invalid")
  }
  const { currency } = parsed.data
  if (pricedCurrencies && !pricedCurrencies.includes(currency)) {
    throw invalid("currency", `${currency} is not a supported currency`)
  }
  const amount = parseDecimal(rawNumber(text, "amount") ?? "")
  if (!amount || amount.units <= 0n) {
    throw invalid("amount", "must be a number greater than zero")
  }
  return { ...parsed.data, amount: formatDecimal(amount) }
}

function decodeUtf8(rawBody: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(rawBody)
  } catch {
    throw invalid("body", "must be UTF-8")
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid("body", "must be JSON")
  }
}

function invalid(field: string, reason: string): ApiError {
  return new ApiError("VALIDATION_ERROR", `${field}: ${reason}`)
}
