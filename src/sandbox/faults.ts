import { z } from "zod"

/** The endpoints of the API by method and path. */
export const ENDPOINTS = {
  "POST /v1/payments/widget": "create_widget",
  "POST /v1/payments/h2h": "create_h2h",
  "GET /v1/payments/:id": "read",
  "GET /v1/payments": "list",
  "DELETE /v1/payments/:id": "expire",
  "GET /v1/currencies": "currencies",
  "GET /v1/merchants": "merchant",
} as const

const endpointName = z.enum([...Object.values(ENDPOINTS), "other"])
export type EndpointName = z.infer<typeof endpointName>

/** A fault of the next `count` requests to an endpoint, or to any endpoint. */
export const requestFault = z.strictObject({
  kind: z.enum([
    // responds after `seconds`
    "slow",
    // responds with `status`, 500 to 599
    "error",
    // responds with 429, and with Retry-After when `retry_after_seconds` is given
    "rate_limit",
    // responds with 200 and half a JSON document
    "broken_json",
    // responds with 200 and an HTML page
    "html",
    // cuts the connection without a response
    "cut",
  ]),
  endpoint: endpointName.optional(),
  count: z.int().min(1).max(1_000_000).default(1),
  /** "after": the request takes effect and only its response is lost. */
  when: z.enum(["before", "after"]).default("before"),
  seconds: z.number().min(0).max(86_400).default(5),
  status: z.int().min(500).max(599).default(503),
  retry_after_seconds: z.int().min(0).optional(),
})
export type RequestFault = z.infer<typeof requestFault>

/** A fault of the next `count` webhook attempts. */
export const webhookFault = z.strictObject({
  kind: z.enum([
    // not sent; the gateway sees no response and retries
    "drop",
    // sent after `seconds`
    "delay",
    // sent twice at the same moment
    "duplicate",
    // sent after the next webhook, but within `seconds`
    "reorder",
    // one byte changed after signing
    "corrupt",
    // signed with a timestamp that is `seconds` old
    "stale",
    // handled by the receiver, but the response is lost
    "lose_answer",
  ]),
  count: z.int().min(1).max(1_000_000).default(1),
  seconds: z.number().min(0).max(86_400).optional(),
})
export type WebhookFault = z.infer<typeof webhookFault>

/** The first fault that matches, if any; counts it as used once. */
export function takeFault<Fault extends { count: number }>(
  waiting: Fault[],
  matches: (fault: Fault) => boolean = () => true
): Fault | undefined {
  const fault = waiting.find(matches)
  if (fault) {
    fault.count -= 1
    if (fault.count === 0) waiting.splice(waiting.indexOf(fault), 1)
  }
  return fault
}
