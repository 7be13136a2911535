import { z } from "zod"

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

/** A fault of the next `count` requests to an endpoint, or to any; the README tells what each kind does. */
export const requestFault = z.strictObject({
  kind: z.enum(["slow", "error", "rate_limit", "broken_json", "html", "cut"]),
  endpoint: endpointName.optional(),
  count: z.int().min(1).max(1_000_000).default(1),
  /** "after": the request takes effect and only its response is lost. */
  when: z.enum(["before", "after"]).default("before"),
  seconds: z.number().min(0).max(86_400).default(5),
  status: z.int().min(500).max(599).default(503),
  retry_after_seconds: z.int().min(0).optional(),
})
export type RequestFault = z.infer<typeof requestFault>

/** A fault of the next `count` webhook attempts, as in the README. */
export const webhookFault = z.strictObject({
  kind: z.enum([
    "drop",
    "delay",
    "duplicate",
    "reorder",
    "corrupt",
    "stale",
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
