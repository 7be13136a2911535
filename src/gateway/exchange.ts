import type { IncomingHttpHeaders } from "node:http"
import type { Dispatcher } from "undici"

/** An answer; `body` is undefined when it was longer than we read, or was cut after an error status. */
export interface WireAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string | undefined
}

/** Bounds of one exchange: time from start to the last byte, and the caller's own wish to stop. */
export interface ExchangeLimits {
  timeoutMs: number
  signal?: AbortSignal
}

/** The longest answer body that is read. */
export const MAX_ANSWER_BYTES = 1024 * 1024

/** Why no complete answer came. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure"
}

/**
 * One request's answer as undici's dispatcher delivers it, gathered without a
 * stream. Settles once; what comes afterwards is ignored, and the connection
 * of an unfinished exchange is dropped.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  settled = false
  readonly #limits: ExchangeLimits
  readonly #resolve: (answer: WireAnswer) => void
  readonly #reject: (reason: unknown) => void
  readonly #timer: NodeJS.Timeout
  #controller?: Dispatcher.DispatchController
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #chunks: Buffer[] = []
  #receivedBytes = 0

  constructor(
    limits: ExchangeLimits,
    resolve: (answer: WireAnswer) => void,
    reject: (reason: unknown) => void
  ) {
    this.#limits = limits
    this.#resolve = resolve
    this.#reject = reject
    this.#timer = setTimeout(this.#onTimeout, limits.timeoutMs)
    if (limits.signal?.aborted) {
      this.#onAbort()
    } else {
      limits.signal?.addEventListener("abort", this.#onAbort)
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It waited for a connection for too long: it must not be sent any more.
    if (this.settled) {
      this.#dropConnection()
    }
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders
  ): void {
    // An informational answer (1xx) comes before the real one.
    if (status >= 200) {
      this.#status = status
      this.#headers = headers
    }
  }

  onResponseData(
    _controller: Dispatcher.DispatchController,
    chunk: Buffer
  ): void {
    this.#receivedBytes += chunk.length
    if (this.#receivedBytes > MAX_ANSWER_BYTES) {
      this.#answer(undefined)
      this.#dropConnection()
      return
    }
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const [first, ...more] = this.#chunks
    const bytes = more.length === 0 ? first : Buffer.concat(this.#chunks)
    this.#answer(bytes?.toString("utf8") ?? "")
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail(new TransportFailure(describe(error), { cause: error }))
  }

  readonly #onTimeout = () => {
    const phase = this.#status === 0 ? "no answer" : "no complete answer"
    this.#fail(
      new TransportFailure(`${phase} within ${this.#limits.timeoutMs} ms`)
    )
    this.#dropConnection()
  }

  readonly #onAbort = () => {
    if (this.#settle()) {
      this.#reject(this.#limits.signal?.reason)
      this.#dropConnection()
    }
  }

  #fail(failure: TransportFailure): void {
    // An error's status says enough, even if its page never arrived in full.
    if (this.#status >= 300) {
      this.#answer(undefined)
    } else if (this.#settle()) {
      this.#reject(failure)
    }
  }

  #answer(body: string | undefined): void {
    if (this.#settle()) {
      this.#resolve({ status: this.#status, headers: this.#headers, body })
    }
  }

  #settle(): boolean {
    if (this.settled) {
      return false
    }
    this.settled = true
    clearTimeout(this.#timer)
    this.#limits.signal?.removeEventListener("abort", this.#onAbort)
    return true
  }

  #dropConnection(): void {
    this.#controller?.abort(new TransportFailure("the exchange is over"))
  }
}

/** A failure to connect to any of several addresses has a code, and no message. */
function describe(error: NodeJS.ErrnoException): string {
  return error.message || (error.code ?? error.name)
}
