import { MedusaError } from "@medusajs/framework/utils"
import {
  type ActionFacts,
  type AdminAction,
  allowedActions,
  checkAllowed,
  checkShown,
  type OpenRequest,
  primaryAction,
  versionOf,
} from "./allowed-actions"
import { ATTEMPT_STATES, type AttemptState } from "../attempts/states"
import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt, Refund } from "../models/crypto-payment"

type Recorded = Pick<Refund, "kind" | "amount" | "crypto_amount" | "booked_at">
type Case = Partial<Attempt> & {
  refunds?: Recorded[]
  requests?: OpenRequest[]
}

function facts({ refunds = [], requests = [], ...patch }: Case): ActionFacts {
  const priced = { amount: "5.00", currency_code: "eur" }
  const attempt = attemptRow({ state: "attention", ...priced, ...patch })
  return { attempt, refunds, requests }
}

const ofPrice = { kind: "price" as const, crypto_amount: null }
const part = { ...ofPrice, amount: "2.00", booked_at: null }
const rest = { ...ofPrice, amount: "3.00", booked_at: null }
const booked = { booked_at: new Date() }

describe("what a person may do about a payment", () => {
  const byState: [AttemptState, AdminAction[]][] = [
    ["creating", ["check"]],
    ["open", ["check"]],
    ["paid", ["check"]],
    ["settled", ["record_refund", "check"]],
    ["attention", ["retry_order", "record_refund", "resolve", "check"]],
    ["resolved", ["check"]],
    ["closed", ["check"]],
  ]

  it("is said for every state", () => {
    expect(byState.map(([state]) => state).sort()).toEqual(
      [...ATTEMPT_STATES].sort()
    )
  })

  it.each(byState)("when it is %s: %j", (state, actions) => {
    expect(allowedActions(facts({ state }))).toEqual(actions)
  })

  it("is to resolve it when it is open with a status that nobody knows", () => {
    const attention_reason = "unknown_status"
    expect(allowedActions(facts({ state: "open", attention_reason }))).toEqual([
      "resolve",
      "check",
    ])
    expect(
      allowedActions(facts({ state: "closed", attention_reason }))
    ).toEqual(["check"])
  })

  it.each(["duplicate_payment", "late_payment"] as const)(
    "is not to try an order again for a %s, of which none can come",
    (attention_reason) => {
      const known = facts({ attention_reason })
      expect(allowedActions(known)).toEqual([
        "record_refund",
        "resolve",
        "check",
      ])
      expect(() => checkAllowed("retry_order", known)).toThrow(
        "so no order can come of it. Check it again, or send the money back."
      )
    }
  )

  it.each<[AdminAction | null, Case]>([
    ["request_refund", { attention_reason: "amount_mismatch" }],
    ["request_refund", { attention_reason: "duplicate_payment" }],
    ["retry_order", { attention_reason: "order_not_placed" }],
    ["resolve", { attention_reason: "unmatched" }],
    ["resolve", { attention_reason: "test_mode_mismatch" }],
    ["request_refund", { attention_reason: "late_payment" }],
    ["accept", { attention_reason: "received_amount_unknown" }],
    [null, { attention_reason: "underpaid" }],
    ["check", { state: "open", attention_reason: "unknown_status" }],
    ["request_refund", { state: "settled" }],
    [null, { state: "settled", refunds: [part, rest] }],
    ["check", { state: "open" }],
    ["check", { state: "paid" }],
    ["check", { state: "resolved" }],
    ["check", { state: "closed" }],
    [null, { state: "creating", gateway_payment_id: null }],
    // The likely one is not allowed, so it is the next.
    ["resolve", { attention_reason: "late_payment", crypto_currency: null }],
    ["resolve", { attention_reason: "late_payment", refunds: [part, rest] }],
  ])("is first of all %s, where it has %j", (action, patch) => {
    const known = facts({ crypto_currency: "USDT_TRC20", ...patch })
    expect(primaryAction(known)).toBe(action)
    if (action) expect(allowedActions(known)).toContain(action)
  })

  const underpaid: Case = { attention_reason: "underpaid" }

  it.each<[string, Case, boolean]>([
    ["too little arrived", underpaid, true],
    ["a part was sent back", { ...underpaid, refunds: [part] }, false],
    ["it is settled", { ...underpaid, state: "settled" }, false],
    ["it is resolved", { ...underpaid, state: "resolved" }, false],
    [
      "it needs attention for another reason",
      { attention_reason: "amount_mismatch" },
      false,
    ],
  ])("is to accept it, or not, when %s", (_when, patch, may) => {
    const known = facts(patch)
    expect(allowedActions(known).includes("accept")).toBe(may)
    const act = () => checkAllowed("accept", known)
    if (may) expect(act).not.toThrow()
    else expect(act).toThrow(/be accepted\.$/)
  })

  it("is no check as long as the gateway does not know it", () => {
    expect(
      allowedActions(facts({ state: "creating", gateway_payment_id: null }))
    ).toEqual([])
  })

  it.each<[string, Case, boolean]>([
    ["a part was given back", { refunds: [part] }, true],
    ["all of it was refunded", { refunds: [part, rest] }, false],
    ["nobody said what it was priced at", { amount: null }, false],
    [
      "it is settled, and a part was given back and booked",
      { state: "settled", refunds: [{ ...part, ...booked }] },
      true,
    ],
    [
      "it is settled, and all of it was refunded and booked",
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
      "it is settled, and all of it was refunded, but Medusa did not book it all",
      { state: "settled", refunds: [{ ...part, ...booked }, rest] },
      true,
    ],
  ])("when %s, it may be refunded: %#", (_case, patch, allowed) => {
    expect(allowedActions(facts(patch)).includes("record_refund")).toBe(allowed)
  })
})

