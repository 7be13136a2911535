import {
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../../src/sandbox"
import { freePort } from "../../support/postgres"
import {
  type ConformanceReport,
  runConformance,
} from "../../../src/conformance/run-conformance"
import type { WebhookTarget } from "../../../src/conformance/target"

const shops: Sandbox[] = []
afterEach(async () => {
  await Promise.all(shops.splice(0).map((each) => each.close()))
})

async function deliveriesOf(
  options: SandboxOptions,
  faults: object[] = [],
  given: Partial<WebhookTarget> = {}
): Promise<ConformanceReport> {
  const shop = await startSandbox({
    control: true,
    retryIntervalSeconds: 0.3,
    ...options,
  })
  shops.push(shop)
  await fetch(`${shop.url}/control/faults`, {
    method: "POST",
    body: JSON.stringify({ webhooks: faults }),
  })
  const port = await freePort()
  return runConformance({
    baseUrl: shop.url,
    merchantId: shop.merchantId,
    apiKey: shop.apiKey,
    webhook: {
      callbackUrl: `http://127.0.0.1:${port}/hook`,
      port,
      secret: shop.webhookSecret,
      waitSeconds: 2,
      ...given,
    },
  })
}

const SIGNED = "signature of the webhook"
const EXPIRES = "webhook of a payment that expires"
const AGAIN = "webhook that is answered with 500"
const SIGNED_AGAIN = "signature of the repeated webhook"

const verdictOn = ({ results }: ConformanceReport, name: string) =>
  results.find((result) => result.name === name)?.verdict

describe("a gateway whose webhooks break the contract is found out when it", () => {
  it("does not repeat one that was refused", async () => {
    const report = await deliveriesOf({ retryCount: 0 })
    expect(verdictOn(report, SIGNED)).toBe("passed")
    expect(verdictOn(report, AGAIN)).toBe("failed")
  })

  it("signs other bytes than it sends", async () => {
    const report = await deliveriesOf({}, [{ kind: "corrupt" }])
    expect(verdictOn(report, SIGNED)).toBe("failed")
    expect(verdictOn(report, SIGNED_AGAIN)).not.toBe("failed")
  })

  it("signs with an old timestamp", async () => {
    const report = await deliveriesOf({}, [{ kind: "stale" }])
    expect(report.results).toContainEqual(
      expect.objectContaining({ name: SIGNED, seen: "stale_timestamp" })
    )
  })

  it("signs with another secret", async () => {
    const report = await deliveriesOf({}, [], { secret: "whsec_other" })
    expect(verdictOn(report, SIGNED)).toBe("failed")
    expect(verdictOn(report, SIGNED_AGAIN)).toBe("failed")
  })

  it("announces a taken one again", async () => {
    const report = await deliveriesOf({}, [
      { kind: "lose_answer" },
      { kind: "lose_answer" },
    ])
    expect(verdictOn(report, "webhook that is answered with 200")).toBe(
      "failed"
    )
  })

  it("announces no payment that was paid", async () => {
    const report = await deliveriesOf({}, [], { pay: async () => undefined })
    expect(verdictOn(report, "webhook of a final status")).toBe("failed")
  })
})

describe("webhooks are as the contract permits when a gateway", () => {
  it("announces no expired payment, which differs from what is published", async () => {
    const report = await deliveriesOf({ observed: { unpaidWebhooks: false } })
    expect(verdictOn(report, EXPIRES)).toBe("differs")
    expect(verdictOn(report, "webhook of a final status")).toBe("skipped")
    expect(report.counts.failed).toBe(0)
  })

  it("keeps the timestamp of the first attempt, which is a difference only", async () => {
    // Longer than a second, so that another timestamp would be seen.
    const report = await deliveriesOf({
      retryIntervalSeconds: 1.1,
      observed: { freshSignatures: false },
    })
    expect(verdictOn(report, SIGNED_AGAIN)).toBe("differs")
    expect(report.counts.failed).toBe(0)
  })

  it.each(["null", "empty", "zero"] as const)(
    "writes that nothing was paid as %s, which is as published",
    async (expiredCoin) => {
      const report = await deliveriesOf({ observed: { expiredCoin } })
      expect(verdictOn(report, "amount and currency of the webhook")).toBe(
        "passed"
      )
    }
  )
})
