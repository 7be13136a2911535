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
  it.each([
    ["amount_mismatch", "request_refund"],
    ["duplicate_payment", "request_refund"],
    ["order_not_placed", "retry_order"],
    ["unmatched", "resolve"],
    ["test_mode_mismatch", "resolve"],
    ["late_payment", "request_refund"],
    ["underpaid", "request_remainder"],
    ["received_amount_unknown", "accept"],
  ] as const)("begin, for %s, with %s", (attention_reason, primary) => {
    expect(arranged({ attention_reason })).toMatchObject({ primary })
  })

  it.each([
    ["settled", "request_refund"],
    ["open", "check"],
    ["paid", "check"],
    ["resolved", "check"],
    ["closed", "check"],
  ] as const)("begin, where it is %s, with %s", (state, primary) => {
    expect(arranged({ state })).toMatchObject({ primary })
  })

  it("end with the others, each once and in one order", () => {
    const { primary, others } = arranged({ attention_reason: "underpaid" })
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

  it("are those that the server allows, and none of them first while the remainder is awaited", () => {
    const underpaid = { attention_reason: "underpaid" } as const
    expect(arranged(underpaid, ["accept", "check"])).toEqual({
      primary: "accept",
      others: ["check"],
    })
    const awaited = { ...underpaid, remainders: [{ state: "open" as const }] }
    expect(arranged(awaited, ["accept", "check"])).toEqual({
      primary: null,
      others: ["accept", "check"],
    })
    const ended = { ...underpaid, remainders: [{ state: "closed" as const }] }
    expect(arranged(ended).primary).toBe("request_remainder")
  })
})
