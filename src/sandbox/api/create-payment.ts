import { isUtf8 } from "node:buffer"
import type { Context } from "hono"
import { z } from "zod"
import { parseBody } from "../parse-body"
import {
  findCoin,
  formatDecimal,
  isSameAmount,
  parseDecimal,
} from "../payments/coins"
import type { NewPayment } from "../payments/payment-book"
import type { World } from "../world"
import { ApiError, createdShape } from "./responses"
import type { ApiEnv } from "./routes"

/** `POST /v1/payments/widget` (contract §4): the buyer picks the coin later. */
export async function createWidgetPayment(c: Context<ApiEnv>, world: World) {
  const schema = world.observed.fieldRules ? widgetRequest : looseWidgetRequest
  const request = await parseRequest(c, world, schema)
  return createOnce(c, world, request, () => ({
    flow: "widget",
    is_test: request.is_test ?? false,
    success_url: request.success_url ?? null,
    fail_url: request.fail_url ?? null,
  }))
}

/** `POST /v1/payments/h2h` (contract §4): the coin is chosen, the transfer is awaited. */
export async function createH2hPayment(c: Context<ApiEnv>, world: World) {
  const { fieldRules, h2hIsTest } = world.observed
  const schema = fieldRules ? h2hRequest : looseH2hRequest
  const request = await parseRequest(c, world, schema)
  const isTest = h2hIsTest && (request.is_test ?? false)
  return createOnce(c, world, request, () => ({
    coin: walletCoin(c, world, request.target_currency, isTest),
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

/** Idempotent on `external_id` over both flows, for a payment of any status. */
function createOnce(
  c: Context<ApiEnv>,
  world: World,
  request: WithExactAmount<CreateRequest>,
  flowFields: () => Partial<NewPayment> & Pick<NewPayment, "flow" | "is_test">
) {
  const { external_id, amount, currency } = request
  const merchant_id = c.get("merchant").id
  const existing = world.payments.findByExternalId(merchant_id, external_id)
  if (!existing) {
    const payment = world.payments.create({
      coin: null,
      success_url: null,
      fail_url: null,
      auto_trace: false,
      ...flowFields(),
      merchant_id,
      external_id,
      original_amount: amount,
      original_currency: currency,
      callback_url: request.callback_url ?? null,
      description: request.metadata?.description ?? null,
      fee_payer: request.fee_payer ?? "payee",
    })
    return c.json(createdShape(payment, world), 201)
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
  return c.json(createdShape(existing, world))
}

function walletCoin(
  c: Context<ApiEnv>,
  { observed }: World,
  code: string,
  isTest: boolean
) {
  const coin = findCoin(code)
  if (!coin) {
    throw new ApiError("CURRENCY_NOT_FOUND", `unknown currency ${code}`)
  }
  const isWrongNetwork = observed.h2hIsTest && coin.is_testnet !== isTest
  if (isWrongNetwork || !c.get("merchant").wallets.includes(code)) {
    const kind = isTest ? "test" : "live"
    const message = `no active wallet for ${code} in ${kind} payments`
    throw new ApiError("WALLET_NOT_FOUND", message)
  }
  return coin
}

async function parseRequest<Body extends CreateRequest>(
  c: Context<ApiEnv>,
  { options: { pricedCurrencies } }: World,
  schema: z.ZodType<Body>
): Promise<WithExactAmount<Body>> {
  const rawBody = await c.req.arrayBuffer()
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
