import { metrics, trace } from "@medusajs/framework/opentelemetry/api"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base"

import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

type Point = { attributes: Record<string, unknown>; value: unknown }

/** With an OpenTelemetry that a store has registered; the others sell without. */
export const telemetrySuite = paymentSuite(
  "a store with OpenTelemetry",
  (shop) => {
    const { gateway, runJob, openConfirmed, payOrder, payTooLittle } = shop

    const spans = new InMemorySpanExporter()
    const reader = new PeriodicExportingMetricReader({
      exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
      exportIntervalMillis: 3_600_000,
    })
    const meters = new MeterProvider({ readers: [reader] })
    const tracers = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(spans)],
    })

    beforeAll(async () => {
      metrics.setGlobalMeterProvider(meters)
      trace.setGlobalTracerProvider(tracers)
    })

    afterAll(async () => {
      metrics.disable()
      trace.disable()
      await meters.shutdown()
      await tracers.shutdown()
    })

    /** What an instrument has by now. */
    const pointsOf = async (instrument: string): Promise<Point[]> => {
      const { resourceMetrics } = await reader.collect()
      return resourceMetrics.scopeMetrics
        .filter(({ scope }) => scope.name === "medusa-payment-crypto")
        .flatMap((scope) => scope.metrics)
        .filter(({ descriptor }) => descriptor.name === instrument)
        .flatMap(({ dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({ attributes, value }))
        )
    }

    it("counts what was learned, what became of it and how webhooks were answered", async () => {
      await payOrder()
      await openConfirmed()
      await runJob()
      await payTooLittle()
      const forged = `${shop.baseUrl()}/hooks/crypto/pp_crypto_crypto`
      await fetch(forged, { method: "POST", body: "{}" })

      const provider_id = HOSTED
      const status = "confirmed"
      expect(await pointsOf("crypto_payment.observations")).toEqual(
        expect.arrayContaining([
          { attributes: { source: "webhook", status }, value: 2 },
          // The job also reads what the settled payment was quoted at.
          { attributes: { source: "poll", status }, value: 2 },
        ])
      )
      expect(await pointsOf("crypto_payment.settlements")).toEqual([
        { attributes: { provider_id }, value: 2 },
      ])
      expect(await pointsOf("crypto_payment.attentions")).toEqual([
        { attributes: { provider_id, reason: "amount_mismatch" }, value: 1 },
      ])
      expect(await pointsOf("crypto_payment.webhook_answers")).toEqual(
        expect.arrayContaining([
          { attributes: { status: 200 }, value: 2 },
          { attributes: { status: 401 }, value: 1 },
        ])
      )
      const durations = await pointsOf("crypto_payment.gateway.duration")
      expect(durations).toContainEqual({
        attributes: {
          method: "POST",
          route: "/v1/payments/widget",
          status: 200,
        },
        value: expect.objectContaining({ count: 3 }),
      })
    })

    it("traces the gateway, without an id or a secret", async () => {
      const { cart, gatewayId } = await payOrder()

      const names = spans.getFinishedSpans().map(({ name }) => name)
      expect(names).toContain("crypto gateway POST /v1/payments/widget")
      const { resourceMetrics } = await reader.collect()
      const everything = JSON.stringify([
        resourceMetrics,
        spans
          .getFinishedSpans()
          .filter(({ name }) => name.startsWith("crypto"))
          .map(({ name, attributes }) => ({ name, attributes })),
      ])
      const { apiKey, webhookSecret } = gateway
      for (const word of [gatewayId, cart.id, apiKey, webhookSecret]) {
        expect(everything).not.toContain(word)
      }
      expect(everything).toContain("/v1/payments/{id}")
    })
  }
)
