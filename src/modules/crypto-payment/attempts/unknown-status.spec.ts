import { describeFact } from "../settling/attention-fact"
import { ATTEMPT_STATES, ATTENTION_REASONS, needsAttention } from "./states"
import {
  isUnknownStatusUnreported,
  restateUnknownStatus,
  unknownStatusFact,
} from "./observation"

const known = [
  "created",
  "pending",
  "confirmed",
  "confirmed_manual",
  "failed",
  "expired",
]

const left = {
  state: "open",
  gateway_status: "underpaid",
  attention_reason: null,
} as const

describe("an attempt with an unknown status", () => {
  it("is left with it while it is open and has no attention reason", () => {
    expect(isUnknownStatusUnreported(left)).toBe(true)
  })

  it.each(ATTEMPT_STATES.filter((state) => state !== "open"))(
    "is not left with it when it is %s",
    (state) => {
      expect(isUnknownStatusUnreported({ ...left, state })).toBe(false)
    }
  )

  it.each([...known, null])("is none with the status %s", (gateway_status) => {
    expect(isUnknownStatusUnreported({ ...left, gateway_status })).toBe(false)
  })

  it("is put in front of a person once", () => {
    const reported = { ...left, attention_reason: "unknown_status" } as const
    expect(isUnknownStatusUnreported(reported)).toBe(false)
  })

  it.each(known)("needs no person any more once it is %s", (status) => {
    const reported = { attention_reason: "unknown_status" } as const
    expect(restateUnknownStatus(reported, status)).toEqual({
      attention_reason: null,
      attention_fact: null,
      attention_detail: null,
    })
  })

  it("needs its person on while another unknown status follows", () => {
    const reported = { attention_reason: "unknown_status" } as const
    expect(restateUnknownStatus(reported, "overpaid")).toEqual({
      attention_fact: { type: "unknown_status", status: '"overpaid"' },
      attention_detail:
        'The gateway reports the status "overpaid", which this version of the plugin does not know.',
    })
  })

  it.each([
    null,
    ...ATTENTION_REASONS.filter((reason) => reason !== "unknown_status"),
  ])("is not what %s is about", (attention_reason) => {
    for (const status of ["confirmed", "overpaid"]) {
      expect(restateUnknownStatus({ attention_reason }, status)).toEqual({})
    }
  })

  it("is quoted in one short line, without what nobody sees", () => {
    expect(unknownStatusFact("under\u202epaid\n\u0007")).toEqual({
      type: "unknown_status",
      status: '"underpaid"',
    })
    const long = describeFact(unknownStatusFact("x".repeat(512)))
    expect(long.length).toBeLessThan(160)
  })
})

describe("a person", () => {
  it.each(ATTEMPT_STATES)(
    "is needed, or not, by an attempt that is %s",
    (state) => {
      const needs = ATTENTION_REASONS.map((attention_reason) =>
        needsAttention({ state, attention_reason })
      )
      const expected = state === "attention" || state === "open"
      expect(new Set(needs)).toEqual(new Set([expected]))
      expect(needsAttention({ state, attention_reason: null })).toBe(
        state === "attention"
      )
    }
  )
})
