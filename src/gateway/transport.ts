import type { IncomingHttpHeaders } from "node:http"
import { Agent, EnvHttpProxyAgent } from "undici"

export type WireRequest = {
  method: "GET" | "POST" | "DELETE"
  path: string
  /** Names and values, alternating. */
  headers: string[]
  body?: Buffer
}

/**
 * A response; `body` is undefined when it was larger than 1 MiB, or was cut after an error status.
 */
export type WireAnswer = {
  status: number
  headers: IncomingHttpHeaders
  body: string | undefined
}

/** The reason why no complete response came. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure"
}

const MAX_ANSWER_BYTES = 1024 * 1024

/** This machine: no proxy leads there. */
export const LOCAL_HOST = /^(?:(?:.*\.)?localhost|\[::1\]|127(?:\.\d+){3})$/

/**
 * Kept-alive connections to one origin, through the environment's proxy (as undici reads it);
 * no retries, no redirects.
 */
export class Transport {
  private readonly agent: Agent | EnvHttpProxyAgent
  private closing?: Promise<void>

  constructor(
    private readonly origin: string,
    limits: { maxConnections: number; connectTimeoutMs: number }
  ) {
    const isLocal = LOCAL_HOST.test(new URL(origin).hostname)
    this.agent = new (isLocal ? Agent : EnvHttpProxyAgent)({
      connections: limits.maxConnections,
      // Each request has its own timeout, which does not end an attempt to connect: without this
      // one, a host that does no handshake keeps a connection for each call that was given up.
      connect: { timeout: limits.connectTimeoutMs },
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /**
   * @throws the signal's reason, TransportFailure without a complete response,
   * a plain Error after `close`
   */
  async send(
    request: WireRequest,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }
  ): Promise<WireAnswer> {
    if (this.closing !== undefined) {
      throw new Error("This GatewayClient is closed")
    }
    signal?.throwIfAborted()
    // Of this request alone: a combined or timed signal would be kept after its end.
    const over = new AbortController()
    const abort = () => over.abort()
    const timer = setTimeout(abort, timeoutMs)
    signal?.addEventListener("abort", abort)
    let head: Omit<WireAnswer, "body"> | undefined
    try {
      const sent = this.agent.request({
        ...request,
        origin: this.origin,
        signal: over.signal,
      })
      // undici looks at the signal of a request that waits for a connection when it gets one: then
      // it is not sent. The caller does not wait so long.
      const { statusCode, headers, body } = await Promise.race([
        sent,
        rejectAt(over.signal),
      ])
      head = { status: statusCode, headers }
      return { ...head, body: await readText(body) }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      // The status of an error is enough, even if its body is incomplete.
      if (head && head.status >= 300) return { ...head, body: undefined }
      if (!over.signal.aborted) throw failureOf(error)
      const missing = head ? "no complete response" : "no response"
      throw new TransportFailure(`${missing} within ${timeoutMs} ms`)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", abort)
    }
  }

  /** Lets requests under way finish, then closes every connection. */
  close(): Promise<void> {
    this.closing ??= this.agent.close()
    return this.closing
  }
}

function rejectAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), {
      once: true,
    })
  )
}

/** Undefined for a body that is too large, whose connection is dropped. */
async function readText(body: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

function failureOf(error: unknown): TransportFailure {
  const texts = ["message", "code", "name"].map((key) => {
    const value: unknown = Reflect.get(Object(error), key)
    return typeof value === "string" ? value : ""
  })
  // An error of connecting to several addresses has a code and no message.
  const message = texts.find((text) => text !== "")
  return new TransportFailure(message ?? String(error), { cause: error })
}
