import { createPrivateKey, type KeyObject, sign } from "node:crypto"
import type { GatewayError, Redact } from "./errors"
import { LOCAL_HOST } from "./transport"

/**
 * Wraps each request: calls `send`, and returns its response or throws its error;
 * `route` is the path without ids.
 */
export type Instrument = <Answer extends { status: number }>(
  operation: { method: string; route: string },
  send: () => Promise<Answer>
) => Promise<Answer>

/** Address, credentials (exactly one of `apiKey` and `privateKey`) and time limits of a client. */
export type GatewayClientOptions = {
  /** The gateway's address before `/v1`: https, or http on localhost. */
  baseUrl: string
  /** Public merchant id, sent as `x-merchant-id`. */
  merchantId: string
  apiKey?: string
  /** PEM of an RSA key, PKCS#1 or PKCS#8; each request is then signed instead. */
  privateKey?: string
  /** For an encrypted `privateKey`. */
  privateKeyPassphrase?: string
  /**
   * Further secrets (webhook secrets,
   * other keys) to remove from error messages, as the credentials are.
   */
  secrets?: readonly string[]
  /** Time for one attempt, from connecting to the last byte of the answer. @default 30_000 */
  timeoutMs?: number
  /** Attempts per call, the first one included. @default 3 */
  maxAttempts?: number
  /** Time within which repeated attempts must end. @default 60_000 */
  maxElapsedMs?: number
  /** The wait before the second attempt; doubles from then on. @default 250 */
  retryBaseDelayMs?: number
  /** The longest wait between attempts; a longer `Retry-After` is respected. @default 8_000 */
  retryMaxDelayMs?: number
  /** Connections kept to the gateway; further requests wait for a free one. @default 64 */
  maxConnections?: number
  /** Called for each request, retries included. @default not instrumented */
  instrument?: Instrument
  /** Called with the error of each request, retries included. */
  onError?: (error: GatewayError) => void
}

/** Options of a single call. */
export type CallOptions = {
  /**
   * Ends the call at once, also while it waits for a retry;
   * it then rejects with the signal's reason.
   */
  signal?: AbortSignal
  /** Time for one attempt. */
  timeoutMs?: number
  /** Attempts in all, the first one included. */
  maxAttempts?: number
}

export type ResolvedClientOptions = ReturnType<typeof resolveClientOptions>

/** @throws TypeError naming the invalid option; never quotes a secret */
export function resolveClientOptions(options: GatewayClientOptions) {
  const {
    timeoutMs = 30_000,
    maxAttempts = 3,
    maxElapsedMs = 60_000,
    retryBaseDelayMs = 250,
    retryMaxDelayMs = 8_000,
    maxConnections = 64,
    instrument = (_, send) => send(),
  } = options
  return {
    base: parseBaseUrl(options.baseUrl),
    merchantId: checkHeaderValue("merchantId", options.merchantId),
    credential: createCredential(options),
    redact: createRedactor([
      options.apiKey,
      options.privateKey,
      options.privateKeyPassphrase,
      ...(options.secrets ?? []),
    ]),
    timeoutMs: positive("timeoutMs", timeoutMs),
    retryPolicy: {
      maxAttempts: positive("maxAttempts", maxAttempts),
      maxElapsedMs: positive("maxElapsedMs", maxElapsedMs),
      baseDelayMs: positive("retryBaseDelayMs", retryBaseDelayMs),
      maxDelayMs: positive("retryMaxDelayMs", retryMaxDelayMs),
    },
    maxConnections: positive("maxConnections", maxConnections),
    instrument,
    onError: options.onError,
  }
}

/**
 * The wait after `attemptsMade` failures:
 * with jitter, so that clients that failed together do not retry together.
 */
export function backoffMs(
  attemptsMade: number,
  { baseDelayMs, maxDelayMs }: ResolvedClientOptions["retryPolicy"],
  random: number
): number {
  const fullMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (attemptsMade - 1))
  return Math.round(fullMs * (0.5 + random / 2))
}

// Timers cannot count further.
const MAX_TIMER_MS = 2 ** 31 - 1

/** A number of attempts, connections or milliseconds. @throws TypeError naming the option */
export function positive(option: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= MAX_TIMER_MS) {
    return value
  }
  throw new TypeError(
    `${option} must be a whole number from 1 to ${MAX_TIMER_MS}, not ${value}`
  )
}

