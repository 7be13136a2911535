import fc from "fast-check"
import {
  isPaidState,
  isSentBack,
  needsAttention,
  statesBefore,
  TRANSITIONS,
} from "./states"
import {
  ATTEMPT_STATES,
  type AttemptState,
  ATTENTION_REASONS,
  type Resolution,
} from "../column-values"

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

describe("the life of an attempt", () => {
  it.each(ATTEMPT_STATES)("goes on from %s by allowed steps alone", (from) => {
    for (const to of ATTEMPT_STATES) {
      const isAllowed = allowed.has(`${from} ${to}`)
      expect(TRANSITIONS[from].includes(to)).toBe(isAllowed)
      expect(statesBefore(to).includes(from)).toBe(isAllowed)
    }
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
            if (seen) expect(isPaidState(state)).toBe(true)
            seen ||= isPaidState(state)
          }
        }
      )
    )
  })
})

describe("a person", () => {
  it.each(ATTEMPT_STATES)(
    "is needed, or not, by an attempt that is %s",
    (state) => {
      const needed = ATTENTION_REASONS.filter((attention_reason) =>
        needsAttention({ state, attention_reason })
      )
      const ofOpen = state === "open" ? ["unknown_status"] : []
      expect(needed).toEqual(state === "attention" ? ATTENTION_REASONS : ofOpen)
      expect(needsAttention({ state, attention_reason: null })).toBe(
        state === "attention"
      )
    }
  )
})

describe("the money of an attempt", () => {
  const kinds = ["refunded", "order_placed_by_hand", "other"] as const
  const resolutions = [null, ...kinds.map((kind) => ({ kind }))]
  const unpaid = ["creating", "open", "closed"] as const

  it.each(unpaid)("was not sent back while none came: %s", (state) => {
    for (const resolution of resolutions) {
      expect(isSentBack({ state, resolution }, true)).toBe(false)
    }
  })

  it.each<[AttemptState, Resolution["kind"] | null, boolean, boolean]>([
    ["paid", null, false, false],
    ["paid", null, true, true],
    ["settled", null, false, false],
    ["settled", null, true, true],
    ["attention", null, false, false],
    ["attention", null, true, true],
    ["resolved", null, false, true],
    ["resolved", "other", false, true],
    // Resolved before it was paid.
    ["paid", "other", false, false],
    ["paid", "other", true, true],
    ["paid", "refunded", false, true],
    ["paid", "order_placed_by_hand", false, true],
    ["settled", "refunded", false, true],
  ])(
    "%s, resolved as %s, given back %s, counts as sent back: %s",
    (state, kind, isGivenBack, expected) => {
      const resolution = kind && { kind }
      expect(isSentBack({ state, resolution }, isGivenBack)).toBe(expected)
    }
  )
})
