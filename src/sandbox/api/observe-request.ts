import type { IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { MiddlewareHandler } from "hono"
import type { EndpointName, RequestFault, RequestFaultKind } from "../faults"
import type { World } from "../world"
import { ApiError, ERROR_PAGE, errorResponse } from "./responses"
import type { ApiEnv } from "./routes"

/** The last API requests, and their number by endpoint. */
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

/** Reads the raw body, plays the fault that is due, and logs the request. */
export function observeRequest(world: World): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const startedAt = world.now()
    const endpoint = endpointOf(c.req.method, c.req.path)
    const fault = world.requestFaults.take(
      (waiting) =>
        waiting.endpoint === undefined || waiting.endpoint === endpoint
    )
    const rawBody = await readBody(c.env.incoming)
    c.set("rawBody", rawBody ?? new Uint8Array())

    const handle = async (): Promise<Response> => {
      if (rawBody === undefined) {
        const tooLarge = new ApiError("VALIDATION_ERROR", "body: too large")
        return errorResponse(tooLarge, world.observed.errorBody)
      }
      await next()
      return c.res
    }
    const response = await (fault ? playFault(fault, handle) : handle())

    world.requestLog.add({
      at: startedAt.toISOString(),
      endpoint,
      method: c.req.method,
      target: c.env.incoming.url ?? "",
      body: new TextDecoder().decode(rawBody),
      status: response === "cut" ? null : response.status,
      duration_ms: world.now().getTime() - startedAt.getTime(),
      fault: fault?.kind ?? null,
    })
    // Otherwise Hono keeps the headers of the replaced response.
    c.res = undefined
    if (response === "cut") {
      c.env.incoming.socket.destroy()
      c.res = new Response(null)
    } else {
      c.res = response
    }
  }
}

const KEPT_REQUESTS = 5_000
const MAX_BODY_BYTES = 1_048_576

/** One API request; headers are left out, because they carry the credential. */
type LoggedRequest = {
  at: string
  endpoint: EndpointName
  method: string
  /** Path and query. */
  target: string
  body: string
  /** Null when the connection was cut. */
  status: number | null
  duration_ms: number
  fault: RequestFaultKind | null
}

function endpointOf(method: string, path: string): EndpointName {
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

/** The raw body; undefined when it is too large. Rejects when the caller disconnects. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let receivedBytes = 0
    incoming.on("data", (chunk: Buffer) => {
      receivedBytes += chunk.length
      if (receivedBytes <= MAX_BODY_BYTES) {
        chunks.push(chunk)
      }
    })
    incoming.on("end", () =>
      resolve(
        receivedBytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks)
      )
    )
    incoming.on("error", reject)
  })
}

/** `handle` also runs for `slow`, and for faults `after` the effect of the request. */
async function playFault(
  fault: RequestFault,
  handle: () => Promise<Response>
): Promise<Response | "cut"> {
  const real = fault.when === "after" ? await handle() : null
  switch (fault.kind) {
    case "slow":
      // Unreferenced: closing the sandbox does not wait for it.
      await sleep(fault.seconds * 1_000, undefined, { ref: false })
      return real ?? handle()
    case "error":
      return errorResponse(
        { status: fault.status, code: "INTERNAL_ERROR", message: "try later" },
        "json"
      )
    case "rate_limit": {
      const message = "too many requests"
      const seconds = fault.retry_after_seconds
      return errorResponse(
        { status: 429, code: "RATE_LIMIT_EXCEEDED", message },
        "json",
        seconds === undefined ? {} : { "retry-after": String(seconds) }
      )
    }
    case "broken_json": {
      const text = real ? await real.text() : '{"id":"n9cdFaTc","status":"cre'
      return new Response(text.slice(0, text.length >> 1), {
        headers: { "content-type": "application/json" },
      })
    }
    case "html":
      return new Response(ERROR_PAGE, {
        headers: { "content-type": "text/html; charset=utf-8" },
      })
    case "cut":
      return "cut"
  }
}
