import { areWebhooksFailing, readAlarms } from "./gateways"

const EARLY = "2026-11-24T12:00:00.000Z"
const LATE = "2026-11-24T12:00:00.001Z"

describe("the alarms of gateways", () => {
  const quiet = { key_refused_at: null, webhooks_refused_at: null }

  it("are none where none is on", () => {
    expect(readAlarms([])).toEqual([])
    expect(readAlarms([{ merchant_key: "default", ...quiet }])).toEqual([])
  })

  it("are each shown once for the ways to pay of a merchant, which is named beside others", () => {
    const of = (merchant_key: string) => ({
      ...quiet,
      merchant_key,
      key_refused_at: EARLY,
    })
    const alarm = { refused: "key", refused_at: EARLY }
    expect(readAlarms([of("default"), of("default")])).toEqual([
      { ...alarm, merchant: null },
    ])
    expect(
      readAlarms([
        of("eu"),
        of("eu"),
        { ...of("us"), webhooks_refused_at: LATE },
        { ...quiet, merchant_key: "uk" },
      ])
    ).toEqual([
      { ...alarm, merchant: "eu" },
      { ...alarm, merchant: "us" },
      { refused: "webhooks", merchant: "us", refused_at: LATE },
    ])
  })
})

describe("the webhooks of a gateway", () => {
  it.each([
    ["nothing arrived", false, null, null],
    ["one arrived", false, EARLY, null],
    ["the only one failed", true, null, EARLY],
    ["the newest failed", true, EARLY, LATE],
    ["the newest arrived", false, LATE, EARLY],
  ])("are failing where %s: %s", (_what, isFailing, last_delivery_at, at) => {
    const failing = (reason: "busy" | "signature_mismatch") =>
      areWebhooksFailing({
        last_delivery_at,
        last_failure: at === null ? null : { at, reason },
      })
    expect(failing("signature_mismatch")).toBe(isFailing)
    expect(failing("busy")).toBe(false)
  })
})
