import fc from "fast-check"

import { attemptStates } from "./states"
import { isSuperseded, mayExpire, type UseFacts } from "./superseded"

const used: UseFacts = {
  state: "open",
  live_sessions: 1,
  cart_completed: false,
  paid_otherwise: false,
  order_canceled: false,
  quiet_for_seconds: 600,
}

describe("an attempt", () => {
  it.each<[string, Partial<UseFacts>, boolean]>([
    ["serves while a session of it exists", {}, false],
    ["serves two sessions that share it", { live_sessions: 2 }, false],
    ["is superseded when no session is left", { live_sessions: 0 }, true],
    [
      "is superseded when its cart was completed",
      { cart_completed: true },
      true,
    ],
    ["is superseded when something else paid", { paid_otherwise: true }, true],
    [
      "is superseded when its order is cancelled",
      { order_canceled: true },
      true,
    ],
    [
      "is left alone while sessions are being swapped",
      { live_sessions: 0, quiet_for_seconds: 119.9 },
      false,
    ],
    [
      "is superseded after two quiet minutes",
      { live_sessions: 0, quiet_for_seconds: 120 },
      true,
    ],
  ])("%s", (_what, patch, superseded) => {
    expect(isSuperseded({ ...used, ...patch })).toBe(superseded)
  })

  it("is never superseded in another state, whatever else is true", () => {
    fc.assert(
      fc.property(
        fc.record({
          state: fc.constantFrom(...attemptStates.filter((s) => s !== "open")),
          live_sessions: fc.nat(3),
          cart_completed: fc.boolean(),
          paid_otherwise: fc.boolean(),
          order_canceled: fc.boolean(),
          quiet_for_seconds: fc.nat(),
        }),
        (facts) => !isSuperseded(facts)
      )
    )
  })

  it.each([
    ["is expired once it is superseded", "open", new Date(), 0, true],
    ["is tried at five looks", "open", new Date(), 4, true],
    ["is then only watched", "open", new Date(), 5, false],
    ["is not expired while it serves", "open", null, 0, false],
    ["is not expired twice", "closed", new Date(), 0, false],
  ] as const)("%s", (_what, state, superseded_at, checks, may) => {
    expect(mayExpire({ state, superseded_at, checks })).toBe(may)
  })
})
