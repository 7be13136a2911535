import { SpanStatusCode } from "@medusajs/framework/opentelemetry/api"
import { Tracer } from "@medusajs/framework/telemetry"

import type { Instrument } from "../../../gateway"
import { instrumentationScope, noteGatewayRequest } from "./counters"

const tracer = new Tracer(instrumentationScope)

/**
 * Measures each request to the gateway, and makes it a span of the trace that
 * it is part of. Neither holds an id, an address or anything secret.
 */
export const traceGateway: Instrument = ({ method, route }, send) =>
  tracer.trace(`crypto gateway ${method} ${route}`, async (span) => {
    const startedMs = performance.now()
    let status = 0
    try {
      const answer = await send()
      status = answer.status
      return answer
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: "no answer" })
      throw error
    } finally {
      span.setAttributes({
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      const seconds = (performance.now() - startedMs) / 1_000
      noteGatewayRequest(seconds, { method, route, status })
    }
  })
