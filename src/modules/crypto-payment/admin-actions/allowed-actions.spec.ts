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

const part: Recorded = {
  kind: "price",
  amount: "2.00",
  crypto_amount: null,
  booked_at: null,
}
const rest = { ...part, amount: "3.00" }
const booked = { booked_at: new Date() }
const bookedPart = { ...part, ...booked }
const whole = [bookedPart, { ...rest, ...booked }]

const coins = {
  crypto_currency: "USDT_TRC20",
  quoted_crypto_amount: "5",
  received_crypto_amount: "5",
}
const over = { ...coins, received_crypto_amount: "6" }
const surplus: Recorded = { ...part, kind: "surplus", crypto_amount: "1" }
const request: OpenRequest = {
  id: "cpayreq_1",
  kind: "price",
  amount: "5.00",
  currency_code: "eur",
  crypto_amount: "5",
}

const ACTIONS: AdminAction[] = [
  ...(["accept", "retry_order", "request_refund"] as const),
  ...(["record_refund", "resolve", "check"] as const),
]

describe("what a person may do about a payment", () => {
  const underpaid = { attention_reason: "underpaid" } as const
  const unknown = { attention_reason: "unknown_status" } as const

  it.each<[string, Case, string]>([
    ["is being created", { state: "creating" }, "check"],
    [
      "the gateway does not know",
      { state: "creating", gateway_payment_id: null },
      "",
    ],
    ["is open", { state: "open", ...coins }, "check"],
    ["is paid", { state: "paid", ...coins }, "check"],
    ["is closed", { state: "closed", ...coins }, "check"],
    ["is resolved", { state: "resolved", ...coins }, "check"],
    [
      "was settled and is resolved",
      { state: "resolved", settled_at: new Date(), payment_id: "pay_1" },
      "record_refund check",
    ],
    [
      "is open in an unknown status",
      { state: "open", ...unknown },
      "resolve check",
    ],
    ["was closed in one", { state: "closed", ...unknown }, "check"],
    ["is settled", { state: "settled" }, "record_refund check"],
    [
      "is settled, with its coin",
      { state: "settled", ...coins },
      "request_refund record_refund check",
    ],
    [
      "is settled, refunded and booked in part",
      { state: "settled", refunds: [bookedPart] },
      "record_refund check",
    ],
    [
      "is settled and refunded, and not all is booked",
      { state: "settled", refunds: [bookedPart, rest] },
      "record_refund check",
    ],
    [
      "is settled and refunded, and all is booked",
      { state: "settled", refunds: whole },
      "check",
    ],
    [
      "is settled and refunded, with a surplus that is left",
      { state: "settled", ...over, refunds: whole },
      "request_refund record_refund check",
    ],
    [
      "is settled and refunded, with a surplus that was returned",
      {
        state: "settled",
        ...over,
        refunds: [...whole, { ...surplus, ...booked }],
      },
      "check",
    ],
    [
      "needs attention",
      { attention_reason: "amount_mismatch" },
      "retry_order record_refund resolve check",
    ],
    [
      "needs attention, with its coin",
      coins,
      "retry_order request_refund record_refund resolve check",
    ],
    [
      "needs attention, refunded in part",
      { ...coins, refunds: [part] },
      "retry_order request_refund record_refund resolve check",
    ],
    [
      "needs attention and is refunded",
      { ...coins, refunds: [part, rest] },
      "retry_order resolve check",
    ],
    [
      "nobody knows the price of",
      { ...coins, amount: null },
      "retry_order resolve check",
    ],
    [
      "is a duplicate",
      { attention_reason: "duplicate_payment" },
      "record_refund resolve check",
    ],
    [
      "came late",
      { attention_reason: "late_payment" },
      "record_refund resolve check",
    ],
    [
      "a refund is promised of",
      { ...coins, requests: [request] },
      "record_refund check",
    ],
    [
      "is underpaid",
      underpaid,
      "accept retry_order record_refund resolve check",
    ],
    [
      "is underpaid, and a part was sent back",
      { ...underpaid, refunds: [part] },
      "retry_order record_refund resolve check",
    ],
    [
      "is underpaid, and a surplus was returned and another is about to be",
      {
        ...underpaid,
        refunds: [surplus],
        requests: [{ ...request, kind: "surplus", crypto_amount: "1" }],
      },
      "accept retry_order record_refund resolve check",
    ],
    [
      "was underpaid and is settled",
      { ...underpaid, state: "settled" },
      "record_refund check",
    ],
    [
      "was underpaid and is resolved",
      { ...underpaid, state: "resolved" },
      "check",
    ],
  ])("that %s: %#", (_which, patch, actions) => {
    const known = facts(patch)
    expect(allowedActions(known).join(" ")).toBe(actions)
    for (const action of ACTIONS) {
      const act = () => checkAllowed(action, known)
      if (actions.split(" ").includes(action)) expect(act).not.toThrow()
      else {
        expect(act).toThrow(
          expect.objectContaining({
            type: MedusaError.Types.NOT_ALLOWED,
            message: expect.stringMatching(/^(This|What|The|A) .*\.$/),
          })
        )
      }
    }
  })

  it.each<[string, AdminAction, Case]>([
    ["was never opened", "check", { gateway_payment_id: null }],
    ["is not paid yet. An order", "retry_order", { state: "open" }],
    [
      "so no order can come of it",
      "retry_order",
      { attention_reason: "late_payment" },
    ],
    ["being placed. Only a payment", "resolve", { state: "paid" }],
    ["ended unpaid. A refund", "record_refund", { state: "closed" }],
    ["price of this payment is unknown", "record_refund", { amount: null }],
    ["is recorded as refunded", "record_refund", { refunds: [part, rest] }],
    [
      "is refunded or requested",
      "request_refund",
      { ...coins, refunds: [part, rest] },
    ],
    ["does not name its coin", "request_refund", {}],
    [
      "price of this payment is unknown",
      "request_refund",
      { ...coins, amount: null },
    ],
    [
      "A refund of this payment is recorded",
      "accept",
      { ...underpaid, refunds: [part] },
    ],
    [
      "A refund request of 5.00 EUR is open (cpayreq_1)",
      "retry_order",
      { requests: [request] },
    ],
    // What is refused anyway keeps its own reason.
    ["Only an underpaid payment", "accept", { requests: [request] }],
  ])('is refused with the reason "%s" for %s', (reason, action, patch) => {
    expect(() => checkAllowed(action, facts(patch))).toThrow(reason)
  })

  it.each<[AdminAction | null, Case]>([
    ["request_refund", { attention_reason: "amount_mismatch" }],
    ["request_refund", { attention_reason: "duplicate_payment" }],
    ["retry_order", { attention_reason: "order_not_placed" }],
    ["resolve", { attention_reason: "unmatched" }],
    ["resolve", { attention_reason: "test_mode_mismatch" }],
    ["request_refund", { attention_reason: "late_payment" }],
    ["accept", { attention_reason: "received_amount_unknown" }],
    [null, underpaid],
    ["check", { state: "open", ...unknown }],
    ["request_refund", { state: "settled" }],
    [null, { state: "settled", refunds: [part, rest] }],
    ["check", { state: "open" }],
    [null, { state: "creating", gateway_payment_id: null }],
    // The likely one is not allowed, so it is the next.
    ["resolve", { attention_reason: "late_payment", crypto_currency: null }],
    ["resolve", { attention_reason: "late_payment", refunds: [part, rest] }],
  ])("is first of all %s, where it has %j", (action, patch) => {
    const known = facts({ crypto_currency: "USDT_TRC20", ...patch })
    expect(primaryAction(known)).toBe(action)
    if (action) expect(allowedActions(known)).toContain(action)
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
  const seen = { attempt: late, refunds: [], requests: [] }
  const refusal = (now: string) =>
    expect.objectContaining({
      code: "changed",
      message: expect.stringContaining(
        `This payment ${now} That changed after`
      ),
    })

  it("is what the decision is about", () => {
    const shown = { version: versionOf(seen) }
    const read = { ...seen, attempt: { ...late } }
    expect(() => checkShown(read, shown)).not.toThrow()
    expect(() => checkShown(seen, undefined)).not.toThrow()
  })

  it.each<[string, Partial<Attempt>]>([
    ["is settled.", { state: "settled", attention_reason: null }],
    [
      "needs attention (order_not_placed).",
      { attention_reason: "order_not_placed" },
    ],
    ...[
      { order_id: "order_1" },
      { amount: "4.00" },
      { currency_code: "usd" },
      { gateway_amount: "4.00" },
      { gateway_currency: "JPY" },
      { crypto_currency: "BTC" },
      { quoted_crypto_amount: "5.1" },
      { received_crypto_amount: "0.05" },
      { received_crypto_amount: null },
    ].map((change): [string, Partial<Attempt>] => [
      "needs attention (late_payment).",
      change,
    ]),
  ])("refuses it, since the payment %s, with %j", (now, change) => {
    const changed = { ...seen, attempt: { ...late, ...change } }
    expect(() => checkShown(changed, { version: versionOf(seen) })).toThrow(
      refusal(now)
    )
  })

  const waiting = { id: "cpayreq_1", state: "waiting_for_address" }
  const entered = { ...waiting, state: "address_entered" }
  const second = { ...waiting, id: "cpayreq_2" }

  it.each([
    ["a refund was recorded", [{ id: "cpayref_1" }], [waiting], "1, 1"],
    ["a request was made", [], [waiting, second], "0, 2"],
    ["a request was answered", [], [entered], "0, 1"],
    ["a request was revoked", [], [], ""],
  ])("refuses it once %s", (_what, refunds, requests, counts) => {
    const before = { ...seen, requests: [waiting] }
    const shown = { version: versionOf(before) }
    expect(() => checkShown(before, shown)).not.toThrow()
    const [recorded, requested] = counts.split(", ")
    const given = ` Refunds: ${recorded} recorded, ${requested} requested.`
    expect(() => checkShown({ ...seen, refunds, requests }, shown)).toThrow(
      refusal(`needs attention (late_payment).${counts && given}`)
    )
  })
})
