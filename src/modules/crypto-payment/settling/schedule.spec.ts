import fc from "fast-check"
import { firstCheckDelayMs, nextCheckDelayMs } from "./schedule"
import {
  type AttemptState,
  type AttentionReason,
  ATTENTION_REASONS,
  ATTEMPT_STATES,
} from "../attempts/states"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const now = new Date("2026-06-01T12:00:00Z")
const before = (spanMs: number) => new Date(now.getTime() - spanMs)

function checked(
  state: AttemptState,
  patch: {
    attention_reason?: AttentionReason
    checks?: number
    closed_at?: Date | null
    verified_at?: Date | null
    shortfall_accepted_at?: Date | null
  } = {}
) {
  return {
    state,
    attention_reason: null,
    checks: 0,
    closed_at: null,
    verified_at: null,
    shortfall_accepted_at: null,
    ...patch,
  }
}

describe("the next check of an attempt", () => {
  const growing: [AttemptState, AttentionReason | undefined][] = [
    ["creating", undefined],
    ["paid", undefined],
    ["attention", "order_not_placed"],
  ]

  it.each(growing)(
    "comes in growing steps up to an hour while it is %s %s",
    (state, attention_reason) => {
      const minutes = Array.from({ length: 12 }, (_, checks) => {
        const attempt = checked(state, { checks, attention_reason })
        return (nextCheckDelayMs(attempt, now, 7) ?? 0) / minuteMs
      })
      expect(minutes).toEqual([1, 2, 3, 5, 8, 13, 21, 34, 55, 60, 60, 60])
    }
  )

  /** Every wait of an attempt that nothing ever happens to. */
  function* waits(attempt: ReturnType<typeof checked>, lateWindowDays: number) {
    for (let checks = 0; checks < 1_000; checks++) {
      const current = { ...attempt, checks }
      const delayMs = nextCheckDelayMs(current, now, lateWindowDays)
      if (delayMs === null) return
      yield delayMs
    }
  }

  it("at an open attempt comes each minute while its countdown may run, hourly for a day, daily for the late window, and is over then", () => {
    const all = [...waits(checked("open"), 7)]
    expect(all.slice(0, 32)).toEqual(Array(32).fill(minuteMs))
    expect(all.slice(32, 35).map((ms) => ms / minuteMs)).toEqual([21, 34, 55])
    expect(all.slice(35, 57)).toEqual(Array(22).fill(hourMs))
    expect(all.slice(57)).toEqual(Array(7).fill(dayMs))
  })

  it("never comes later than its step is long, and steps never shrink", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<AttemptState>("creating", "open", "paid"),
        fc.nat(60),
        fc.nat(30),
        (state, checks, days) => {
          const here = nextCheckDelayMs(checked(state, { checks }), now, days)
          const after = nextCheckDelayMs(
            checked(state, { checks: checks + 1 }),
            now,
            days
          )
          if (here === null) return after === null
          return here <= dayMs && (after === null || after >= here)
        }
      )
    )
  })

  it.each<[AttemptState, AttentionReason | undefined, number]>([
    ["creating", undefined, dayMs],
    ["paid", undefined, hourMs],
    ["attention", "order_not_placed", dayMs],
  ])("has no end while it is %s %s", (state, attention_reason, stepMs) => {
    const attempt = checked(state, { checks: 9_999, attention_reason })
    expect(nextCheckDelayMs(attempt, now, 0)).toBe(stepMs)
  })

  it("judges a mismatch once more: a change that core rolls back may have been seen", () => {
    const attempt = checked("attention", {
      attention_reason: "amount_mismatch",
    })
    expect(nextCheckDelayMs(attempt, now, 7)).toBe(5 * minuteMs)
    expect(nextCheckDelayMs({ ...attempt, checks: 1 }, now, 7)).toBeNull()
  })

  it.each(
    ATTENTION_REASONS.filter(
      (reason) =>
        ![
          "order_not_placed",
          "amount_mismatch",
          "received_amount_unknown",
        ].includes(reason)
    )
  )("never comes by itself for %s: a person has it", (attention_reason) => {
    const attempt = checked("attention", { attention_reason })
    expect(nextCheckDelayMs(attempt, now, 7)).toBeNull()
  })

  it("comes in growing steps for an accepted shortfall, until it is settled", () => {
    const attempt = checked("attention", {
      attention_reason: "underpaid",
      shortfall_accepted_at: now,
    })
    expect(nextCheckDelayMs(attempt, now, 7)).toBe(minuteMs)
    expect(nextCheckDelayMs({ ...attempt, checks: 99 }, now, 7)).toBe(dayMs)
  })

  it("never comes once resolved", () => {
    expect(nextCheckDelayMs(checked("resolved"), now, 7)).toBeNull()
  })

  it("verifies what was settled once", () => {
    const settled = checked("settled")
    expect(nextCheckDelayMs(settled, now, 7)).toBe(5 * minuteMs)
    const verified = { ...settled, verified_at: now }
    expect(nextCheckDelayMs(verified, now, 7)).toBeNull()
  })

  it.each([
    ["at once", 0, hourMs],
    ["after an hour", hourMs, hourMs],
    ["just before a day is over", dayMs - 1, hourMs],
    ["after a day", dayMs, dayMs],
    ["after six days", 6 * dayMs, dayMs],
    ["after more than six days", 6 * dayMs + 1, null],
    ["after the late window", 8 * dayMs, null],
  ])("at a closed attempt, %s", (_when, sinceClosedMs, delayMs) => {
    const attempt = checked("closed", { closed_at: before(sinceClosedMs) })
    expect(nextCheckDelayMs(attempt, now, 7)).toBe(delayMs)
  })

  it("treats a closed attempt without a time stamp as closed now", () => {
    expect(nextCheckDelayMs(checked("closed"), now, 7)).toBe(hourMs)
  })

  it("does not come where no late window is wanted", () => {
    const attempt = checked("closed", { closed_at: now })
    expect(nextCheckDelayMs(attempt, now, 0)).toBeNull()
  })

  it("comes when another machine's clock closed it in our future", () => {
    const attempt = checked("closed", { closed_at: before(-5 * minuteMs) })
    expect(nextCheckDelayMs(attempt, now, 7)).toBe(hourMs)
  })
})

describe("the first check after a transition", () => {
  const minutes: Record<AttemptState, number | null> = {
    creating: 1,
    open: 1,
    paid: 0,
    settled: 5,
    attention: null,
    closed: 60,
    resolved: null,
  }

  it.each(ATTEMPT_STATES)("to %s has its delay", (state) => {
    const delayMs = firstCheckDelayMs(state, null)
    expect(delayMs === null ? null : delayMs / minuteMs).toBe(minutes[state])
  })

  it.each(ATTENTION_REASONS)(
    "to attention is as scheduled for %s",
    (reason) => {
      expect(firstCheckDelayMs("attention", reason)).toBe(
        nextCheckDelayMs(
          checked("attention", { attention_reason: reason }),
          now,
          7
        )
      )
    }
  )
})
