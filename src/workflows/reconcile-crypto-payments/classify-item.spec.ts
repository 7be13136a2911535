import { attemptRow } from "../../modules/crypto-payment/fixtures/attempt-row"
import {
  type Attempt,
  ATTEMPT_STATES,
} from "../../modules/crypto-payment/internal"
import { classifyItem, type Classification } from "./sweep-page"

const until = new Date("2026-06-01T12:00:00Z")
const inBatch = { next_check_at: until }

const classify = (status: string, row?: Partial<Attempt>) =>
  classifyItem(
    { id: "gateway-payment-1", status },
    row && attemptRow({ gateway_status: "created", ...row }),
    until
  )

describe("an item of the gateway's list", () => {
  it.each<[string, string, Partial<Attempt> | undefined, Classification]>([
    ["paid and unknown", "confirmed", undefined, "adopt"],
    ["paid by hand and unknown", "confirmed_manual", undefined, "adopt"],
    ["open and unknown", "created", undefined, "ignore"],
    ["expired and unknown", "expired", undefined, "ignore"],
    ["as it was, and due", "created", inBatch, "reschedule"],
    ["as it was, and not due", "created", {}, "ignore"],
    ["new to an open attempt", "pending", {}, "settle"],
    ["paid, of an open attempt", "confirmed", {}, "settle"],
    ["an unknown status, for the first time", "frozen", {}, "settle"],
    [
      "known to be expired, but never acted on",
      "expired",
      { gateway_status: "expired" },
      "settle",
    ],
    [
      "expired and closed, and due",
      "expired",
      { ...inBatch, state: "closed", gateway_status: "expired" },
      "reschedule",
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
      "ignore",
    ],
  ])("that is %s", (_what, status, row, expected) => {
    expect(classify(status, row)).toBe(expected)
  })

  const paidStates = ATTEMPT_STATES.filter(
    (state) => !["creating", "open", "closed"].includes(state)
  )

  it.each(paidStates)("tells nothing of an attempt that is %s", (state) => {
    for (const status of ["confirmed", "expired", "created", "frozen"]) {
      expect(classify(status, { ...inBatch, state })).toBe("ignore")
    }
  })
})
