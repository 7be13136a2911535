import { readFileSync } from "node:fs"
import path from "node:path"
import { metrics } from "@medusajs/framework/opentelemetry/api"
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { parse } from "yaml"

import {
  countObservation,
  countOutcome,
  countWebhookAnswer,
} from "../../src/modules/crypto-payment/internal"
import {
  observeHealth,
  traceGateway,
} from "../../src/modules/crypto-payment/telemetry"
import { readPage, root } from "./pages"

type Rule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

const file = path.join(root, "src/modules/crypto-payment/prometheus-rules.yml")

const { groups } = parse(readFileSync(file, "utf8")) as {
  groups: { name: string; rules: Rule[] }[]
}
const rules = groups.flatMap((group) => group.rules)

describe("the rules for Prometheus", () => {
  /** What Prometheus would read of a store in which all of it has happened. */
  let exported = ""

  beforeAll(async () => {
    const reader = new PeriodicExportingMetricReader({
      exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
      exportIntervalMillis: 3_600_000,
    })
    const provider = new MeterProvider({ readers: [reader] })
    metrics.setGlobalMeterProvider(provider)
    observeHealth(async () => ({
      outbox_age_seconds: 1,
      due_queue_age_seconds: 2,
      unpaid_orders: 3,
      refunds_to_send: 4,
      open_notices: 5,
    }))
    countObservation("webhook", "confirmed")
    countOutcome("pp_crypto_crypto", "settled")
    countOutcome("pp_crypto_crypto", { attention: "underpaid" })
    countWebhookAnswer(200)
    await traceGateway({ method: "GET", route: "/v1/payments" }, async () => ({
      status: 200,
      text: "",
      headers: {},
    }))
    const { resourceMetrics } = await reader.collect()
    exported = new PrometheusSerializer().serialize(resourceMetrics)
    metrics.disable()
    await provider.shutdown()
  })

  it("name metrics and labels that the plugin has", () => {
    expect(rules.length).toBeGreaterThan(8)
    for (const { alert, expr } of rules) {
      const selectors = [...expr.matchAll(/(crypto_\w+)(?:\{([^}]*)\})?/g)]
      expect([alert, selectors.length]).not.toEqual([alert, 0])
      for (const [, metric, labels = ""] of selectors) {
        const series = exported
          .split("\n")
          .filter((line) => line.startsWith(`${metric}{`))
        expect([alert, metric, series.length]).not.toEqual([alert, metric, 0])
        for (const [, label] of labels.matchAll(/(\w+)=/g)) {
          expect([alert, series[0]]).toEqual([
            alert,
            expect.stringContaining(`${label}="`),
          ])
        }
      }
    }
  })

  it("use each gauge and each counter", () => {
    const metricsOf = (text: string) =>
      new Set(
        [...text.matchAll(/crypto_payment_\w+/g)].map(([name]) =>
          name.replace(/_(total|count|sum|bucket)$/, "")
        )
      )
    const used = metricsOf(rules.map(({ expr }) => expr).join(" "))
    expect([...used].sort()).toEqual([...metricsOf(exported)].sort())
  })

  it("have balanced expressions, a severity and what to do", () => {
    for (const { expr, labels, annotations } of rules) {
      for (const [open, close] of ["()", "{}", "[]"]) {
        expect(expr.split(open)).toHaveLength(expr.split(close).length)
      }
      expect(["warning", "critical"]).toContain(labels.severity)
      expect(annotations.summary).toMatch(/^[A-Z].*[^.]$/)
      expect(annotations.description).toMatch(/[.?]$/)
    }
  })

  it("are explained in the operator's page, each by its name and threshold", () => {
    const page = readPage("src/modules/crypto-payment/README.md")
    const rows = [...page.matchAll(/^\| `(Crypto\w+)` /gm)]
    expect(rows.map(([, name]) => name).sort()).toEqual(
      rules.map(({ alert }) => alert).sort()
    )
  })
})
