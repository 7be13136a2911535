import { MedusaError } from "@medusajs/framework/utils"
import type { AdminAction } from "./actions"
import {
  type ActionFacts,
  allowedActions,
  checkAllowed,
  checkShown,
  type OpenRequest,
  primaryAction,
  versionOf,
  waysOut,
} from "./allowed-actions"
import type { AttentionFact } from "../column-values"
import { attemptRow } from "../fixtures/attempt-row"
import { attentionFacts } from "../fixtures/attention-facts"
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
  kind: "refund",
  amount: "2.00",
  crypto_amount: null,
  booked_at: null,
}
const rest = { ...part, amount: "3.00" }
const at = new Date("2026-01-01T00:00:00Z")
const booked = { booked_at: at }
const bookedPart = { ...part, ...booked }
const whole = [bookedPart, { ...rest, ...booked }]

const coins = {
  crypto_currency: "USDT_TRC20",
  quoted_crypto_amount: "5",
  received_crypto_amount: "5",
}
const over = { ...coins, received_crypto_amount: "6" }
const surplus: Recorded = {
  kind: "surplus",
  amount: "5.00",
  crypto_amount: "1",
  booked_at: null,
}
const request: OpenRequest = {
  id: "cpayreq_1",
  kind: "refund",
  amount: "5.00",
  currency_code: "eur",
  crypto_amount: "5",
}

const ACTIONS: AdminAction[] = [
  "accept",
  "retry_order",
  "request_refund",
  "record_refund",
  "resolve",
  "check",
]

