import type { EndpointName } from "./faults"

const KEPT_REQUESTS = 5_000

/** The last API requests, oldest first, and their number by endpoint. */
export class RequestLog {
  readonly requests: object[] = []
  readonly counts: Partial<Record<EndpointName, number>> = {}

  add(request: { endpoint: EndpointName }): void {
    const { endpoint } = request
    this.requests.push(request)
    if (this.requests.length > KEPT_REQUESTS) this.requests.shift()
    this.counts[endpoint] = (this.counts[endpoint] ?? 0) + 1
  }
}
