import { z } from "zod"
import { formatDecimal, parseDecimal } from "../payments/decimal"
import { ApiError } from "./api-error"
import { rawNumber } from "./raw-number"

const webUrl = z.url({ protocol: /^https?$/, error: "must be an http(s) URL" })

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

const common = {
  // The digits come from the raw text; here it only has to be a number.
  amount: z.number(),
  currency: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2,9}$/, "must be an upper-case code such as EUR"),
  external_id: z.string().min(1).max(255),
  callback_url: webUrl.optional(),
  metadata: metadata.optional(),
  fee_payer: z.enum(["payer", "payee"]).optional(),
  is_test: z.boolean().optional(),
}

const widgetRequest = z.object({
  ...common,
  success_url: webUrl.optional(),
  fail_url: webUrl.optional(),
})

const h2hRequest = z.object({
  ...common,
  target_currency: z.string().min(1),
  auto_trace: z.boolean().optional(),
})

/** A valid body of `POST /v1/payments/widget`, the amount as a decimal string. */
export type WidgetRequest = Exact<z.infer<typeof widgetRequest>>

/** A valid body of `POST /v1/payments/h2h`, the amount as a decimal string. */
export type H2hRequest = Exact<z.infer<typeof h2hRequest>>

/** Reads a widget request (merchant-api.md §4); throws VALIDATION_ERROR. */
export function parseWidgetRequest(
  rawBody: Uint8Array,
  pricedCurrencies: string[] | undefined
): WidgetRequest {
  return parse(widgetRequest, rawBody, pricedCurrencies)
}

/** Reads an H2H request (merchant-api.md §4); throws VALIDATION_ERROR. */
export function parseH2hRequest(
  rawBody: Uint8Array,
  pricedCurrencies: string[] | undefined
): H2hRequest {
  return parse(h2hRequest, rawBody, pricedCurrencies)
}

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
