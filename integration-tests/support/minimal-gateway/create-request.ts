/** An answer of the error table, contract §7. */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 404,
    readonly code:
      | "MERCHANT_NOT_FOUND"
      | "INVALID_CREDENTIALS"
      | "PAYMENT_ALREADY_EXISTS"
      | "WALLET_NOT_FOUND"
      | "VALIDATION_ERROR"
      | "PAYMENT_NOT_FOUND"
      | "CURRENCY_NOT_FOUND"
  ) {
    super(code)
  }
}

/** A create request as understood, contract §2. */
export type CreateRequest = {
  /** The digits exactly as they stood in the body. */
  amount: string
  currency: string
  externalId: string
  targetCurrency?: string
  callbackUrl?: string
  isTest: boolean
}

export function readCreateRequest(
  rawBody: string,
  flow: "widget" | "h2h"
): CreateRequest {
  const body = parseObject(rawBody)
  const amount = body.amount
  if (typeof amount !== "number" || !(amount > 0)) throw invalid()
  return {
    amount: amountDigits(rawBody, amount),
    currency: requiredText(body.currency),
    externalId: requiredText(body.external_id),
    targetCurrency:
      flow === "h2h" ? requiredText(body.target_currency) : undefined,
    callbackUrl: optionalUrl(body.callback_url),
    // The contract knows the field for the widget flow only.
    isTest: flow === "widget" && body.is_test === true,
  }
}

function parseObject(rawBody: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(rawBody)
    if (typeof body === "object" && body !== null) return { ...body }
  } catch {
    // Answered like any other body that is no object.
  }
  throw invalid()
}

/** JSON.parse would turn 19.90 into 19.9, and long amounts into others. */
function amountDigits(rawBody: string, amount: number): string {
  const candidates = rawBody.matchAll(/"amount"\s*:\s*(\d+(?:\.\d+)?)/g)
  for (const [, digits] of candidates) {
    if (digits !== undefined && Number(digits) === amount) return digits
  }
  throw invalid()
}

function requiredText(value: unknown): string {
  if (typeof value === "string" && value !== "") return value
  throw invalid()
}

function optionalUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === "string" && URL.canParse(value)) return value
  throw invalid()
}

function invalid(): ApiError {
  return new ApiError(400, "VALIDATION_ERROR")
}