describe("what a person may do about a payment", () => {
  const settled = { state: "settled" } as const
  const underpaid = { attention_reason: "underpaid" } as const
  const unknown = { attention_reason: "unknown_status" } as const

  const surplusRequest = {
    ...request,
    kind: "surplus",
    crypto_amount: "1",
  } as const

  const cases: Record<string, Case[]> = {
    "": [
      { state: "creating", gateway_payment_id: null },
      { ...settled, refunds: whole },
      { ...settled, ...over, refunds: [...whole, surplus] },
    ],
    check: [
      { state: "creating" },
      ...(["open", "paid", "closed", "resolved"] as const).map((state) => ({
        state,
        ...coins,
      })),
      { state: "closed", ...unknown },
      { state: "resolved", ...underpaid },
    ],
    "resolve check": [{ state: "open", ...unknown }],
    record_refund: [
      settled,
      { ...settled, ...underpaid },
      { ...settled, refunds: [bookedPart] },
      // Medusa has not booked all of what was sent back.
      { ...settled, refunds: [bookedPart, rest] },
    ],
    "record_refund check": [
      // Its order has the money.
      { state: "resolved", settled_at: at, payment_id: "pay_1" },
      { ...coins, requests: [request] },
    ],
    "request_refund record_refund": [
      { ...settled, ...coins },
      { ...settled, ...over, refunds: whole },
    ],
    "record_refund resolve check": [
      { attention_reason: "duplicate_payment" },
      { attention_reason: "late_payment" },
      { ...underpaid, refunds: [part] },
    ],
    "retry_order resolve check": [
      { ...coins, refunds: [part, rest] },
      { ...coins, amount: null },
    ],
    "retry_order record_refund resolve check": [
      { attention_reason: "amount_mismatch" },
    ],
    "retry_order request_refund record_refund resolve check": [
      coins,
      { ...coins, refunds: [part] },
    ],
    "accept record_refund resolve check": [underpaid],
    "accept request_refund record_refund resolve check": [
      { ...underpaid, ...coins },
      // A surplus is no part of the price.
      {
        ...underpaid,
        ...coins,
        refunds: [surplus],
        requests: [surplusRequest],
      },
    ],
  }
  const rows = Object.entries(cases).flatMap(([actions, patches]) =>
    patches.map((patch): [string, Case] => [actions, patch])
  )

  it.each(rows)(
    "is to %s, and nothing else, where it has %j",
    (actions, patch) => {
      const known = facts(patch)
      expect(allowedActions(known).join(" ")).toBe(actions)
      const accepted = actions.split(" ")
      // By then it may have been settled; nothing comes of it.
      const { state, gateway_payment_id } = known.attempt
      if (state === "settled" && gateway_payment_id) accepted.push("check")
      const { attention_reason: reason } = known.attempt
      const isPromised = known.requests.some(({ kind }) => kind === "refund")
      if (state === "attention" && reason === "underpaid" && !isPromised) {
        accepted.push("retry_order")
      }
      for (const action of ACTIONS) {
        const act = () => checkAllowed(action, known)
        if (accepted.includes(action)) expect(act).not.toThrow()
        else {
          expect(act).toThrow(
            expect.objectContaining({
              type: MedusaError.Types.NOT_ALLOWED,
              message: expect.stringMatching(/^(This|What|The|A) .*\.$/),
            })
          )
        }
      }
    }
  )

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
      "is recorded as refunded",
      "record_refund",
      { ...settled, refunds: whole },
    ],
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
      "A refund request of €5.00 is open (cpayreq_1)",
      "retry_order",
      { requests: [request] },
    ],
    // What is refused anyway keeps its own reason.
    ["Only an underpaid payment", "accept", { requests: [request] }],
  ])('is refused with the reason "%s" for %s', (reason, action, patch) => {
    expect(() => checkAllowed(action, facts(patch))).toThrow(reason)
  })

  it.each([
    ["request_refund", "order_not_placed", "variant_deleted region_deleted"],
    ["request_refund", "order_not_placed", "promotion_deleted"],
    ["retry_order", "order_not_placed", "out_of_stock shipping_option_gone"],
    ["retry_order", "order_not_placed", "crypto_off order_half_done failed"],
    ["allocate_items", "order_not_placed", "stock_not_reserved"],
    ["check", "order_not_placed", "orphaned_order"],
    ["resolve", "order_not_placed", "not_bookable decided_by_admin"],
    ["resolve", "unmatched", "price_unknown no_cart_or_collection"],
    ["request_refund", "unmatched", "cart_gone"],
    ["resolve", "test_mode_mismatch", "test_coins"],
    ["request_refund", "test_mode_mismatch", "real_coins"],
    ["check", "test_mode_mismatch", "test_mode_unknown"],
  ] as const)("is first of all %s for %s, where the cause is %s", (...row) => {
    const [action, attention_reason, causes] = row
    const found = Object.values(attentionFacts).flatMap((each) =>
      each.map(([fact]): AttentionFact => fact)
    )
    for (const cause of causes.split(" ")) {
      const attention_fact = found.find(
        (fact) => ("blocker" in fact ? fact.blocker : fact.type) === cause
      )
      const known = facts({ ...coins, attention_reason, attention_fact })
      const primary = attention_fact && primaryAction(known)
      expect([cause, primary]).toEqual([cause, action])
    }
  })

  it.each<[string, Case]>([
    ["accept request_refund", { attention_reason: "underpaid" }],
    ["request_refund resolve", { attention_reason: "amount_mismatch" }],
    ["request_refund", { attention_reason: "late_payment" }],
    ["check", { state: "open", ...unknown }],
    // The way that is usual is not open.
    ["resolve", { attention_reason: "late_payment", crypto_currency: null }],
    // What is promised uses the money.
    ["", { attention_reason: "underpaid", requests: [request] }],
    ["", { state: "settled" }],
    [
      "request_refund retry_order resolve",
      {
        attention_reason: "amount_mismatch",
        attention_fact: attentionFacts.cart_price_differs[0][0],
      },
    ],
    [
      "retry_order",
      {
        attention_reason: "order_not_placed",
        attention_fact: { type: "from_the_future" },
      },
    ],
  ])("has the ways out %s, where it has %j", (ways, patch) => {
    const known = facts({ crypto_currency: "USDT_TRC20", ...patch })
    expect(waysOut(known).join(" ")).toBe(ways)
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
  const error = (now: string) =>
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
      error(now)
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
      error(`needs attention (late_payment).${counts && given}`)
    )
  })
})
