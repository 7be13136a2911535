import type { MiddlewareHandler } from "hono"
import type { World } from "../world"
import { ApiError, errorResponse } from "./api-error"
import { endpointOf } from "./endpoint"
import { playFault } from "./play-fault"
import { readBody } from "./read-body"
import type { ApiEnv } from "./routes"

/** Reads the raw body, plays the fault that is due, and logs the request. */
export function observeRequest(world: World): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const startedAt = world.now()
    const endpoint = endpointOf(c.req.method, c.req.path)
    const fault = world.requestFaults.take(endpoint)
    const rawBody = await readBody(c.env.incoming, LARGEST_BODY_BYTES)
    c.set("rawBody", rawBody ?? new Uint8Array())

    const handle = async (): Promise<Response> => {
      if (rawBody === undefined) {
        const tooLarge = new ApiError("VALIDATION_ERROR", "body: too large")
        return errorResponse(tooLarge, world.observed.errorBody)
      }
      await next()
      return c.res
    }
    const answer = await (fault ? playFault(fault, handle) : handle())

    world.requestLog.add({
      at: startedAt.toISOString(),
      endpoint,
      method: c.req.method,
      target: c.env.incoming.url ?? "",
      body: new TextDecoder().decode(rawBody),
      status: answer === "cut" ? null : answer.status,
      duration_ms: world.now().getTime() - startedAt.getTime(),
      fault: fault?.kind ?? null,
    })
    // Without this, the headers of an answer that is replaced would stay.
    c.res = undefined
    if (answer === "cut") {
      c.env.incoming.socket.destroy()
      c.res = new Response(null)
    } else {
      c.res = answer
    }
  }
}

const LARGEST_BODY_BYTES = 1_048_576
