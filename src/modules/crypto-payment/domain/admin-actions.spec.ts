import { MedusaError } from "@medusajs/framework/utils"
import {
  type ActionFacts,
  type AdminAction,
  adminActions,
  allowedActions,
  checkAllowed,
} from "./admin-actions"
import { type AttemptState, attemptStates } from "./states"

const paid = { amount: "5.00", currency_code: "eur" }

function facts(patch: Partial<ActionFacts> = {}): ActionFacts {
  return {
    state: "attention",
    attention_reason: null,
    gateway_payment_id: "gateway-payment-1",
    paid,
    refunds: [],
    ...patch,
  }
}

const part = { amount: "2.00", refund_id: null }
const rest = { amount: "3.00", refund_id: null }
const booked = { refund_id: "ref_1" }

describe("what a person may do about a payment", () => {
  const byState: [AttemptState, AdminAction[]][] = [
    ["creating", ["check"]],
    ["open", ["check"]],
    ["paid", ["check"]],
    ["settled", ["check", "record_refund"]],
    ["attention", ["check", "retry_order", "resolve", "record_refund"]],
    ["resolved", ["check"]],
    ["closed", ["check"]],
  ]

  it("is said for every state", () => {
    expect(byState.map(([state]) => state).sort()).toEqual(
      [...attemptStates].sort()
    )
  })

  it.each(byState)("when it is %s: %j", (state, actions) => {
    expect(allowedActions(facts({ state }))).toEqual(actions)
  })

  it("is to resolve it when it is open with a status that nobody knows", () => {
    const attention_reason = "unknown_status"
    expect(allowedActions(facts({ state: "open", attention_reason }))).toEqual([
      "check",
      "resolve",
    ])
    expect(
      allowedActions(facts({ state: "closed", attention_reason }))
    ).toEqual(["check"])
  })

  it("is no check as long as the gateway does not know it", () => {
    expect(
      allowedActions(facts({ state: "creating", gateway_payment_id: null }))
    ).toEqual([])
  })

  it.each<[string, Partial<ActionFacts>, boolean]>([
    ["a part was given back", { refunds: [part] }, true],
    ["the whole was given back", { refunds: [part, rest] }, false],
    ["nobody said what it was priced at", { paid: null }, false],
    [
      "it is settled, and a part was given back and booked",
      { state: "settled", refunds: [{ ...part, ...booked }] },
      true,
    ],
    [
      "it is settled, and the whole was given back and booked",
      {
        state: "settled",
        refunds: [
          { ...part, ...booked },
          { ...rest, ...booked },
        ],
      },
      false,
    ],
    [
      "it is settled, and the whole was given back, but Medusa did not book it all",
      { state: "settled", refunds: [{ ...part, ...booked }, rest] },
      true,
    ],
  ])("when %s, it may be refunded: %#", (_case, patch, allowed) => {
    expect(allowedActions(facts(patch)).includes("record_refund")).toBe(allowed)
  })
})

describe("what a person may not do about a payment", () => {
  const cases = attemptStates.flatMap((state) =>
    adminActions.map((action): [AdminAction, AttemptState] => [action, state])
  )

  it.each(cases)(
    "is refused in a sentence: %s when it is %s",
    (action, state) => {
      const known = facts({ state })
      const attempt = () => checkAllowed(action, known)
      if (allowedActions(known).includes(action)) {
        expect(attempt).not.toThrow()
        return
      }
      expect(attempt).toThrow(
        expect.objectContaining({
          type: MedusaError.Types.NOT_ALLOWED,
          message: expect.stringMatching(/^This payment .*\.$/),
        })
      )
    }
  )

  it("is refused with what is missing", () => {
    expect(() =>
      checkAllowed("check", facts({ gateway_payment_id: null }))
    ).toThrow(/never opened at the gateway/)
    expect(() => checkAllowed("record_refund", facts({ paid: null }))).toThrow(
      /The price of this payment is unknown/
    )
    expect(() =>
      checkAllowed("record_refund", facts({ refunds: [part, rest] }))
    ).toThrow(/whole amount of this payment is recorded as refunded/)
  })
})
