import type { ScenarioKind } from "./scenarios/kinds"

/** Where a confirmed payment ended: `settled`, `resolved`, or why it waits. */
export type Outcome = string

export type OutcomesByKind = Partial<
  Record<ScenarioKind, Record<Outcome, number>>
>

/**
 * What the plan makes likely of the confirmed payments of a kind of scenario: the
 * share that settles, and why the others may need attention. Wide: kills,
 * countdowns that end and outages strike every kind.
 */
export type Expectation = {
  settled: [from: number, to: number]
  reasons: string[]
}

/** A share of fewer payments says nothing. */
const ENOUGH = 8

/**
 * Kills and outages strike every kind, so one payment of a kind may wait for a
 * reason that is not its own; the auditor has judged that reason.
 */
const STRAYS = 1

/** Whatever strikes, these need no person. */
const always: Expectation = { settled: [0.9, 1], reasons: [] }
const removed: Expectation = {
  settled: [0, 1],
  reasons: ["order_not_placed", "amount_mismatch"],
}

export const EXPECTATIONS: Record<ScenarioKind, Expectation> = {
  buy: always,
  race: always,
  return_page: always,
  change_cart: always,
  old_page: { settled: [0, 0.3], reasons: ["amount_mismatch"] },
  double_click: always,
  reload: always,
  pay_twice: {
    settled: [0.3, 0.7],
    reasons: ["amount_mismatch", "duplicate_payment"],
  },
  pay_late: always,
  underpay: always,
  pay_short: always,
  overpay: always,
  abandon: { settled: [0, 1], reasons: [] },
  fail: always,
  by_hand: always,
  switch_provider: { settled: [0, 0.5], reasons: ["duplicate_payment"] },
  switch_and_back: always,
  cancel: {
    settled: [0.1, 0.8],
    reasons: ["duplicate_payment", "late_payment"],
  },
  // A third, by the stock. But core's in-memory engine may give up undoing a
  // completion that found no stock (support/shop/workflows-to-end.ts): its order stays,
  // so that one piece is sold several times, each for its price.
  contest: { settled: [0.2, 1], reasons: ["order_not_placed"] },
  foreign: { settled: [0, 0], reasons: ["unmatched", "test_mode_mismatch"] },
  tamper_around: { settled: [0.1, 1], reasons: ["amount_mismatch"] },
  no_shipping: {
    settled: [0, 0.3],
    reasons: ["order_not_placed", "amount_mismatch"],
  },
  stock_returns: { settled: [0.5, 1], reasons: ["order_not_placed"] },
  failing_hook: {
    settled: [0.5, 1],
    reasons: ["order_not_placed", "amount_mismatch"],
  },
  edit_up: { settled: [0.6, 1], reasons: ["amount_mismatch"] },
  edit_down: always,
  replacement: always,
  two_tabs: always,
  stale_tab: { settled: [0.3, 1], reasons: ["duplicate_payment"] },
  deleted_cart: {
    settled: [0, 0.8],
    reasons: ["unmatched", "late_payment", "order_not_placed"],
  },
  inline: always,
  inline_superseded: {
    settled: [0, 0.7],
    reasons: ["amount_mismatch", "duplicate_payment"],
  },
  inline_abandoned: always,
  forged: always,
  odd_fields: always,
  core_route: always,
  check_now: always,
  admins: { settled: [0, 0.2], reasons: ["amount_mismatch"] },
  refund_order: always,
  refund_two: always,
  refund_in_edit: always,
  short_of_rule: {
    settled: [0.1, 0.9],
    reasons: [
      ...["underpaid", "received_amount_unknown"],
      ...["late_payment", "order_not_placed"],
    ],
  },
  request_refund: always,
  other_merchant: always,
  other_currency: always,
  removed_product: removed,
  removed_promotion: removed,
  removed_region: removed,
  order_first: always,
  pay_again: { settled: [0.4, 1], reasons: ["duplicate_payment"] },
  never_pay: { settled: [0, 1], reasons: [] },
  pay_canceled: { settled: [0, 0.3], reasons: ["late_payment"] },
  pay_at_the_end: { settled: [0, 1], reasons: ["late_payment"] },
  pay_unnoticed: always,
  admin_cancels: { settled: [0, 0.8], reasons: ["late_payment"] },
  edit_unpaid: {
    settled: [0.1, 1],
    reasons: ["amount_mismatch", "duplicate_payment"],
  },
  other_money: {
    settled: [0.1, 1],
    reasons: ["amount_mismatch", "duplicate_payment", "late_payment"],
  },
}

/** What came otherwise than the plan makes likely, one sentence each. Pure. */
export function judgeOutcomes(
  outcomes: OutcomesByKind,
  expectations: Partial<Record<string, Expectation>> = EXPECTATIONS
): string[] {
  return Object.entries(outcomes).flatMap(([kind, counts]) => {
    const expected = expectations[kind]
    if (!expected) return [`${kind}: nothing is expected of it`]
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const { settled = 0, resolved: _resolved, ...others } = counts
    const share = settled / all
    const [from, to] = expected.settled
    return [
      ...(all >= ENOUGH && (share < from || share > to)
        ? [`${kind}: ${settled} of ${all} are settled, not ${from} to ${to}`]
        : []),
      ...Object.entries(others)
        .filter(
          ([reason, count]) =>
            count > STRAYS && !expected.reasons.includes(reason)
        )
        .map(([reason, count]) => `${kind}: ${count} x ${reason}`),
    ]
  })
}
