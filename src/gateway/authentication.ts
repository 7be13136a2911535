import { createPrivateKey, type KeyObject, sign } from "node:crypto"

/** The credential of a client: exactly one of `apiKey` and `privateKey`. */
export type CredentialOptions = {
  apiKey?: string
  /** PEM of an RSA key, PKCS#1 or PKCS#8; each request is then signed instead. */
  privateKey?: string
  /** For an encrypted `privateKey`. */
  privateKeyPassphrase?: string
}

/** The one credential header of a request (contract §5). */
export type Credential = (parts: SignedParts) => [name: string, value: string]

/** @throws TypeError at start when there is none, or two, or it is invalid; never quotes it */
export function createCredential({
  apiKey,
  privateKey,
  privateKeyPassphrase,
}: CredentialOptions): Credential {
  if (apiKey && privateKey) {
    throw new TypeError(
      "Both apiKey and privateKey are set; set only one, because the gateway verifies only the API key"
    )
  }
  if (apiKey) {
    const value = checkHeaderValue("apiKey", apiKey)
    return () => ["x-api-key", value]
  }
  if (privateKey) {
    const key = readPrivateKey(privateKey, privateKeyPassphrase)
    return (parts) => ["x-sign", signRequest(parts, key)]
  }
  throw new TypeError("Neither apiKey nor privateKey is set; set one of them")
}

/** @throws TypeError for a value that cannot be sent as a header; never quotes it */
export function checkHeaderValue(option: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value
  throw new TypeError(
    `${option} must not be empty or contain spaces, line breaks or characters outside ASCII`
  )
}

/** The parts of a request that `x-sign` covers, as they are sent. */
export type SignedParts = {
  method: string
  /** The path on the wire, `/v1` included, query excluded. */
  path: string
  /** In the order sent; empty when the request has no query. */
  query: readonly QueryParameter[]
  body?: Uint8Array
}

/** A query parameter's name and its value as text. */
export type QueryParameter = [name: string, value: string]

/** The value of `x-sign` (contract §5): hex RSA-SHA256 (PKCS#1 v1.5) over method, path, query and body. */
export function signRequest(parts: SignedParts, privateKey: KeyObject): string {
  return sign("sha256", signedBytes(parts), privateKey).toString("hex")
}

/** The bytes under the signature: no separators; query and body only when the request has them. */
export function signedBytes({ method, path, query, body }: SignedParts) {
  // From pairs: an object would move names like "10" to the front.
  const members = query.map((parameter) =>
    parameter.map((text) => JSON.stringify(text)).join(":")
  )
  const json = members.length > 0 ? `{${members.join(",")}}` : ""
  const head = Buffer.from(method + path + json)
  return body === undefined ? head : Buffer.concat([head, body])
}

function readPrivateKey(pem: string, passphrase?: string): KeyObject {
  // A PEM kept in one line of an environment file has `\n` spelled out.
  const lines = pem.includes("\n") ? pem : pem.replaceAll("\\n", "\n")
  let key: KeyObject
  try {
    key = createPrivateKey({ key: lines, format: "pem", passphrase })
  } catch {
    // Without its cause: the messages of OpenSSL can describe the key.
    throw new TypeError(
      "privateKey cannot be read: expected the PEM of an RSA private key, and privateKeyPassphrase if it is encrypted"
    )
  }
  if (key.asymmetricKeyType === "rsa") return key
  throw new TypeError(
    `privateKey must be an RSA key, not ${key.asymmetricKeyType}`
  )
}
