import { createNoopMeter, metrics } from "@medusajs/framework/opentelemetry/api"
import { countObservation, countOutcome } from "./telemetry"

afterEach(() => metrics.disable())

describe("the counters", () => {
  it("fail no payment without an OpenTelemetry, or when the store's does", () => {
    expect(() => countObservation("webhook", "confirmed")).not.toThrow()
    metrics.setGlobalMeterProvider({
      getMeter: () => {
        throw new Error("no meter today")
      },
    })
    expect(() => countOutcome("pp_crypto_crypto", "settled")).not.toThrow()
  })

  it("count with the OpenTelemetry that was registered last, and name unknown statuses alike", () => {
    const added: unknown[] = []
    const meter = createNoopMeter()
    metrics.setGlobalMeterProvider({
      getMeter: () =>
        Object.assign(Object.create(meter), {
          createCounter: (name: string) => ({
            add: (_value: number, attributes: unknown) =>
              added.push([name, attributes]),
          }),
        }),
    })
    countObservation("webhook", "mined_by_gnomes")
    countOutcome("pp_crypto_crypto", { attention: "late_payment" })
    expect(added).toEqual([
      ["crypto_payment.observations", { source: "webhook", status: "other" }],
      [
        "crypto_payment.attentions",
        { provider_id: "pp_crypto_crypto", reason: "late_payment" },
      ],
    ])
  })
})
