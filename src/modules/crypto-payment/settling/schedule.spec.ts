import fc from "fast-check"
import {
  type AttemptState,
  type AttentionReason,
  ATTENTION_REASONS,
  ATTEMPT_STATES,
} from "../column-values"
import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/crypto-payment"
import {
  firstCheckDelayMs,
  isSuperseded,
  isUnreachableForGood,
  mayEndAtGateway,
  mayExpire,
  mayStillPass,
  needsSettling,
  nextCheckDelayMs,
  type UnpaidPayment,
  type UseFacts,
} from "./schedule"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const now = new Date("2026-06-01T12:00:00Z")

/** In a late window of seven days. */
const delayMs = (state: AttemptState, patch: Partial<Attempt> = {}, days = 7) =>
  nextCheckDelayMs(attemptRow({ state, ...patch }), now, days)

it.each([
  [29, false],
  [30, false],
  [31, true],
])(
  "a merchant that is not configured is waited for: %d days",
  (days, ended) => {
    const at = new Date(now.getTime() - days * dayMs)
    const long = new Date(now.getTime() - 100 * dayMs)
    expect(
      [
        { created_at: at, last_checked_at: null },
        { created_at: long, last_checked_at: at },
      ].map((attempt) => isUnreachableForGood(attempt, now))
    ).toEqual([ended, ended])
  }
)

describe("the next check of an attempt", () => {
  const growing: [AttemptState, AttentionReason | null, endMs: number][] = [
    ["creating", null, dayMs],
    ["paid", null, hourMs],
    ["attention", "order_not_placed", dayMs],
  ]

  it.each(growing)(
    "comes in growing steps without an end while it is %s %s",
    (state, attention_reason, endMs) => {
      const minutes = Array.from({ length: 12 }, (_, checks) => {
        const ms = delayMs(state, { checks, attention_reason })
        return (ms ?? 0) / minuteMs
      })
      expect(minutes).toEqual([1, 2, 3, 5, 8, 13, 21, 34, 55, 60, 60, 60])
      const last = { checks: 9_999, attention_reason }
      expect(delayMs(state, last, 0)).toBe(endMs)
    }
  )

  it.each([
    [0, [1, 10, 10]],
    [60, [1, 10, 10]],
    [119, [1, 10, 10]],
    [120, [1, 34, 60]],
  ])(
    "passes over no end of the first hour where it was paid %i minutes ago",
    (minutesAgo, minutes) => {
      const paid_at = new Date(now.getTime() - minutesAgo * minuteMs)
      const steps = [0, 7, 20].map(
        (checks) => (delayMs("paid", { checks, paid_at }) ?? 0) / minuteMs
      )
      expect(steps).toEqual(minutes)
    }
  )

  it.each([
    [0, true],
    [hourMs - 1, true],
    [hourMs, false],
    [dayMs, false],
  ])("%i ms of failures may still pass: %s", (failingForMs, mayPass) => {
    expect(mayStillPass(failingForMs)).toBe(mayPass)
  })

  it("at an open attempt comes each minute while its countdown may run, hourly for a day, daily for the late window, and is over then", () => {
    const all = Array.from({ length: 65 }, (_, checks) =>
      delayMs("open", { checks })
    )
    expect(all).toEqual([
      ...Array<number>(32).fill(minuteMs),
      21 * minuteMs,
      34 * minuteMs,
      55 * minuteMs,
      ...Array<number>(22).fill(hourMs),
      ...Array<number>(7).fill(dayMs),
      null,
    ])
  })

  it("never comes later than its step is long, and steps never shrink", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<AttemptState>("creating", "open", "paid"),
        fc.nat(60),
        fc.nat(30),
        (state, checks, days) => {
          const here = delayMs(state, { checks }, days)
          const after = delayMs(state, { checks: checks + 1 }, days)
          if (here === null) return after === null
          return here <= dayMs && (after === null || after >= here)
        }
      )
    )
  })

  const accepted = {
    attention_reason: "underpaid",
    shortfall_accepted_at: now,
  } as const
  const closed = (sinceMs: number) => ({
    closed_at: new Date(now.getTime() - sinceMs),
  })

  it.each<
    [string, AttemptState, Partial<Attempt>, number | null, days?: number]
  >([
    [
      "a mismatch, since core may roll back the change that was seen",
      "attention",
      { attention_reason: "amount_mismatch" },
      5 * minuteMs,
    ],
    [
      "a mismatch that was judged once more",
      "attention",
      { attention_reason: "amount_mismatch", checks: 1 },
      null,
    ],
    ["an accepted shortfall", "attention", accepted, minuteMs],
    [
      "an accepted shortfall that is not settled yet",
      "attention",
      { ...accepted, checks: 99 },
      dayMs,
    ],
    ["a resolved one", "resolved", {}, null],
    ["a settled one", "settled", {}, 5 * minuteMs],
    ["a verified one", "settled", { verified_at: now }, null],
    ["a closed one without a time stamp", "closed", {}, hourMs],
    ["one closed at once", "closed", closed(0), hourMs],
    ["one closed just before a day", "closed", closed(dayMs - 1), hourMs],
    ["one closed a day ago", "closed", closed(dayMs), dayMs],
    ["one closed six days ago", "closed", closed(6 * dayMs), dayMs],
    ["one closed earlier than that", "closed", closed(6 * dayMs + 1), null],
    ["one closed without a late window", "closed", closed(0), null, 0],
    [
      "one that another machine's clock closed in our future",
      "closed",
      closed(-5 * minuteMs),
      hourMs,
    ],
  ])("of %s", (_which, state, patch, ms, days = 7) => {
    expect(delayMs(state, patch, days)).toBe(ms)
  })
})

