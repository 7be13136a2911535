import { createVerify } from "node:crypto"
import type { Merchant } from "../merchants"
import { ApiError } from "./api-error"

/** What a request proves its merchant with, as it came over the wire. */
export type SignedRequest = {
  method: string
  /** Path and query exactly as in the request line. */
  target: string
  header: (name: string) => string | undefined
  rawBody: Uint8Array
}

/**
 * Finds the merchant and checks the credential (merchant-api.md §5). Throws
 * MERCHANT_NOT_FOUND or INVALID_CREDENTIALS, both 401. With both credentials
 * present only the API key counts.
 */
export function authenticate(
  request: SignedRequest,
  merchants: ReadonlyMap<string, Merchant>
): Merchant {
  const merchant = merchants.get(request.header("x-merchant-id") ?? "")
  if (!merchant) {
    throw new ApiError("MERCHANT_NOT_FOUND", "unknown merchant id")
  }
  if (merchant.suspended) {
    throw refused("the merchant is suspended")
  }
  const apiKey = request.header("x-api-key")
  const sign = request.header("x-sign")
  if (apiKey !== undefined) {
    if (!merchant.api_keys.includes(apiKey)) {
      throw refused("wrong API key")
    }
  } else if (sign === undefined) {
    throw refused("neither x-api-key nor x-sign was sent")
  } else if (!isSignedBy(merchant, request, sign)) {
    throw refused("wrong signature")
  }
  return merchant
}

/**
 * The bytes that `x-sign` covers: method, path, the query as compact JSON with
 * string values (only if there is one), the body.
 */
export function signedBytes(request: SignedRequest): Buffer {
  const cut = request.target.indexOf("?")
  const path = cut < 0 ? request.target : request.target.slice(0, cut)
  const search = cut < 0 ? "" : request.target.slice(cut + 1)
  return Buffer.concat([
    Buffer.from(request.method + path + queryJson(search)),
    request.rawBody,
  ])
}

// Written pair by pair, since an object would move number-like names forward.
function queryJson(search: string): string {
  const pairs = [...new URLSearchParams(search)].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`
  )
  return pairs.length > 0 ? `{${pairs.join(",")}}` : ""
}

function isSignedBy(
  merchant: Merchant,
  request: SignedRequest,
  sign: string
): boolean {
  if (merchant.public_key === null || !/^(?:[0-9a-f]{2})+$/.test(sign)) {
    return false
  }
  return createVerify("RSA-SHA256")
    .update(signedBytes(request))
    .verify(merchant.public_key, sign, "hex")
}

function refused(why: string): ApiError {
  return new ApiError("INVALID_CREDENTIALS", why)
}
