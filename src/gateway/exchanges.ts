import type { Redact } from "./redact"
import {
  TransportFailure,
  type WireAnswer,
  type WireRequest,
} from "./transport"

/**
 * One request of a client, and what came of it, as a fixture keeps it (JSON). Without the credential,
 * and without secrets that the gateway sent back.
 */
export type GatewayExchange = {
  method: string
  /** From `/v1` on, with the query. */
  path: string
  /** The body that was sent; absent where there was none. */
  body?: string
  /** Absent where no complete response came. */
  answer?: {
    status: number
    /** The header of this name. */
    retry_after?: string
    /** Null for one that was not read to its end. */
    body: string | null
  }
  /** Why no complete response came. */
  failure?: string
}

/** Receives each exchange, retries included. An error that it throws ends the call. */
export type RecordExchange = (exchange: GatewayExchange) => void

/** Sends a request; every request of a client goes through one. */
export type Exchange = (
  request: WireRequest,
  send: () => Promise<WireAnswer>
) => Promise<WireAnswer>

/** Records what comes of each request, unless the caller gives it up. */
export function recordingExchange(
  record: RecordExchange,
  redact: Redact,
  pathPrefix: string
): Exchange {
  return async ({ method, path, body }, send) => {
    const request = {
      method,
      path: redact(path.slice(pathPrefix.length)),
      ...(body && { body: redact(body.toString("utf8")) }),
    }
    let answer: WireAnswer
    try {
      answer = await send()
    } catch (error) {
      if (error instanceof TransportFailure) {
        record({ ...request, failure: redact(error.message) })
      }
      throw error
    }
    record({ ...request, answer: toRecorded(answer, redact) })
    return answer
  }
}

function toRecorded({ status, headers, body }: WireAnswer, redact: Redact) {
  const retryAfter = headers["retry-after"]
  return {
    status,
    ...(retryAfter !== undefined && { retry_after: redact(retryAfter) }),
    body: body === undefined ? null : redact(body),
  }
}