describe("the first check after a transition", () => {
  it.each<[AttemptState, number | null]>([
    ["creating", 1],
    ["open", 1],
    ["paid", 0],
    ["settled", 5],
    ["attention", null],
    ["closed", 60],
    ["resolved", null],
  ])("to %s has its delay", (state, minutes) => {
    const ms = firstCheckDelayMs(state, null)
    expect(ms === null ? null : ms / minuteMs).toBe(minutes)
  })

  it.each(ATTENTION_REASONS)(
    "to attention is as scheduled for %s, which a person has mostly",
    (reason) => {
      const ms = firstCheckDelayMs("attention", reason)
      expect(ms).toBe(delayMs("attention", { attention_reason: reason }))
      const isChecked =
        /order_not_placed|amount_mismatch|received_amount_unknown/.test(reason)
      expect(ms !== null).toBe(isChecked)
    }
  )
})

describe("whether an attempt needs settling", () => {
  it.each<[AttemptState, Partial<Attempt>, boolean, boolean, boolean]>([
    ["creating", { gateway_status: null }, false, false, false],
    ["creating", { gateway_status: "expired" }, true, true, true],
    ["open", { gateway_status: "pending" }, false, false, false],
    ["open", { gateway_status: "a_new_status" }, false, false, false],
    ["open", { gateway_status: "failed" }, true, true, true],
    ["paid", { gateway_status: "confirmed" }, true, true, true],
    ["paid", { gateway_status: "expired" }, true, true, true],
    ["attention", { attention_reason: "unmatched" }, false, true, true],
    ["attention", { attention_reason: "underpaid" }, true, true, true],
    ["closed", { gateway_status: "expired" }, false, false, false],
    ["settled", {}, false, false, true],
    ["settled", { verified_at: now }, false, false, false],
    ["resolved", {}, false, false, false],
  ])(
    "in state %s with %j: %s, reconsidered: %s, verified: %s",
    (state, patch, plainly, reconsidered, verified) => {
      const attempt = attemptRow({ state, ...patch })
      expect(needsSettling(attempt)).toBe(plainly)
      expect(needsSettling(attempt, "reconsider")).toBe(reconsidered)
      expect(needsSettling(attempt, "verify")).toBe(verified)
    }
  )
})

describe("an attempt", () => {
  const used: UseFacts = {
    state: "open",
    live_sessions: 1,
    not_due: false,
    paid_otherwise: false,
    order_canceled: false,
    quiet_for_seconds: 600,
  }
  const quietFor = (quiet_for_seconds: number) => ({
    live_sessions: 0,
    quiet_for_seconds,
  })

  it.each<[string, Partial<UseFacts>, boolean]>([
    ["serves while a session of it exists", {}, false],
    ["serves two sessions that share it", { live_sessions: 2 }, false],
    ["is superseded when no session is left", { live_sessions: 0 }, true],
    ["is superseded when its cart was completed", { not_due: true }, true],
    ["is superseded when something else paid", { paid_otherwise: true }, true],
    [
      "is superseded when its order is canceled",
      { order_canceled: true },
      true,
    ],
    ["is left alone while sessions are being swapped", quietFor(119.9), false],
    ["is superseded after two quiet minutes", quietFor(120), true],
    ...ATTEMPT_STATES.filter((state) => state !== "open").map(
      (state): [string, Partial<UseFacts>, boolean] => [
        `is never superseded once it is ${state}`,
        { state, live_sessions: 0, not_due: true, paid_otherwise: true },
        false,
      ]
    ),
  ])("%s", (_what, patch, superseded) => {
    expect(isSuperseded({ ...used, ...patch })).toBe(superseded)
  })

  /** A hosted page that waits for its buyer to choose a coin. */
  const left = attemptRow({ superseded_at: now })

  it.each<[string, Partial<Attempt>, boolean]>([
    ["is expired once it is superseded", {}, true],
    ["is expired in five checks", { checks: 4 }, true],
    ["is only watched after those", { checks: 5 }, false],
    ["is not expired while it serves", { superseded_at: null }, false],
    ["is not expired twice", { state: "closed" }, false],
    ["is not expired inline", { flow: "h2h" }, false],
    ["is not expired with a coin", { crypto_currency: "BTC" }, false],
    ["is not expired with an address", { wallet_address: "0xabc" }, false],
    ["is not expired once it is pending", { gateway_status: "pending" }, false],
  ])("%s", (_what, patch, may) => {
    expect(mayExpire({ ...left, ...patch })).toBe(may)
  })
})

describe("a payment at the gateway", () => {
  const untouched: UnpaidPayment = {
    flow: "widget",
    status: "created",
    currency: undefined,
    wallet_address: undefined,
  }

  it.each<[string, Partial<UnpaidPayment>, boolean]>([
    ["may be ended while its page waits for a coin", {}, true],
    ["may be ended where the ledger has nulls", { currency: null }, true],
    ["is left alone once a coin was chosen", { status: "pending" }, false],
    ["is left alone with a coin, in any status", { currency: "X" }, false],
    ["is left alone with an address", { wallet_address: "0xabc" }, false],
    ["is left alone when it is paid inline", { flow: "h2h" }, false],
    ["is left alone when nobody knows its flow", { flow: null }, false],
    ["is left alone in a status of tomorrow", { status: "underpaid" }, false],
    ["is left alone without a status", { status: null }, false],
    ["is not ended when it is paid", { status: "confirmed" }, false],
    ["is not ended twice", { status: "expired" }, false],
  ])("%s", (_what, patch, may) => {
    expect(mayEndAtGateway({ ...untouched, ...patch })).toBe(may)
  })
})