/**
 * What is wrong with an address that paths are appended to as it is written; `URL` alone takes a
 * lone `?` for none, and drops line breaks.
 */
export function baseAddressFault(address: string): string | undefined {
  if (/[?#]/.test(address)) return "must not contain a query or a fragment"
  if (/[\s\\]/.test(address)) return "must not contain spaces or backslashes"
  const [, authority = ""] = /^[^/]*\/\/([^/]*)/.exec(address) ?? []
  return authority.includes("@") ? "must not contain credentials" : undefined
}

/**
 * The origin to connect to, and what precedes `/v1` in every path.
 * @throws TypeError with the reason; never quotes an address that may contain a password
 */
export function parseBaseUrl(baseUrl: string) {
  const refused = (why: string) => new TypeError(`baseUrl ${why}`)
  if (!URL.canParse(baseUrl)) {
    throw refused("is not a URL; expected https://host")
  }
  const url = new URL(baseUrl)
  if (url.username !== "" || url.password !== "") {
    throw refused("must not contain credentials; use apiKey or privateKey")
  }
  // Each request carries the credential.
  const isLocal = url.protocol === "http:" && LOCAL_HOST.test(url.hostname)
  if (url.protocol !== "https:" && !isLocal) {
    throw refused(
      "must start with https:// (http:// is accepted for localhost only)"
    )
  }
  const fault = baseAddressFault(baseUrl)
  if (fault) throw refused(fault)
  const pathPrefix = url.pathname.replace(/\/+$/, "")
  if (pathPrefix.endsWith("/v1")) {
    const before = url.origin + pathPrefix.slice(0, -"/v1".length)
    throw refused(
      `must end before /v1, which is added to every path: write ${before}`
    )
  }
  return { origin: url.origin, pathPrefix }
}

/**
 * Makes the one credential header of each request (contract §5).
 * @throws TypeError when there is none, or two, or it is invalid; never quotes it
 */
function createCredential({
  apiKey,
  privateKey,
  privateKeyPassphrase,
}: GatewayClientOptions): (parts: SignedParts) => QueryParameter {
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
    return (parts) => {
      const signature = sign("sha256", signedBytes(parts), key)
      return ["x-sign", signature.toString("hex")]
    }
  }
  throw new TypeError("Neither apiKey nor privateKey is set; set one of them")
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

/** @throws TypeError for a value that cannot be sent as a header; never quotes it */
function checkHeaderValue(option: string, value: string): string {
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

/**
 * The bytes under the signature, RSA-SHA256 (contract §5): no separators;
 * query and body only when the request has them.
 */
function signedBytes({ method, path, query, body }: SignedParts) {
  // From pairs: an object would move names like "10" to the front.
  const members = query.map((parameter) =>
    parameter.map((text) => JSON.stringify(text)).join(":")
  )
  const json = members.length > 0 ? `{${members.join(",")}}` : ""
  const head = Buffer.from(method + path + json)
  return body === undefined ? head : Buffer.concat([head, body])
}

function createRedactor(secrets: readonly (string | undefined)[]): Redact {
  const spellings = secrets.flatMap((secret) =>
    secret ? spellingsOf(secret) : []
  )
  if (spellings.length === 0) return (text) => text
  // The longest first: a secret may begin with another one.
  spellings.sort((one, other) => other.length - one.length)
  const escaped = spellings.map((each) =>
    each.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
  )
  const pattern = new RegExp(escaped.join("|"), "g")
  return (text) => text.replace(pattern, "[secret]")
}

function spellingsOf(secret: string): string[] {
  const isPem = secret.includes("-----BEGIN")
  const lines = isPem ? secret.replaceAll("\\n", "\n").split(/\s+/) : []
  const parts = lines.filter((line) => KEY_LINE.test(line))
  return [secret, ...parts].flatMap((each) => [
    each,
    JSON.stringify(each).slice(1, -1),
    new URLSearchParams([["", each]]).toString().slice(1),
  ])
}

/** A base64 line of a PEM; its header and footer are not secret. */
const KEY_LINE = /^[A-Za-z0-9+/=]{8,}$/
