import type { AdminCryptoPaymentAction } from "../../api/types"
import { ACTIONS, arrangeActions } from "./payment-actions"

type Payment = Parameters<typeof arrangeActions>[0]

const arranged = (
  patch: Partial<Payment>,
  allowed: readonly AdminCryptoPaymentAction[] = ACTIONS
) =>
  arrangeActions(
    {
      state: "attention",
      attention_reason: null,
      ...patch,
    },
    allowed
  )

describe("the actions of a payment", () => {
  it.each<[AdminCryptoPaymentAction, Partial<Payment>]>([
    ["request_refund", { attention_reason: "amount_mismatch" }],
    ["request_refund", { attention_reason: "duplicate_payment" }],
    ["retry_order", { attention_reason: "order_not_placed" }],
    ["resolve", { attention_reason: "unmatched" }],
    ["resolve", { attention_reason: "test_mode_mismatch" }],
    ["request_refund", { attention_reason: "late_payment" }],
    ["accept", { attention_reason: "received_amount_unknown" }],
    ["request_refund", { state: "settled" }],
    ["check", { state: "open" }],
    ["check", { state: "paid" }],
    ["check", { state: "resolved" }],
    ["check", { state: "closed" }],
  ])("begin with %s, where it has %j", (primary, patch) => {
    expect(arranged(patch)).toMatchObject({ primary })
  })

  it("end with the others, each once and in one order", () => {
    const { primary, others } = arranged({ attention_reason: "unmatched" })
    expect(others).toEqual(ACTIONS.filter((action) => action !== primary))
  })

  it("contain no retry where no order can come of it", () => {
    for (const attention_reason of [
      "duplicate_payment",
      "late_payment",
    ] as const) {
      const { primary, others } = arranged({ attention_reason })
      expect([primary, ...others]).not.toContain("retry_order")
    }
  })

  it("are those that the server allows, and none of them first where nothing likely is", () => {
    const unknown = { attention_reason: "received_amount_unknown" } as const
    expect(arranged(unknown, ["accept", "check"])).toEqual({
      primary: "accept",
      others: ["check"],
    })
    const underpaid = { attention_reason: "underpaid" } as const
    expect(arranged(underpaid, ["resolve", "check"])).toEqual({
      primary: null,
      others: ["resolve", "check"],
    })
  })
})
