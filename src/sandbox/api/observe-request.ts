import { setTimeout as sleep } from "node:timers/promises"
import type { MiddlewareHandler } from "hono"
import {
  type EndpointName,
  ENDPOINTS,
  type RequestFault,
  takeFault,
} from "../faults"
import type { World } from "../world"
import { type ApiEnv, ApiError, errorResponse } from "./responses"

/** Reads the raw body, plays the fault that is due, and logs the request. */
export function observeRequest(world: World): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const startedAt = world.now()
    const endpoint = endpointOf(c.req.method, c.req.path)
    const fault = takeFault(
      world.requestFaults,
      (waiting) => (waiting.endpoint ?? endpoint) === endpoint
    )
    const rawBody = await c.req.arrayBuffer()
    const isTooLarge = rawBody.byteLength > MAX_BODY_BYTES
    const tooLarge = new ApiError("VALIDATION_ERROR", "body: too large")
    const handle = async (): Promise<Response> => {
      if (isTooLarge) {
        return errorResponse(tooLarge, world.options.contractOnly)
      }
      await next()
      return c.res
    }
    const response = await (fault ? playFault(fault, handle) : handle())

    // Headers are left out, because they carry the credential.
    const entry = {
      at: startedAt.toISOString(),
      endpoint,
      method: c.req.method,
      // Path and query.
      target: c.env.incoming.url ?? "",
      body: isTooLarge ? "" : new TextDecoder().decode(rawBody),
      // Null when the connection was cut.
      status: response?.status ?? null,
      duration_ms: world.now().getTime() - startedAt.getTime(),
      fault: fault?.kind ?? null,
    }
    world.requestLog.add(entry)
    if (!response) c.env.incoming.socket.destroy()
    // Otherwise Hono keeps the headers of the replaced response.
    c.res = undefined
    c.res = response ?? new Response(null)
  }
}

const MAX_BODY_BYTES = 1_048_576

function endpointOf(method: string, path: string): EndpointName {
  const names: Record<string, EndpointName> = ENDPOINTS
  const pattern = path.replace(/^\/v1\/payments\/[^/]+$/, "/v1/payments/:id")
  return names[`${method} ${path}`] ?? names[`${method} ${pattern}`] ?? "other"
}

/** The response; null cuts the connection. */
async function playFault(fault: RequestFault, handle: () => Promise<Response>) {
  const real = fault.when === "after" ? await handle() : null
  switch (fault.kind) {
    case "slow":
      // Unreferenced: closing the sandbox does not wait for it.
      await sleep(fault.seconds * 1_000, undefined, { ref: false })
      return real ?? handle()
    case "error": {
      const body = { code: "INTERNAL_ERROR", message: "try later" }
      return Response.json(body, { status: fault.status })
    }
    case "rate_limit": {
      const body = { code: "RATE_LIMIT_EXCEEDED", message: "too many requests" }
      const seconds = fault.retry_after_seconds
      return Response.json(body, {
        status: 429,
        headers: seconds === undefined ? {} : { "retry-after": `${seconds}` },
      })
    }
    case "broken_json": {
      const text = real ? await real.text() : '{"id":"n9cdFaTc","status":"cre'
      return new Response(text.slice(0, text.length >> 1), {
        headers: { "content-type": "application/json" },
      })
    }
    case "html":
      // As a proxy in front of the gateway would.
      return new Response(
        "<!doctype html><title>Error</title><h1>Something went wrong</h1>\n",
        { headers: { "content-type": "text/html; charset=utf-8" } }
      )
    case "cut":
      return null
  }
}
