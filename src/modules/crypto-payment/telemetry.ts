import {
  type MeterProvider,
  metrics,
  SpanStatusCode,
} from "@medusajs/framework/opentelemetry/api"
import { type Instrument, isKnownStatus } from "../../gateway"
import { Tracer } from "@medusajs/framework/telemetry"

const INSTRUMENTATION_SCOPE = "medusa-payment-crypto"

type Instruments = ReturnType<typeof make>

let made: { by: MeterProvider; instruments: Instruments } | undefined

/** A store may register OpenTelemetry at any time. What fails to count must not fail a payment. */
function count(by: (instruments: Instruments) => void): void {
  try {
    const provider = metrics.getMeterProvider()
    if (made?.by !== provider) {
      made = { by: provider, instruments: make(provider) }
    }
    by(made.instruments)
  } catch {
    // The store's exporter has its own log.
  }
}

function make(provider: MeterProvider) {
  const meter = provider.getMeter(INSTRUMENTATION_SCOPE)
  return {
    observations: meter.createCounter("crypto_payment.observations", {
      description:
        "Observations of payments: status reports of webhooks, polling, return pages and admins",
    }),
    settlements: meter.createCounter("crypto_payment.settlements", {
      description: "Payments that became a paid order",
    }),
    attentions: meter.createCounter("crypto_payment.attentions", {
      description: "Payments that need attention",
    }),
    webhookAnswers: meter.createCounter("crypto_payment.webhook_answers", {
      description: "Webhook deliveries, by the HTTP status of the response",
    }),
    /** `method`, `route`, `status` (0: no response) */
    gatewayDuration: meter.createHistogram("crypto_payment.gateway.duration", {
      description: "Duration of requests to the gateway, in seconds",
      unit: "s",
    }),
  }
}

export function countObservation(source: string, status: string): void {
  const known = isKnownStatus(status) ? status : "other"
  count(({ observations }) => observations.add(1, { source, status: known }))
}

export function countOutcome(
  provider_id: string,
  outcome: "settled" | { attention: string }
): void {
  count(({ settlements, attentions }) => {
    if (outcome === "settled") settlements.add(1, { provider_id })
    else attentions.add(1, { provider_id, reason: outcome.attention })
  })
}

export function countWebhookAnswer(status: number): void {
  count(({ webhookAnswers }) => webhookAnswers.add(1, { status }))
}

const tracer = new Tracer(INSTRUMENTATION_SCOPE)

/** Measures each request, as a span of its trace; without an id, an address or a secret. */
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
      count(({ gatewayDuration }) =>
        gatewayDuration.record(seconds, { method, route, status })
      )
    }
  })
