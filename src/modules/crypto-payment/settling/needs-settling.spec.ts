import { needsSettling } from "./schedule"
import type { AttemptState } from "../attempts/states"

type Row = [
  state: AttemptState,
  gatewayStatus: string | null,
  plainly: boolean,
  reconsidering: boolean,
]

const rows: Row[] = [
  ["creating", null, false, false],
  ["creating", "created", false, false],
  ["creating", "expired", true, true],
  ["creating", "failed", true, true],
  ["open", "created", false, false],
  ["open", "pending", false, false],
  ["open", "a_status_of_tomorrow", false, false],
  ["open", "expired", true, true],
  ["open", "failed", true, true],
  ["paid", "confirmed", true, true],
  ["paid", "confirmed_manual", true, true],
  ["paid", "expired", true, true],
  ["paid", null, true, true],
  ["attention", "confirmed", false, true],
  ["closed", "expired", false, false],
  ["closed", null, false, false],
  ["settled", "confirmed", false, false],
  ["resolved", "confirmed", false, false],
]

describe("whether an attempt needs settling", () => {
  it("when it is underpaid, at each report", () => {
    const attempt = {
      state: "attention",
      gateway_status: "confirmed_manual",
      verified_at: null,
    } as const
    expect(needsSettling({ ...attempt, attention_reason: "underpaid" })).toBe(
      true
    )
    expect(
      needsSettling({ ...attempt, attention_reason: "amount_mismatch" })
    ).toBe(false)
  })

  it.each(rows)(
    "in state %s with the gateway's word %s: %s, when reconsidering: %s",
    (state, gateway_status, plainly, reconsidering) => {
      const attempt = { state, gateway_status, verified_at: null }
      expect(needsSettling(attempt)).toBe(plainly)
      expect(needsSettling(attempt, "reconsider")).toBe(reconsidering)
      expect(needsSettling(attempt, "verify")).toBe(
        reconsidering || state === "settled"
      )
    }
  )

  it("is over once a settled attempt was verified", () => {
    const verified = {
      state: "settled",
      gateway_status: "confirmed",
      verified_at: new Date(),
    } as const
    expect(needsSettling(verified, "verify")).toBe(false)
  })
})
