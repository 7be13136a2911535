import fc from "fast-check"
import { ATTEMPT_STATES } from "../attempts/states"
import { attemptRow } from "../fixtures/attempt-row"
import {
  isSuperseded,
  mayEndAtGateway,
  mayExpire,
  type UnpaidPayment,
  type UseFacts,
} from "./schedule"

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

describe("an attempt", () => {
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
  ])("%s", (_what, patch, superseded) => {
    expect(isSuperseded({ ...used, ...patch })).toBe(superseded)
  })

  it("is never superseded in another state, whatever else is true", () => {
    fc.assert(
      fc.property(
        fc.record({
          state: fc.constantFrom(...ATTEMPT_STATES.filter((s) => s !== "open")),
          live_sessions: fc.nat(3),
          not_due: fc.boolean(),
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
    expect(mayExpire({ ...waiting, state, superseded_at, checks })).toBe(may)
  })

  it.each<[string, Partial<typeof waiting>]>([
    ["paid inline", { flow: "h2h" }],
    ["whose coin was chosen", { gateway_status: "pending" }],
    ["with an address", { wallet_address: "0xabc" }],
    ["with a coin", { crypto_currency: "BTC" }],
  ])("%s is never tried", (_what, patch) => {
    const superseded = { ...waiting, superseded_at: new Date(), checks: 0 }
    expect(mayExpire(superseded)).toBe(true)
    expect(mayExpire({ ...superseded, ...patch })).toBe(false)
  })
})

/** A hosted page that waits for its buyer to choose a coin. */
const waiting = attemptRow()

describe("a payment at the gateway", () => {
  const untouched: UnpaidPayment = {
    flow: "widget",
    status: "created",
    currency: undefined,
    wallet_address: undefined,
  }

  const pending = { status: "pending" }
  it.each<[string, Partial<UnpaidPayment>, boolean]>([
    ["may be ended while its page waits for a coin", {}, true],
    ["may be ended where the ledger has nulls", { currency: null }, true],
    ["is left alone once a coin was chosen", pending, false],
    ["is left alone with a coin, in any status", { currency: "X" }, false],
    ["is left alone with an address", { wallet_address: "0xabc" }, false],
    ["is left alone when it is paid inline", { flow: "h2h" }, false],
    ["is left alone, inline and pending", { flow: "h2h", ...pending }, false],
    ["is left alone when nobody knows its flow", { flow: null }, false],
    ["is left alone in a status of tomorrow", { status: "underpaid" }, false],
    ["is left alone without a status", { status: null }, false],
    ["is not ended when it is paid", { status: "confirmed" }, false],
    ["is not ended, paid by hand", { status: "confirmed_manual" }, false],
    ["is not ended twice", { status: "expired" }, false],
    ["is not ended after it failed", { status: "failed" }, false],
  ])("%s", (_what, patch, may) => {
    expect(mayEndAtGateway({ ...untouched, ...patch })).toBe(may)
  })
})
