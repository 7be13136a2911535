import type { WebhookLogRow } from "./webhook-log"
import { endingMs, isMailed, redeliveryMinutes, webhookFault } from "./notice"

const at = (time: string) => new Date(`2026-11-${time}:00Z`)
const MINUTE_MS = 60_000

it.each([
  ["attention", true],
  ["refund_to_send", true],
  ["money_without_order", false],
  ["unpaid_order_ending", false],
  ["webhooks", false],
] as const)("has e-mails about %s: %s", (kind, expected) => {
  expect(isMailed(kind)).toBe(expected)
})

describe("an order that ends soon", () => {
  it("is in its last two hours, or the last quarter of a short time", () => {
    expect(endingMs(24 * 60 * MINUTE_MS)).toBe(120 * MINUTE_MS)
    expect(endingMs(60 * MINUTE_MS)).toBe(15 * MINUTE_MS)
  })
})

describe("a delivery that failed", () => {
  it("is tried again ever later, at most an hour, and given up after three days", () => {
    const waits = []
    let failures = 1
    let minutes = redeliveryMinutes(failures)
    while (minutes !== null && failures < 1_000) {
      waits.push(minutes)
      minutes = redeliveryMinutes(++failures)
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    const days = waits.reduce((sum, wait) => sum + wait) / (24 * 60)
    expect(days).toBeCloseTo(3, 0)
  })
})

describe("the fault of webhooks", () => {
  const missed = { provider_id: "pp_crypto_eu", last_at: at("25T03:00") }
  const log = (
    delivered: string | null,
    failed: string | null
  ): WebhookLogRow => ({
    provider_id: "pp_crypto_eu",
    last_delivery_at: delivered === null ? null : at(delivered),
    last_failure_at: failed === null ? null : at(failed),
    last_failure_reason: failed === null ? null : "signature_mismatch",
  })

  it.each([
    ["missing", missed, undefined],
    ["missing", missed, log(null, null)],
    ["missing", missed, log("25T02:00", null)],
    ["missing", missed, log("25T02:00", "25T01:00")],
    ["failing", missed, log("25T02:00", "25T02:30")],
    ["failing", missed, log(null, "25T01:00")],
    [null, missed, log("25T03:01", "25T04:00")],
    [null, undefined, log(null, "25T04:00")],
  ] as const)("is %s", (fault, found, row) => {
    expect(webhookFault(found, row)).toBe(fault)
  })
})
