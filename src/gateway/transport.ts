import type { IncomingHttpHeaders } from "node:http"
import { type Dispatcher, Pool } from "undici"

/** A request as it is sent. */
export type WireRequest = {
  method: "GET" | "POST" | "DELETE"
  /** Path and query. */
  path: string
  /** Names and values, alternating. */
  headers: string[]
  body?: Buffer
}

/** A response; `body` is undefined when it was larger than 1 MiB, or was cut after an error status. */
export type WireAnswer = {
  status: number
  headers: IncomingHttpHeaders
  body: string | undefined
}

/** The reason why no complete response came. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure"
}

type ExchangeLimits = { timeoutMs: number; signal?: AbortSignal }

const MAX_ANSWER_BYTES = 1024 * 1024

/** Kept-alive connections to one origin; no retries, no redirects. */
export class Transport {
  private readonly pool: Pool
  private closing?: Promise<void>

  constructor(
    origin: string,
    limits: { maxConnections: number; connectTimeoutMs: number }
  ) {
    this.pool = new Pool(origin, {
      connections: limits.maxConnections,
      // Each exchange has its own timeout, which does not end an attempt to connect: without this
      // one, a host that does no handshake keeps a connection for each call that was given up.
      connect: { timeout: limits.connectTimeoutMs },
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** @throws the signal's reason, TransportFailure without a complete response, a plain Error after `close` */
  send(request: WireRequest, limits: ExchangeLimits): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      if (this.closing !== undefined) {
        throw new Error("This GatewayClient is closed")
      }
      const exchange = new Exchange(limits, resolve, reject)
      if (!exchange.settled) this.pool.dispatch(request, exchange)
    })
  }

  /** Lets requests under way finish, then closes every connection. */
  close(): Promise<void> {
    this.closing ??= this.pool.close()
    return this.closing
  }
}

// Gathers the answer without a stream: undici's own `request` takes twice the CPU.
// Settles once; the connection of an unfinished exchange is dropped.
class Exchange implements Dispatcher.DispatchHandler {
  settled = false
  private readonly timer: NodeJS.Timeout
  private controller?: Dispatcher.DispatchController
  private status = 0
  private headers: IncomingHttpHeaders = {}
  private chunks: Buffer[] = []
  private receivedBytes = 0

  constructor(
    private readonly limits: ExchangeLimits,
    private readonly resolve: (answer: WireAnswer) => void,
    private readonly reject: (reason: unknown) => void
  ) {
    this.timer = setTimeout(this.onTimeout, limits.timeoutMs)
    if (limits.signal?.aborted) this.onAbort()
    else limits.signal?.addEventListener("abort", this.onAbort)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    // It timed out while waiting for a connection: it must not be sent.
    if (this.settled) this.dropConnection()
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: IncomingHttpHeaders
  ): void {
    // An informational response (1xx) comes before the final one.
    if (status < 200) return
    this.status = status
    this.headers = headers
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.receivedBytes += chunk.length
    if (this.receivedBytes <= MAX_ANSWER_BYTES) {
      this.chunks.push(chunk)
      return
    }
    this.answer(undefined)
    this.dropConnection()
  }

  onResponseEnd(): void {
    const [first, ...more] = this.chunks
    const bytes = more.length === 0 ? first : Buffer.concat(this.chunks)
    this.answer(bytes?.toString("utf8") ?? "")
  }

  onResponseError(_controller: unknown, error: Error & { code?: string }) {
    // An error of connecting to several addresses has a code and no message.
    const message = error.message || (error.code ?? error.name)
    this.fail(new TransportFailure(message, { cause: error }))
  }

  private readonly onTimeout = () => {
    const phase = this.status === 0 ? "no response" : "no complete response"
    this.fail(
      new TransportFailure(`${phase} within ${this.limits.timeoutMs} ms`)
    )
    this.dropConnection()
  }

  private readonly onAbort = () => {
    this.settle(() => this.reject(this.limits.signal?.reason))
    this.dropConnection()
  }

  private fail(failure: TransportFailure): void {
    // The status of an error is enough, even if its body is incomplete.
    if (this.status >= 300) this.answer(undefined)
    else this.settle(() => this.reject(failure))
  }

  private answer(body: string | undefined): void {
    const { status, headers } = this
    this.settle(() => this.resolve({ status, headers, body }))
  }

  private settle(report: () => void): void {
    if (this.settled) return
    this.settled = true
    clearTimeout(this.timer)
    this.limits.signal?.removeEventListener("abort", this.onAbort)
    report()
  }

  private dropConnection(): void {
    this.controller?.abort(new TransportFailure("the exchange is over"))
  }
}
