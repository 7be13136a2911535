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

/**
 * Reads the credential once, so that an invalid one fails at start.
 *
 * @throws TypeError when there is none, or two, or it is invalid; never quotes it
 */
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
    const header: [string, string] = [
      "x-api-key",
      checkHeaderValue("apiKey", apiKey),
    ]
    return () => header
  }
  if (privateKey) {
    const key = readPrivateKey(privateKey, privateKeyPassphrase)
    return (parts) => ["x-sign", signRequest(parts, key)]
  }
  throw new TypeError("Neither apiKey nor privateKey is set; set one of them")
}

/**
 * Checks a value that is sent as a header.
 *
 * @throws TypeError naming the option; never quotes the value
 */
export function checkHeaderValue(option: string, value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError(
      `${option} must not be empty or contain spaces, line breaks or characters outside ASCII`
    )
  }
  return value
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

/**
 * The value of `x-sign` (contract §5): lowercase hex of the
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

function readPrivateKey(pem: string, passphrase?: string): KeyObject {
  const key = parsePrivateKey(unescapeLineBreaks(pem), passphrase)
  if (key === undefined) {
    throw new TypeError(
      "privateKey cannot be read: expected the PEM of an RSA private key, and privateKeyPassphrase if it is encrypted"
    )
  }
  if (key.asymmetricKeyType !== "rsa") {
    throw new TypeError(
      `privateKey must be an RSA key, not ${key.asymmetricKeyType}`
    )
  }
  return key
}

/** Drops the cause: the messages of OpenSSL can describe the key, and must not reach a log. */
function parsePrivateKey(
  pem: string,
  passphrase?: string
): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, format: "pem", passphrase })
  } catch {
    return undefined
  }
}

/** A PEM kept in one line of an environment file has `\n` spelled out. */
function unescapeLineBreaks(pem: string): string {
  return pem.includes("\n") ? pem : pem.replaceAll("\\n", "\n")
}

/** Builds the JSON from pairs: an object would move names like "10" to the front. */
function queryJson(query: readonly QueryParameter[]): string {
  const members = query.map(([name, value]) => {
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`
  })
  return `{${members.join(",")}}`
}
