import { isUtf8 } from "node:buffer"
import type { Context } from "hono"
import { z } from "zod"
import { type Coin, Decimal, findCoin } from "../coins"
import type { Payment } from "../payments"
import { parseBody } from "../requests"
import type { Merchant } from "../surroundings"
import type { World } from "../world"
import { type ApiEnv, ApiError, createdShape } from "./responses"

/** `POST /v1/payments/{flow}` (contract §4): idempotent on `external_id` over both flows, for a payment of any status. */
export async function createPayment(
  c: Context<ApiEnv>,
  world: World,
  flow: Payment["flow"]
) {
  const request = await parseRequest(c, world, flow)
  const { external_id, amount, currency, target_currency } = request
  const merchant = c.get("merchant")
  const existing = world.payments.findByExternalId(merchant.id, external_id)
  if (existing) {
    if (
      existing.original_currency !== currency ||
      !new Decimal(existing.original_amount).eq(amount)
    ) {
      throw new ApiError(
        "PAYMENT_ALREADY_EXISTS",
        "external_id was used with another amount or currency"
      )
    }
    return c.json(createdShape(existing, world, flow, target_currency))
  }
  const { contractOnly } = world.options
  const knowsTest = flow === "widget" || !contractOnly
  const isTest = knowsTest && request.is_test
  const coin =
    target_currency === undefined
      ? undefined
      : walletCoin(merchant, target_currency, isTest, world)
  const requested = {
    flow,
    merchant_id: merchant.id,
    external_id,
    is_test: isTest,
    original_amount: amount,
    original_currency: currency,
    callback_url: request.callback_url ?? null,
    success_url: request.success_url ?? null,
    fail_url: request.fail_url ?? null,
    description: request.metadata?.description ?? null,
    callback_params: request.metadata?.callback_params ?? {},
    fee_payer: request.fee_payer,
    auto_trace: request.auto_trace ?? false,
  }
  const payment = world.payments.create(requested, coin)
  const shape = createdShape(payment, world, flow)
  return c.json(shape, contractOnly ? 201 : 200)
}

/** The digits of a number as sent (JSON.parse would make 98.90 a float), at the top level of valid JSON; null for none. */
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

const metadata = z.looseObject({
  description: z.string().min(1).max(128).optional(),
  callback_params: z.record(z.string(), z.unknown()).optional(),
  products: z
    .array(
      z.looseObject({
        name: z.string(),
        price: z.number(),
        quantity: z.number().optional(),
      })
    )
    .optional(),
})

const feePayer = z.enum(["payer", "payee"]).default("payee")

const commonFields = z.object({
  // Its digits are read from the raw text.
  amount: z.number(),
  currency: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2,9}$/, "must be an upper-case code such as EUR"),
  callback_url: webUrl.optional(),
  is_test: z.boolean().default(false),
  external_id: z.string().min(1).max(255),
  metadata: metadata.optional(),
  fee_payer: feePayer,
})
const widgetFields = {
  success_url: webUrl.optional(),
  fail_url: webUrl.optional(),
}
const h2hFields = {
  target_currency: z.string().min(1),
  auto_trace: z.boolean().default(false),
}
const strictRequests = {
  widget: commonFields.extend(widgetFields),
  h2h: commonFields.extend({
    ...h2hFields,
    client_ip: z.string().optional(),
    browser: z
      .looseObject({
        userAgent: z.string(),
        language: z.string(),
        screenHeight: z.number(),
        screenWidth: z.number(),
        windowHeight: z.number(),
        windowWidth: z.number(),
      })
      .partial()
      .optional(),
  }),
}
// The rules of these fields were only observed.
const looseFields = commonFields.extend({
  external_id: z.string().min(1),
  metadata: metadata.optional().catch(undefined),
  fee_payer: feePayer.catch("payee"),
})
const looseRequests = {
  widget: looseFields.extend(widgetFields),
  h2h: looseFields.extend(h2hFields),
}
type CreateRequest = z.infer<typeof looseRequests.widget> &
  Partial<z.infer<typeof looseRequests.h2h>>

/** A JSON number with no more digits than any amount needs. */
const AMOUNT = /^\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$/i

function walletCoin(
  { wallets }: Merchant,
  code: string,
  isTest: boolean,
  { options, coins }: World
): Coin {
  const coin = findCoin(coins, code, isTest)
  if (!coin) {
    throw new ApiError("CURRENCY_NOT_FOUND", `unknown currency ${code}`)
  }
  const isWrongNetwork = !options.contractOnly && coin.is_testnet !== isTest
  if (isWrongNetwork || !wallets.includes(code)) {
    const kind = isTest ? "test" : "live"
    const message = `no active wallet for ${code} in ${kind} payments`
    throw new ApiError("WALLET_NOT_FOUND", message)
  }
  return coin
}

async function parseRequest(
  c: Context<ApiEnv>,
  { options: { contractOnly, pricedCurrencies } }: World,
  flow: Payment["flow"]
) {
  const rawBody = await c.req.arrayBuffer()
  if (!isUtf8(rawBody)) throw invalid("body: must be UTF-8")
  const text = new TextDecoder().decode(rawBody)
  const requests = contractOnly ? looseRequests : strictRequests
  const schema: z.ZodType<CreateRequest> = requests[flow]
  const request = parseBody(text, schema, invalid)
  const { currency } = request
  const priced =
    pricedCurrencies ?? (contractOnly ? [currency] : ["USD", "EUR"])
  if (!priced.includes(currency)) {
    throw invalid(`currency: ${currency} is not a supported currency`)
  }
  const amount = rawNumber(text, "amount") ?? ""
  if (!AMOUNT.test(amount) || new Decimal(amount).lte(0)) {
    throw invalid("amount: must be a number greater than zero")
  }
  const isPlain = !/e/i.test(amount)
  return {
    ...request,
    amount: isPlain ? amount : new Decimal(amount).toFixed(),
  }
}

function invalid(message: string): ApiError {
  return new ApiError("VALIDATION_ERROR", message)
}
