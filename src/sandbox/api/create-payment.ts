import { isUtf8 } from "node:buffer"
import { z } from "zod"
import type { Merchant } from "../merchants"
import { parseBody } from "../parse-body"
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
  rawBody: ArrayBuffer
): CreatedPayment {
  const schema = world.observed.fieldRules ? widgetRequest : looseWidgetRequest
  const request = parseRequest(schema, rawBody, world)
  return createOnce(world, merchant, request, () => ({
    flow: "widget",
    is_test: request.is_test ?? false,
    success_url: request.success_url ?? null,
    fail_url: request.fail_url ?? null,
  }))
}

/** `POST /v1/payments/h2h` (contract §4): the coin is chosen, the transfer is awaited. */
export function createH2hPayment(
  world: World,
  merchant: Merchant,
  rawBody: ArrayBuffer
): CreatedPayment {
  const { fieldRules, h2hIsTest } = world.observed
  const schema = fieldRules ? h2hRequest : looseH2hRequest
  const request = parseRequest(schema, rawBody, world)
  const isTest = h2hIsTest && (request.is_test ?? false)
  return createOnce(world, merchant, request, () => ({
    coin: walletCoin(world, merchant, request.target_currency, isTest),
    flow: "h2h",
    is_test: isTest,
    auto_trace: request.auto_trace ?? false,
  }))
}

/**
 * The text of a number at the top level of a JSON document, digit by digit as
 * sent (JSON.parse would make 98.90 a float); null when the key is missing or
 * holds no number. `json` must be a valid object or array.
 */
export function rawNumber(json: string, key: string): string | null {
  const valueIn = (text: string) =>
    (JSON.parse(text) as Record<string, unknown>)[key]
  if (typeof valueIn(json) !== "number") return null
  const quoted = json.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : `"${token}"`
  )
  return String(valueIn(quoted))
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

// The URL parser drops line breaks, and a redirect's header could not carry them.
const webUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .regex(/^[^\s\p{Cc}]+$/u, "must be an http(s) URL")

const product = z.looseObject({
  name: z.string(),
  price: z.union([z.number(), z.string()]),
  quantity: z.number(),
})

const metadata = z.looseObject({
  description: z.string().min(1).max(128).optional(),
  callback_params: z.record(z.string(), z.unknown()).optional(),
  products: z.array(product).optional(),
})

const feePayer = z.enum(["payer", "payee"])

const commonFields = {
  // The digits are read from the raw text.
  amount: z.number(),
  currency: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2,9}$/, "must be an upper-case code such as EUR"),
  callback_url: webUrl.optional(),
  is_test: z.boolean().optional(),
  external_id: z.string().min(1).max(255),
  metadata: metadata.optional(),
  fee_payer: feePayer.optional(),
}
// The rules of these fields were only observed.
const looseFields = {
  external_id: z.string().min(1),
  metadata: metadata.optional().catch(undefined),
  fee_payer: feePayer.optional().catch(undefined),
}

const widgetRequest = z.object({
  ...commonFields,
  success_url: webUrl.optional(),
  fail_url: webUrl.optional(),
})
const h2hRequest = z.object({
  ...commonFields,
  target_currency: z.string().min(1),
  auto_trace: z.boolean().optional(),
})
const looseWidgetRequest = widgetRequest.extend(looseFields)
const looseH2hRequest = h2hRequest.extend(looseFields)

type CreateRequest = z.infer<typeof widgetRequest | typeof h2hRequest>
type WithExactAmount<Body> = Omit<Body, "amount"> & { amount: string }
type CreatedPayment = { payment: Payment; isNew: boolean }

/** Idempotent on `external_id` over both flows, for a payment of any status. */
function createOnce(
  world: World,
  merchant: Merchant,
  request: WithExactAmount<CreateRequest>,
  flowFields: () => Partial<NewPayment> & Pick<NewPayment, "flow" | "is_test">
): CreatedPayment {
  const { external_id, amount, currency } = request
  const existing = world.payments.findByExternalId(merchant.id, external_id)
  if (!existing) {
    const payment = world.payments.create({
      coin: null,
      success_url: null,
      fail_url: null,
      auto_trace: false,
      ...flowFields(),
      merchant_id: merchant.id,
      external_id,
      original_amount: amount,
      original_currency: currency,
      callback_url: request.callback_url ?? null,
      description: request.metadata?.description ?? null,
      fee_payer: request.fee_payer ?? "payee",
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
    const message = `no active wallet for ${code} in ${kind} payments`
    throw new ApiError("WALLET_NOT_FOUND", message)
  }
  return coin
}

function parseRequest<Body extends CreateRequest>(
  schema: z.ZodType<Body>,
  rawBody: ArrayBuffer,
  { options: { pricedCurrencies } }: World
): WithExactAmount<Body> {
  if (!isUtf8(rawBody)) throw invalid("body: must be UTF-8")
  const text = new TextDecoder().decode(rawBody)
  const request = parseBody(text, schema, invalid)
  const { currency } = request
  if (pricedCurrencies && !pricedCurrencies.includes(currency)) {
    throw invalid(`currency: ${currency} is not a supported currency`)
  }
  const amount = parseDecimal(rawNumber(text, "amount") ?? "")
  if (!amount || amount.units <= 0n) {
    throw invalid("amount: must be a number greater than zero")
  }
  return { ...request, amount: formatDecimal(amount) }
}

function invalid(message: string): ApiError {
  return new ApiError("VALIDATION_ERROR", message)
}
