import { sign, type KeyObject } from "node:crypto"

/** The parts of a request that `x-sign` covers, as they are sent. */
export interface SignedParts {
  method: string
  /** The path on the wire, `/v1` included, query excluded. */
  path: string
  /** In the order sent; empty when the request has no query. */
  query: readonly QueryParameter[]
  body?: Uint8Array
}

/** A query parameter's name and its value as text. */
export type QueryParameter = [name: string, value: string]

/**
 * The value of `x-sign` (merchant-api.md section 5): lowercase hex of the
 * RSA-SHA256 signature (PKCS#1 v1.5) over method, path, query and body.
 */
export function signRequest(parts: SignedParts, privateKey: KeyObject): string {
  return sign("sha256", signedBytes(parts), privateKey).toString("hex")
}

/** The bytes under the signature: no separators; query and body only when the request has them. */
export function signedBytes({ method, path, query, body }: SignedParts) {
  const head = method + path + (query.length > 0 ? queryJson(query) : "")
  return body === undefined
    ? Buffer.from(head)
    : Buffer.concat([Buffer.from(head), body])
}

/** Written by hand, since an object would move names like "10" to the front. */
function queryJson(query: readonly QueryParameter[]): string {
  const members = query.map(([name, value]) => {
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`
  })
  return `{${members.join(",")}}`
}
