import { createVerify } from "node:crypto"
import type { Merchant } from "../merchants"
import { ApiError } from "./responses"

/**
 * The merchant of a request (contract §5). With both credentials present
 * only the API key counts. Throws MERCHANT_NOT_FOUND or INVALID_CREDENTIALS.
 */
export function authenticate(
  request: SignedRequest,
  merchants: ReadonlyMap<string, Merchant>
): Merchant {
  const merchant = merchants.get(request.header("x-merchant-id") ?? "")
  if (!merchant) {
    throw new ApiError("MERCHANT_NOT_FOUND", "unknown merchant id")
  }
  const apiKey = request.header("x-api-key")
  const sign = request.header("x-sign")
  if (merchant.suspended) {
    throw invalid("the merchant is suspended")
  }
  if (apiKey !== undefined) {
    if (!merchant.api_keys.includes(apiKey)) {
      throw invalid("wrong API key")
    }
  } else if (sign === undefined) {
    throw invalid("missing x-api-key or x-sign")
  } else if (!isSignedBy(merchant, request, sign)) {
    throw invalid("wrong signature")
  }
  return merchant
}

/** The parts of a request that authenticate it, as received. */
type SignedRequest = {
  method: string
  /** Path and query exactly as in the request line. */
  target: string
  header: (name: string) => string | undefined
  rawBody: Uint8Array
}

function isSignedBy(
  { public_key }: Merchant,
  request: SignedRequest,
  sign: string
): boolean {
  if (public_key === null || !/^(?:[0-9a-f]{2})+$/.test(sign)) {
    return false
  }
  const verify = createVerify("RSA-SHA256").update(signedBytes(request))
  return verify.verify(public_key, sign, "hex")
}

/** Method, path, the query as compact JSON with string values if there is one, the body. */
function signedBytes({ method, target, rawBody }: SignedRequest): Buffer {
  const [path = "", ...search] = target.split("?")
  const head = method + path + queryJson(search.join("?"))
  return Buffer.concat([Buffer.from(head), rawBody])
}

// Built from pairs: an object would move number-like names to the front.
function queryJson(search: string): string {
  const pairs = [...new URLSearchParams(search)].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`
  )
  return pairs.length > 0 ? `{${pairs.join(",")}}` : ""
}

function invalid(reason: string): ApiError {
  return new ApiError("INVALID_CREDENTIALS", reason)
}
