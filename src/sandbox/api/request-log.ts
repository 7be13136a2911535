import type { EndpointName } from "./endpoint"
import type { RequestFaultKind } from "./request-faults"

/** One API request that the sandbox saw; no header, so no credential. */
export interface LoggedRequest {
  at: string
  endpoint: EndpointName
  method: string
  /** Path and query. */
  target: string
  body: string
  /** Status that was sent; null when the connection was cut. */
  status: number | null
  duration_ms: number
  fault: RequestFaultKind | null
}

/** The last requests, and a count of all of them per endpoint. */
export class RequestLog {
  readonly #last: LoggedRequest[] = []
  readonly #counts = new Map<EndpointName, number>()

  add(request: LoggedRequest): void {
    this.#last.push(request)
    if (this.#last.length > KEPT_REQUESTS) {
      this.#last.shift()
    }
    const count = this.#counts.get(request.endpoint) ?? 0
    this.#counts.set(request.endpoint, count + 1)
  }

  /** Oldest first. */
  last(): readonly LoggedRequest[] {
    return this.#last
  }

  counts(): Partial<Record<EndpointName, number>> {
    return Object.fromEntries(this.#counts)
  }
}

const KEPT_REQUESTS = 5_000
