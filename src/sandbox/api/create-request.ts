import { z } from "zod"
import { formatDecimal, parseDecimal } from "../payments/decimal"
import type { World } from "../world"
import { ApiError } from "./api-error"
import { rawNumber } from "./raw-number"

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

// The fields whose rules were only observed, with these rules and without.
const withFieldRules = {
  external_id: z.string().min(1).max(255),
  metadata: metadata.optional(),
  fee_payer: feePayer.optional(),
}
const withoutFieldRules = {
  external_id: z.string().min(1),
  metadata: metadata.optional().catch(undefined),
  fee_payer: feePayer.optional().catch(undefined),
}

const common = {
  // The digits come from the raw text; here it only has to be a number.
  amount: z.number(),
  currency: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2,9}$/, "must be an upper-case code such as EUR"),
  callback_url: webUrl.optional(),
  is_test: z.boolean().optional(),
}

const widgetFields = {
  ...common,
  success_url: webUrl.optional(),
  fail_url: webUrl.optional(),
}

const h2hFields = {
  ...common,
  target_currency: z.string().min(1),
  auto_trace: z.boolean().optional(),
}

const widgetRequest = z.object({ ...widgetFields, ...withFieldRules })
const h2hRequest = z.object({ ...h2hFields, ...withFieldRules })
const laxWidgetRequest = z.object({ ...widgetFields, ...withoutFieldRules })
const laxH2hRequest = z.object({ ...h2hFields, ...withoutFieldRules })

/** A valid body of `POST /v1/payments/widget`, the amount as a decimal string. */
export type WidgetRequest = Exact<z.infer<typeof widgetRequest>>

/** A valid body of `POST /v1/payments/h2h`, the amount as a decimal string. */
export type H2hRequest = Exact<z.infer<typeof h2hRequest>>

/** Reads a widget request (merchant-api.md §4); throws VALIDATION_ERROR. */
export function parseWidgetRequest(
  rawBody: Uint8Array,
  { observed, pricedCurrencies }: RequestRules
): WidgetRequest {
  const schema = observed.fieldRules ? widgetRequest : laxWidgetRequest
  return parse(schema, rawBody, pricedCurrencies)
}

/** Reads an H2H request (merchant-api.md §4); throws VALIDATION_ERROR. */
export function parseH2hRequest(
  rawBody: Uint8Array,
  { observed, pricedCurrencies }: RequestRules
): H2hRequest {
  const schema = observed.fieldRules ? h2hRequest : laxH2hRequest
  return parse(schema, rawBody, pricedCurrencies)
}

type RequestRules = Pick<World, "observed" | "pricedCurrencies">

type Exact<Body> = Omit<Body, "amount"> & { amount: string }

function parse<Body extends { amount: number; currency: string }>(
  schema: z.ZodType<Body>,
  rawBody: Uint8Array,
  pricedCurrencies: string[] | undefined
): Exact<Body> {
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
  return { ...parsed.data, amount: exactAmount(text) }
}

function exactAmount(text: string): string {
  const amount = parseDecimal(rawNumber(text, "amount") ?? "")
  if (!amount || amount.units <= 0n) {
    throw invalid("amount", "must be a number greater than zero")
  }
  return formatDecimal(amount)
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

function invalid(field: string, why: string): ApiError {
  return new ApiError("VALIDATION_ERROR", `${field}: ${why}`)
}
