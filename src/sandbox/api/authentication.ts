import { createVerify } from "node:crypto"
import type { Context, MiddlewareHandler } from "hono"
import type { Merchant } from "../merchants"
import type { World } from "../world"
import { ApiError } from "./responses"
import type { ApiEnv } from "./environment"

/** Finds the merchant of a request (contract §5). With both credentials present only the API key counts. */
export function authenticate({ merchants }: World): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const merchant = merchants.get(c.req.header("x-merchant-id") ?? "")
    if (!merchant) {
      throw new ApiError("MERCHANT_NOT_FOUND", "unknown merchant id")
    }
    const apiKey = c.req.header("x-api-key")
    const sign = c.req.header("x-sign")
    if (merchant.suspended) throw invalid("the merchant is suspended")
    if (apiKey !== undefined) {
      if (!merchant.api_keys.includes(apiKey)) throw invalid("wrong API key")
    } else if (sign === undefined) {
      throw invalid("missing x-api-key or x-sign")
    } else if (!isSignature(sign, merchant, await signedBytes(c))) {
      throw invalid("wrong signature")
    }
    c.set("merchant", merchant)
    await next()
  }
}

function isSignature(sign: string, { public_key }: Merchant, bytes: Buffer) {
  return (
    public_key !== null &&
    /^(?:[0-9a-f]{2})+$/i.test(sign) &&
    createVerify("RSA-SHA256").update(bytes).verify(public_key, sign, "hex")
  )
}

/** Method, path, the query as compact JSON with string values if there is one, the body. */
async function signedBytes({ req, env }: Context<ApiEnv>): Promise<Buffer> {
  // The request line as received: hono normalizes the URL.
  const [path = "", ...search] = (env.incoming.url ?? "").split("?")
  // Built from pairs: an object would move number-like names to the front.
  const pairs = [...new URLSearchParams(search.join("?"))].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`
  )
  const query = pairs.length > 0 ? `{${pairs.join(",")}}` : ""
  const body = Buffer.from(await req.arrayBuffer())
  return Buffer.concat([Buffer.from(req.method + path + query), body])
}

function invalid(reason: string): ApiError {
  return new ApiError("INVALID_CREDENTIALS", reason)
}
