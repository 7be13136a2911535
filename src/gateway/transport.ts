import { Pool } from "undici"
import { Exchange, type ExchangeLimits, type WireAnswer } from "./exchange"

/** A request as it goes on the wire. */
export interface WireRequest {
  method: "GET" | "POST" | "DELETE"
  /** Path and query. */
  target: string
  /** Names and values in turn. */
  headers: string[]
  body?: Buffer
}

/**
 * Kept-alive connections to one origin. One request, one answer: knows nothing
 * of retries or of what an answer means, and follows no redirects.
 */
export class Transport {
  readonly #pool: Pool
  #closing?: Promise<void>

  constructor(origin: string, maxConnections: number) {
    this.#pool = new Pool(origin, {
      connections: maxConnections,
      // The exchange has one clock for everything. Connecting has its own
      // bound only so that a dead host does not hold a connection's place.
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /**
   * @throws the signal's reason when aborted, TransportFailure when no
   * complete answer came, a plain Error after `close`
   */
  send(request: WireRequest, limits: ExchangeLimits): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#closing !== undefined) {
        throw new Error("This GatewayClient is closed")
      }
      const exchange = new Exchange(limits, resolve, reject)
      if (exchange.settled) {
        return
      }
      this.#pool.dispatch(
        {
          method: request.method,
          path: request.target,
          headers: request.headers,
          body: request.body,
        },
        exchange
      )
    })
  }

  /** Lets requests under way finish, then closes every connection. */
  close(): Promise<void> {
    this.#closing ??= this.#pool.close()
    return this.#closing
  }
}

const CONNECT_TIMEOUT_MS = 30_000
