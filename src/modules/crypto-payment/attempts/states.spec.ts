import fc from "fast-check"
import {
  type AttemptState,
  ATTEMPT_STATES,
  isPaidState,
  PAID_STATES,
  statesBefore,
  TRANSITIONS,
} from "./states"

/** Every step that may be taken, written out as `from to`. */
const allowed = new Set([
  "creating open",
  "creating paid",
  "creating closed",
  "open paid",
  "open closed",
  "paid settled",
  "paid attention",
  "attention attention",
  "attention settled",
  "attention resolved",
  "closed paid",
  "settled paid",
])

const pairs = ATTEMPT_STATES.flatMap((from) =>
  ATTEMPT_STATES.map((to): [AttemptState, AttemptState] => [from, to])
)

describe("the life of an attempt", () => {
  it.each(pairs.filter(([from, to]) => allowed.has(`${from} ${to}`)))(
    "may go from %s to %s",
    (from, to) => {
      expect(TRANSITIONS[from].includes(to)).toBe(true)
      expect(statesBefore(to)).toContain(from)
    }
  )

  it.each(pairs.filter(([from, to]) => !allowed.has(`${from} ${to}`)))(
    "may not go from %s to %s",
    (from, to) => {
      expect(TRANSITIONS[from].includes(to)).toBe(false)
      expect(statesBefore(to)).not.toContain(from)
    }
  )

  it("reaches every state but the first from another", () => {
    for (const state of ATTEMPT_STATES) {
      expect(statesBefore(state)).toHaveLength(
        [...allowed].filter((step) => step.endsWith(` ${state}`)).length
      )
    }
    expect(statesBefore("creating")).toEqual([])
  })

  it("never unsees money, whatever steps are tried", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ATTEMPT_STATES),
        fc.array(fc.constantFrom(...ATTEMPT_STATES), { maxLength: 30 }),
        (start, requests) => {
          let state = start
          let seen = isPaidState(state)
          for (const request of requests) {
            if (TRANSITIONS[state].includes(request)) state = request
            if (seen) expect(PAID_STATES).toContain(state)
            seen ||= isPaidState(state)
          }
        }
      )
    )
  })

  it("comes to an end of confirmed money only by way of paid", () => {
    for (const end of ["settled", "attention", "resolved"] as const) {
      for (const before of statesBefore(end)) {
        expect(isPaidState(before)).toBe(true)
      }
    }
  })
})
