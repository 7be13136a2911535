import { type BaseUrl, parseBaseUrl } from "./base-url"
import {
  checkHeaderValue,
  createCredential,
  type Credential,
  type CredentialOptions,
} from "./credential"
import { createRedactor, type Redact } from "./redact"
import type { RetryPolicy } from "./retry"

/** One request on the wire, for whoever measures: its path with the ids left out. */
export interface WireOperation {
  method: string
  route: string
}

/** Wraps each request: sends it by `send`, and returns or throws what came of it. */
export type Instrument = <Answer extends { status: number }>(
  operation: WireOperation,
  send: () => Promise<Answer>
) => Promise<Answer>

/** Where the gateway is, who we are there, and how patient to be. */
export interface GatewayClientOptions extends CredentialOptions {
  /** The gateway's address before `/v1`: https, or http on localhost. */
  baseUrl: string
  /** Public merchant id, sent as `x-merchant-id`. */
  merchantId: string
  /**
   * What else must never be in a message, should the gateway echo it: webhook
   * secrets, keys of other merchants. The credentials of this client never are.
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
  /** The longest wait between attempts, unless the gateway asks for more. @default 8_000 */
  retryMaxDelayMs?: number
  /** Connections kept to the gateway; further requests wait for a free one. @default 64 */
  maxConnections?: number
  /** Measures each request, repeated ones each on their own. @default not measured */
  instrument?: Instrument
}

/** The options with nothing left open. */
export interface ResolvedClientOptions {
  base: BaseUrl
  merchantId: string
  credential: Credential
  /** Takes all secrets out of what the gateway says. */
  redact: Redact
  timeoutMs: number
  retryPolicy: RetryPolicy
  maxConnections: number
  instrument: Instrument
}

/**
 * Checks the options and fills in the defaults of merchant-api.md section 8.
 *
 * @throws TypeError naming the option at fault; never quotes a secret
 */
export function resolveClientOptions(
  options: GatewayClientOptions
): ResolvedClientOptions {
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
    timeoutMs: positive("timeoutMs", options.timeoutMs ?? 30_000),
    retryPolicy: {
      maxAttempts: positive("maxAttempts", options.maxAttempts ?? 3),
      maxElapsedMs: positive("maxElapsedMs", options.maxElapsedMs ?? 60_000),
      baseDelayMs: positive(
        "retryBaseDelayMs",
        options.retryBaseDelayMs ?? 250
      ),
      maxDelayMs: positive("retryMaxDelayMs", options.retryMaxDelayMs ?? 8_000),
    },
    maxConnections: positive("maxConnections", options.maxConnections ?? 64),
    instrument: options.instrument ?? ((_, send) => send()),
  }
}

/**
 * Checks a number that counts attempts, connections or milliseconds.
 *
 * @throws TypeError naming the option; timers cannot count further than 2^31 - 1
 */
export function positive(option: string, value: number): number {
  if (!Number.isInteger(value) || value < 1 || value > MAX_TIMER_MS) {
    throw new TypeError(
      `${option} must be a whole number from 1 to ${MAX_TIMER_MS}, not ${value}`
    )
  }
  return value
}

const MAX_TIMER_MS = 2 ** 31 - 1
