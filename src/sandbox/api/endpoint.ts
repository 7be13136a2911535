import { z } from "zod"

/** Names of the API's endpoints, as the request log and the faults use them. */
export const endpointName = z.enum([
  "create_widget",
  "create_h2h",
  "read",
  "list",
  "expire",
  "currencies",
  "merchant",
  "other",
])

export type EndpointName = z.infer<typeof endpointName>

/** The endpoint that a method and a path (without query) belong to. */
export function endpointOf(method: string, path: string): EndpointName {
  switch (`${method} ${path}`) {
    case "POST /v1/payments/widget":
      return "create_widget"
    case "POST /v1/payments/h2h":
      return "create_h2h"
    case "GET /v1/payments":
      return "list"
    case "GET /v1/currencies":
      return "currencies"
    case "GET /v1/merchants":
      return "merchant"
  }
  if (/^\/v1\/payments\/[^/]+$/.test(path)) {
    return method === "GET" ? "read" : method === "DELETE" ? "expire" : "other"
  }
  return "other"
}
