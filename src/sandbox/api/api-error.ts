import type { ObservedFacts } from "../observed-facts"

/** Error codes with their HTTP status (merchant-api.md §7). */
const STATUS_OF_CODE = {
  MERCHANT_NOT_FOUND: 401,
  INVALID_CREDENTIALS: 401,
  PAYMENT_ALREADY_EXISTS: 400,
  WALLET_NOT_FOUND: 400,
  VALIDATION_ERROR: 400,
  PAYMENT_NOT_FOUND: 404,
  CURRENCY_NOT_FOUND: 404,
  NOT_FOUND: 404,
} as const

/** A code of the table above. */
export type ApiErrorCode = keyof typeof STATUS_OF_CODE

/** A refusal that the caller gets to see. */
export class ApiError extends Error {
  readonly code: ApiErrorCode

  constructor(code: ApiErrorCode, message: string) {
    super(message)
    this.code = code
  }

  get status(): number {
    return STATUS_OF_CODE[this.code]
  }
}

/**
 * An error answer. The contract does not show its body, so the sandbox can
 * send JSON, nothing at all, or a page as a proxy would.
 */
export function errorResponse(
  { status, code, message }: { status: number; code: string; message: string },
  body: ObservedFacts["errorBody"],
  headers: Record<string, string> = {}
): Response {
  switch (body) {
    case "json":
      return Response.json({ code, message }, { status, headers })
    case "empty":
      return new Response(null, { status, headers })
    case "html":
      return new Response(ERROR_PAGE, {
        status,
        headers: { ...headers, "content-type": "text/html; charset=utf-8" },
      })
  }
}

/** What a proxy in front of the gateway would show. */
export const ERROR_PAGE =
  "<!doctype html><title>Error</title><h1>Something went wrong</h1>\n"
