import { z } from "zod"
import { endpointName, type EndpointName } from "./endpoint"

/** Faults that can be played on an API request. */
export const requestFaultKind = z.enum([
  // answered after `seconds`
  "slow",
  // answered with `status`, 500 to 599
  "error",
  // answered with 429, and with Retry-After when `retry_after_seconds` is given
  "rate_limit",
  // answered with 200 and half a JSON document
  "broken_json",
  // answered with 200 and an HTML page
  "html",
  // never answered: the connection is cut
  "cut",
])

export type RequestFaultKind = z.infer<typeof requestFaultKind>

/** A fault for the next `count` requests of an endpoint (of any without one). */
export const requestFault = z.strictObject({
  kind: requestFaultKind,
  endpoint: endpointName.optional(),
  count: z.int().min(1).max(1_000_000).default(1),
  /** "after": the request takes effect and only its answer is spoiled. */
  when: z.enum(["before", "after"]).default("before"),
  seconds: z.number().min(0).max(86_400).default(5),
  status: z.int().min(500).max(599).default(503),
  retry_after_seconds: z.int().min(0).optional(),
})

export type RequestFault = z.infer<typeof requestFault>

/** The faults that wait for their request, first in first out per endpoint. */
export class RequestFaults {
  private queue: RequestFault[] = []

  add(fault: RequestFault): void {
    this.queue.push({ ...fault })
  }

  /** The fault of the next request of this endpoint, if any. */
  take(endpoint: EndpointName): RequestFault | undefined {
    const fault = this.queue.find(
      (waiting) =>
        waiting.endpoint === undefined || waiting.endpoint === endpoint
    )
    if (fault) {
      fault.count -= 1
      this.queue = this.queue.filter(({ count }) => count > 0)
    }
    return fault
  }

  waiting(): readonly RequestFault[] {
    return this.queue
  }

  clear(): void {
    this.queue = []
  }
}
