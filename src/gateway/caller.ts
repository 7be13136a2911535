import { setTimeout } from "node:timers/promises"
import type { z } from "zod"
import type { QueryParameter } from "./authentication"
import {
  type GatewayClientOptions,
  positive,
  resolveClientOptions,
  type ResolvedClientOptions,
} from "./client-options"
import {
  errorFromAnswer,
  GatewayOutcomeUnknownError,
  GatewayUnexpectedAnswerError,
  isGatewayError,
} from "./errors"
import { describeIssues } from "./schemas"
import {
  Transport,
  TransportFailure,
  type WireAnswer,
  type WireRequest,
} from "./transport"

/** Options of a single call. */
export type CallOptions = {
  /** Ends the call at once, also while it waits for a retry; it then rejects with the signal's reason. */
  signal?: AbortSignal
  /** Time for one attempt. */
  timeoutMs?: number
  /** Attempts in all, the first one included. */
  maxAttempts?: number
}

type Call = {
  /** Its purpose, such as "read the payment abc"; starts the message of its errors. */
  action: string
  method?: WireRequest["method"]
  /** Starts with `/v1`; already encoded. */
  path: string
  /** The path without ids. @default path */
  route?: string
  query?: QueryParameter[]
  body?: Buffer
}

/** Makes calls: authenticates, sends, retries, and turns failures into a GatewayError. */
export class Caller {
  private readonly options: ResolvedClientOptions
  private readonly transport: Transport

  constructor(options: GatewayClientOptions) {
    this.options = resolveClientOptions(options)
    const { base, maxConnections } = this.options
    this.transport = new Transport(base.origin, maxConnections)
  }

  /** A `Retry-After` longer than the time left ends it at once. @throws the last GatewayError, or the signal's reason */
  async call<T>(
    call: Call,
    schema: z.ZodType<T>,
    options: CallOptions = {}
  ): Promise<T> {
    const { retryPolicy } = this.options
    const request = this.request(call)
    const { maxAttempts = retryPolicy.maxAttempts } = options
    const { timeoutMs = this.options.timeoutMs, signal } = options
    positive("maxAttempts", maxAttempts)
    positive("timeoutMs", timeoutMs)
    const startedMs = performance.now()
    let timeLeftMs = timeoutMs
    for (let made = 1; ; made += 1) {
      try {
        const answer = await this.attempt(call, request, timeLeftMs, signal)
        return readAnswer(answer, schema, call.action)
      } catch (error) {
        const mayRepeat = isGatewayError(error) && error.retryable
        if (!mayRepeat || made >= maxAttempts) throw error
        const delayMs =
          error.retryAfterSeconds === undefined
            ? backoffMs(made, retryPolicy, Math.random())
            : error.retryAfterSeconds * 1000
        const elapsedMs = performance.now() - startedMs
        const afterDelayMs = retryPolicy.maxElapsedMs - elapsedMs - delayMs
        if (afterDelayMs <= 0) throw error
        await sleep(delayMs, signal)
        timeLeftMs = Math.min(timeoutMs, afterDelayMs)
      }
    }
  }

  /** Removes all secrets from a text of the gateway. */
  redact(text: string): string {
    return this.options.redact(text)
  }

  close(): Promise<void> {
    return this.transport.close()
  }

  private async attempt(
    { action, method = "GET", path, route = path }: Call,
    request: WireRequest,
    timeoutMs: number,
    signal: AbortSignal | undefined
  ): Promise<WireAnswer> {
    let answer: WireAnswer
    try {
      answer = await this.options.instrument({ method, route }, () =>
        this.transport.send(request, { timeoutMs, signal })
      )
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      throw new GatewayOutcomeUnknownError(
        `Could not ${action}: ${error.message}`,
        { cause: error.cause }
      )
    }
    if (answer.status < 200 || answer.status > 299) {
      throw errorFromAnswer(answer, action, new Date(), this.options.redact)
    }
    return answer
  }

  private request(call: Call): WireRequest {
    const { method = "GET", path, query = [], body } = call
    const { base, merchantId, credential } = this.options
    const signed = { method, path: base.pathPrefix + path, query, body }
    const headers = [
      ...["accept", "application/json"],
      ...["x-merchant-id", merchantId],
      ...credential(signed),
      ...(body === undefined ? [] : ["content-type", "application/json"]),
    ]
    const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`
    return { method, path: signed.path + search, headers, body }
  }
}

/** The wait after `attemptsMade` failures: with jitter, so that clients that failed together do not retry together. */
export function backoffMs(
  attemptsMade: number,
  { baseDelayMs, maxDelayMs }: ResolvedClientOptions["retryPolicy"],
  random: number
): number {
  const fullMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (attemptsMade - 1))
  return Math.round(fullMs * (0.5 + random / 2))
}

/** Waits; when `signal` aborts, rejects at once with the signal's reason. */
export async function sleep(delayMs: number, signal?: AbortSignal) {
  try {
    await setTimeout(delayMs, undefined, { signal })
  } catch {
    // Node wraps the reason in an error of its own.
    throw signal?.reason
  }
}

/** @throws GatewayUnexpectedAnswerError for a body that is too large, not JSON, or does not match the schema */
function readAnswer<T>(
  { status, body }: WireAnswer,
  schema: z.ZodType<T>,
  action: string
): T {
  const unexpected = (how: string) =>
    new GatewayUnexpectedAnswerError(
      `Could not ${action}: the gateway responded with ${status} ${how}`,
      { status }
    )
  if (body === undefined) throw unexpected("and a body larger than 1 MiB")
  if (body === "") throw unexpected("and an empty body")
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    // The message of JSON.parse quotes the body.
    throw unexpected("and a body that is not JSON")
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw unexpected(`and an unexpected body (${describeIssues(parsed.error)})`)
}
