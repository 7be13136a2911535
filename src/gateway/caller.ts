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
} from "./errors"
import { retry } from "./retry"
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

/** Makes calls: authenticates, sends, retries, and turns failures into a GatewayError. */
export class Caller {
  private readonly options: ResolvedClientOptions
  private readonly transport: Transport

  constructor(options: GatewayClientOptions) {
    this.options = resolveClientOptions(options)
    this.transport = new Transport(
      this.options.base.origin,
      this.options.maxConnections
    )
  }

  /** Makes the call and parses its response with `schema`. @throws GatewayError, or the signal's reason */
  async call<T>(
    call: Call,
    schema: z.ZodType<T>,
    options?: CallOptions
  ): Promise<T> {
    return readAnswer(await this.answer(call, options), schema, call.action)
  }

  /** Makes the call and returns its 2xx response unparsed. @throws GatewayError, or the signal's reason */
  answer(call: Call, options: CallOptions = {}): Promise<WireAnswer> {
    const { retryPolicy, timeoutMs } = this.options
    const request = this.request(call)
    return retry(
      (timeLeftMs) => this.attempt(call, request, timeLeftMs, options),
      options.maxAttempts === undefined
        ? retryPolicy
        : {
            ...retryPolicy,
            maxAttempts: positive("maxAttempts", options.maxAttempts),
          },
      positive("timeoutMs", options.timeoutMs ?? timeoutMs),
      ENVIRONMENT,
      options.signal
    )
  }

  /** Removes all secrets from a text of the gateway. */
  redact(text: string): string {
    return this.options.redact(text)
  }

  close(): Promise<void> {
    return this.transport.close()
  }

  private async attempt(
    { action, method, path, route = path }: Call,
    request: WireRequest,
    timeoutMs: number,
    { signal }: CallOptions
  ): Promise<WireAnswer> {
    let answer: WireAnswer
    try {
      answer = await this.options.instrument({ method, route }, () =>
        this.transport.send(request, { timeoutMs, signal })
      )
    } catch (error) {
      if (error instanceof TransportFailure) {
        throw new GatewayOutcomeUnknownError(
          `Could not ${action}: ${error.message}`,
          { cause: error.cause }
        )
      }
      throw error
    }
    if (answer.status < 200 || answer.status > 299) {
      throw errorFromAnswer(answer, action, new Date(), this.options.redact)
    }
    return answer
  }

  private request({ method, path, query = [], body }: Call): WireRequest {
    const { base, merchantId, credential } = this.options
    const fullPath = base.pathPrefix + path
    const [credentialName, credentialValue] = credential({
      method,
      path: fullPath,
      query,
      body,
    })
    const headers = [
      "accept",
      "application/json",
      "x-merchant-id",
      merchantId,
      credentialName,
      credentialValue,
    ]
    if (body !== undefined) {
      headers.push("content-type", "application/json")
    }
    const target =
      query.length === 0
        ? fullPath
        : `${fullPath}?${new URLSearchParams(query)}`
    return { method, target, headers, body }
  }
}

/**
 * Parses the body of a 2xx response.
 *
 * @param action purpose of the call, such as "read the payment abc"
 * @throws GatewayUnexpectedAnswerError when it is too large, not JSON, or does not match the schema
 */
export function readAnswer<T>(
  { status, body }: WireAnswer,
  schema: z.ZodType<T>,
  action: string
): T {
  if (body === undefined) {
    throw unexpected(action, status, "and a body larger than 1 MiB")
  }
  const parsed = schema.safeParse(parseJson(body, action, status))
  if (!parsed.success) {
    const issues = describeIssues(parsed.error)
    throw unexpected(action, status, `and an unexpected body (${issues})`)
  }
  return parsed.data
}

/** One call of the Merchant API. */
type Call = {
  /** Its purpose, such as "read the payment abc"; starts the message of its errors. */
  action: string
  method: WireRequest["method"]
  /** Starts with `/v1`; already encoded. */
  path: string
  /** The path without ids. @default path */
  route?: string
  query?: QueryParameter[]
  body?: Buffer
}

const ENVIRONMENT = {
  elapsedClockMs: () => performance.now(),
  random: () => Math.random(),
}

function parseJson(body: string, action: string, status: number): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // The message of JSON.parse quotes the body.
    throw unexpected(
      action,
      status,
      body === "" ? "and an empty body" : "and a body that is not JSON"
    )
  }
}

function unexpected(action: string, status: number, how: string) {
  return new GatewayUnexpectedAnswerError(
    `Could not ${action}: the gateway responded with ${status} ${how}`,
    { status }
  )
}
