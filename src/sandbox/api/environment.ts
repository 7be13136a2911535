import type { HttpBindings } from "@hono/node-server"
import type { Merchant } from "../merchants"

/** What a request brings, and what the routes find in its context. */
export type ApiEnv = {
  Bindings: HttpBindings
  Variables: { merchant: Merchant }
}
