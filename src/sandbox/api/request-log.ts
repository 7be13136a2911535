import type { EndpointName } from "./endpoint"
import type { RequestFaultKind } from "./request-faults"

/** One API request that the sandbox saw; no header, so no credential. */
export type LoggedRequest = {
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
  private readonly requests: LoggedRequest[] = []
  private readonly countOf = new Map<EndpointName, number>()

  add(request: LoggedRequest): void {
    this.requests.push(request)
    if (this.requests.length > KEPT_REQUESTS) {
      this.requests.shift()
    }
    const count = this.countOf.get(request.endpoint) ?? 0
    this.countOf.set(request.endpoint, count + 1)
  }

  /** Oldest first. */
  last(): readonly LoggedRequest[] {
    return this.requests
  }

  counts(): Partial<Record<EndpointName, number>> {
    return Object.fromEntries(this.countOf)
  }
}

const KEPT_REQUESTS = 5_000
