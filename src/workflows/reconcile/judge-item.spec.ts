import { type Attempt, attemptStates } from "../../modules/crypto-payment"
import { attemptRow } from "../../modules/crypto-payment/fixtures/attempt-row"
import { judgeItem, type Verdict } from "./judge-item"

const until = new Date("2026-06-01T12:00:00Z")
const claimed = { next_check_at: until }

const judge = (status: string, row?: Partial<Attempt>) =>
  judgeItem(
    { id: "gateway-payment-1", status },
    row && attemptRow({ gateway_status: "created", ...row }),
    until
  )

describe("an item of the gateway's list", () => {
  it.each<[string, string, Partial<Attempt> | undefined, Verdict]>([
    ["paid and unknown", "confirmed", undefined, "adopt"],
    ["paid by hand and unknown", "confirmed_manual", undefined, "adopt"],
    ["open and unknown", "created", undefined, "nothing"],
    ["expired and unknown", "expired", undefined, "nothing"],
    ["as it was, and due", "created", claimed, "look"],
    ["as it was, and not due", "created", {}, "nothing"],
    ["new to an open attempt", "pending", {}, "settle"],
    ["paid, of an open attempt", "confirmed", {}, "settle"],
    ["a word that nobody knows, for the first time", "frozen", {}, "settle"],
    [
      "known to be expired, but never acted on",
      "expired",
      { gateway_status: "expired" },
      "settle",
    ],
    [
      "expired and closed, and due",
      "expired",
      { ...claimed, state: "closed", gateway_status: "expired" },
      "look",
    ],
    [
      "paid late, of a closed attempt",
      "confirmed",
      { state: "closed", gateway_status: "expired" },
      "settle",
    ],
    [
      "paid, of an attempt whose opening got no answer",
      "confirmed",
      { state: "creating", gateway_payment_id: null },
      "settle",
    ],
    [
      "open, of an attempt whose opening got no answer",
      "created",
      { state: "creating", gateway_payment_id: null },
      "nothing",
    ],
  ])("that is %s", (_what, status, row, verdict) => {
    expect(judge(status, row)).toBe(verdict)
  })

  const moneySeen = attemptStates.filter(
    (state) => !["creating", "open", "closed"].includes(state)
  )

  it.each(moneySeen)("tells nothing of an attempt that is %s", (state) => {
    for (const status of ["confirmed", "expired", "created", "frozen"]) {
      expect(judge(status, { ...claimed, state })).toBe("nothing")
    }
  })
})
