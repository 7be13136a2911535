import type { AttemptState } from "../../modules/crypto-payment"
import { attemptRow } from "../../modules/crypto-payment/fixtures/attempt-row"
import { sessionStatus } from "./session-status"

describe("the session of an attempt", () => {
  it.each<[AttemptState, string, string]>([
    ["creating", "created", "pending"],
    ["open", "created", "pending"],
    ["open", "expired", "pending"],
    ["paid", "confirmed", "pending"],
    ["attention", "confirmed", "pending"],
    ["settled", "confirmed", "captured"],
    ["resolved", "confirmed", "canceled"],
    ["closed", "expired", "canceled"],
    ["closed", "failed", "error"],
  ])("in state %s, last told %s, is %s", (state, gateway_status, status) => {
    expect(sessionStatus(attemptRow({ state, gateway_status }))).toBe(status)
  })
})