describe("what a person may not do about a payment", () => {
  const actions: Record<AdminAction, true> = {
    accept: true,
    retry_order: true,
    request_refund: true,
    record_refund: true,
    resolve: true,
    check: true,
  }
  const cases = ATTEMPT_STATES.flatMap((state) =>
    (Object.keys(actions) as AdminAction[]).map(
      (action): [AdminAction, AttemptState] => [action, state]
    )
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

  it.each<[string, AdminAction, Case, string]>([
    [
      "it was never opened",
      "check",
      { gateway_payment_id: null },
      "This payment was never opened at the gateway, so there is nothing to check.",
    ],
    [
      "it is not paid",
      "retry_order",
      { state: "open" },
      "This payment is not paid yet. An order can only be tried again for a payment that needs attention.",
    ],
    [
      "its order is being placed",
      "resolve",
      { state: "paid" },
      "This payment is paid, and its order is being placed. Only a payment that needs attention can be marked as resolved.",
    ],
    [
      "it ended unpaid",
      "record_refund",
      { state: "closed" },
      "This payment ended unpaid. A refund can only be recorded for a payment that is settled or needs attention.",
    ],
    [
      "its price is unknown",
      "record_refund",
      { amount: null },
      "The price of this payment is unknown, so no refund can be recorded. Mark it as resolved instead.",
    ],
    [
      "all of it was refunded",
      "record_refund",
      { refunds: [part, rest] },
      "The whole amount of this payment is recorded as refunded already.",
    ],
    [
      "it is settled, and all of it was refunded and booked",
      "record_refund",
      {
        state: "settled",
        refunds: [{ ...ofPrice, amount: "5.00", ...booked }],
      },
      "The whole amount of this payment is recorded as refunded already.",
    ],
  ])("is refused with the reason when %s", (_case, action, patch, message) => {
    expect(() => checkAllowed(action, facts(patch))).toThrow(
      expect.objectContaining({ message })
    )
  })
})

describe("what a person saw of a payment", () => {
  const late = attemptRow({
    state: "attention",
    attention_reason: "late_payment",
    amount: "5.00",
    currency_code: "eur",
    gateway_amount: "5.00",
    gateway_currency: "EUR",
    crypto_currency: "USDT",
    quoted_crypto_amount: "5",
    received_crypto_amount: "4.5",
  })
  const facts = { attempt: late, refunds: [], requests: [] }

  it("is what the decision is about", () => {
    const shown = { version: versionOf(facts) }
    const read = { attempt: { ...late }, refunds: [], requests: [] }
    expect(() => checkShown(read, shown)).not.toThrow()
    expect(() => checkShown(facts, undefined)).not.toThrow()
  })

  it.each<[Partial<Attempt>, string]>([
    [{ state: "settled", attention_reason: null }, "is settled."],
    [
      { attention_reason: "order_not_placed" },
      "needs attention (order_not_placed).",
    ],
    [{ order_id: "order_1" }, "needs attention (late_payment)."],
    [{ amount: "4.00" }, "needs attention (late_payment)."],
    [{ currency_code: "usd" }, "needs attention (late_payment)."],
    [{ gateway_amount: "4.00" }, "needs attention (late_payment)."],
    [{ gateway_currency: "JPY" }, "needs attention (late_payment)."],
    [{ crypto_currency: "BTC" }, "needs attention (late_payment)."],
    [{ quoted_crypto_amount: "5.1" }, "needs attention (late_payment)."],
    [{ received_crypto_amount: "0.05" }, "needs attention (late_payment)."],
    [{ received_crypto_amount: null }, "needs attention (late_payment)."],
  ])("refuses it once that changed: %j", (change, now) => {
    const shown = { version: versionOf(facts) }
    const message = `This payment ${now} That changed after`
    const changed = { ...facts, attempt: { ...late, ...change } }
    expect(() => checkShown(changed, shown)).toThrow(
      expect.objectContaining({
        code: "changed",
        message: expect.stringContaining(message),
      })
    )
  })

  const waiting = { id: "cpayreq_1", state: "waiting_for_address" }
  const entered = { id: "cpayreq_1", state: "address_entered" }

  it.each([
    ["a refund was recorded", [{ id: "cpayref_1" }], [waiting], 1, 1],
    [
      "a request was made",
      [],
      [waiting, { ...waiting, id: "cpayreq_2" }],
      0,
      2,
    ],
    ["a request was answered", [], [entered], 0, 1],
  ])("refuses it once %s", (_what, refunds, requests, recorded, requested) => {
    const before = { ...facts, requests: [waiting] }
    const shown = { version: versionOf(before) }
    expect(() => checkShown(before, shown)).not.toThrow()
    const message = `This payment needs attention (late_payment). Refunds: ${recorded} recorded, ${requested} requested. That changed after`
    const after = { ...facts, refunds, requests }
    expect(() => checkShown(after, shown)).toThrow(
      expect.objectContaining({
        code: "changed",
        message: expect.stringContaining(message),
      })
    )
  })

  it("refuses it once a request was revoked", () => {
    const shown = { version: versionOf({ ...facts, requests: [waiting] }) }
    expect(() => checkShown(facts, shown)).toThrow("That changed after")
  })
})

describe("what a person may do about the money of a payment", () => {
  const coins = {
    crypto_currency: "USDT_TRC20",
    quoted_crypto_amount: "5",
    received_crypto_amount: "5",
  }
  const request = {
    id: "cpayreq_1",
    kind: "price" as const,
    amount: "5.00",
    currency_code: "eur",
    crypto_amount: "5",
  }
  const surplus = { ...request, kind: "surplus" as const, crypto_amount: "1" }

  it.each<[string, Case, boolean]>([
    ["it is settled", { state: "settled" }, true],
    ["it needs attention", {}, true],
    ["it is not paid", { state: "open" }, false],
    ["it is resolved", { state: "resolved" }, false],
    ["its coin is not known", { crypto_currency: null }, false],
    ["its price is unknown", { amount: null }, false],
    ["all of it was refunded", { refunds: [part, rest] }, false],
    ["a part was refunded", { refunds: [part] }, true],
  ])("is to request a refund, or not, when %s", (_when, patch, may) => {
    const known = facts({ ...coins, ...patch })
    const actions = allowedActions(known)
    expect(actions.includes("request_refund")).toBe(may)
    const act = () => checkAllowed("request_refund", known)
    if (may) expect(act).not.toThrow()
    else expect(act).toThrow(/refund|coin/)
  })

  it("is limited while a refund of it is promised", () => {
    const known = facts({ ...coins, requests: [request] })
    expect(allowedActions(known)).toEqual(["record_refund", "check"])
    for (const action of ["retry_order", "resolve"] as const) {
      expect(() => checkAllowed(action, known)).toThrow(
        "A refund request of 5.00 EUR is open (cpayreq_1). Send it, or revoke it first."
      )
    }
    // What is refused anyway keeps its own reason.
    expect(() => checkAllowed("accept", known)).toThrow(
      "Only an underpaid payment"
    )
  })

  it("is not limited by a surplus that was returned, or is about to be", () => {
    const known = facts({ ...coins, attention_reason: "underpaid" })
    const returned = { ...surplus, booked_at: null }
    expect(
      allowedActions({ ...known, refunds: [returned], requests: [surplus] })
    ).toEqual(allowedActions(known))
  })

  it("is to return a surplus once the price was refunded", () => {
    const known = facts({
      ...coins,
      state: "settled",
      received_crypto_amount: "6",
    })
    const whole = { ...ofPrice, amount: "5.00", booked_at: new Date() }
    const returned = { ...surplus, booked_at: null }
    const all = ["request_refund", "record_refund", "check"]
    expect(allowedActions({ ...known, refunds: [whole] })).toEqual(all)
    expect(allowedActions({ ...known, refunds: [whole, returned] })).toEqual([
      "check",
    ])
  })
})
