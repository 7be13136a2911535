import { ATTEMPT_STATES, ATTENTION_REASONS } from "../column-values"
import { attemptRow } from "../fixtures/attempt-row"
import { rightOptions } from "../fixtures/options"
import { parseOptions } from "../merchants/options"
import type { Attempt } from "../models/crypto-payment"
import * as choosing from "./choose-attempt"
import {
  expiresAt,
  isPaidAlready,
  type PaymentTerms,
  returnUrls,
  subjectOf,
} from "./choose-attempt"

const terms: PaymentTerms = {
  provider: {
    provider_id: "pp_crypto_crypto",
    flow: "widget",
    merchantKey: "default",
  },
  session_id: "payses_2",
  payment_collection_id: "pay_col_1",
  cart_id: "cart_1",
  price: { amount: "19.99", currency_code: "eur" },
  not_payable: null,
  target_currency: null,
  is_test: false,
}

const inline: PaymentTerms = {
  ...terms,
  provider: { ...terms.provider, flow: "h2h" },
}
const newer = attemptRow({ id: "cpay_2", revision: 2 })
const superseded_at = new Date()

/** As where no other attempts were left out. */
function chooseAttempt(attempts: readonly Attempt[], of: PaymentTerms) {
  const highest = Math.max(0, ...attempts.map(({ revision }) => revision))
  return choosing.chooseAttempt(attempts, of, highest)
}

describe("payment terms", () => {
  it("gets revision 1 of a cart that nobody paid for yet", () => {
    expect(chooseAttempt([], terms)).toEqual({ revision: 1 })
  })

  it.each<Partial<Attempt>>([
    { state: "creating" },
    { state: "open" },
    { state: "paid" },
    { amount: "19.990" },
  ])("is served by the attempt that is there with %j", (patch) => {
    const attempt = attemptRow(patch)
    expect(chooseAttempt([attempt], terms)).toEqual({ use: attempt })
  })

  it.each<[string, Partial<Attempt>]>([
    ["closed", { state: "closed" }],
    ["resolved", { state: "resolved" }],
    ["being created and superseded", { state: "creating", superseded_at }],
    ["open and superseded", { state: "open", superseded_at }],
  ])("gets the next revision where the last is %s", (_what, patch) => {
    const attempt = attemptRow({ ...patch, revision: 4 })
    expect(chooseAttempt([attempt], terms)).toEqual({ revision: 5 })
  })

  it("is told that there is nothing left to pay once it is settled", () => {
    const settled = attemptRow({ state: "settled" })
    expect(chooseAttempt([newer, settled], terms)).toEqual({
      already_paid: settled,
    })
  })

  it.each(ATTENTION_REASONS)(
    "is served by money that waits for a person, unless unsettleable: %s",
    (attention_reason) => {
      const isHopeful = /order_not_placed|amount_mismatch|unmatched/
      const attempt = attemptRow({ state: "attention", attention_reason })
      const used = isHopeful.test(attention_reason)
      expect(chooseAttempt([attempt], terms)).toEqual(
        used ? { use: attempt } : { revision: 2 }
      )
    }
  )

  it.each<[string, Partial<Attempt>]>([
    ["amount", { amount: "20.00" }],
    ["currency", { currency_code: "usd" }],
    ["test flag", { is_test: true }],
    ["amount, since it has none", { amount: null }],
    ["test flag, since it has none", { is_test: null }],
  ])("is not served by an attempt with another %s", (_what, patch) => {
    for (const state of ATTEMPT_STATES) {
      const attempt = attemptRow({ ...patch, state })
      expect(chooseAttempt([attempt], terms)).toEqual({ revision: 2 })
    }
  })

  it.each<[string, Partial<Attempt>]>([
    ["provider", { provider_id: "pp_crypto_us" }],
    ["flow", { flow: "h2h" }],
    ["coin", { target_currency: "USDT" }],
  ])(
    "with another %s is served by no attempt that is paid or not",
    (...row) => {
      const [, patch] = row
      for (const state of ["creating", "open", "closed", "resolved"] as const) {
        const attempt = attemptRow({ ...patch, state })
        expect(chooseAttempt([attempt], terms)).toEqual({ revision: 2 })
      }
      for (const state of ["paid", "settled", "attention"] as const) {
        const attention_reason =
          state === "attention" ? "order_not_placed" : null
        const attempt = attemptRow({ ...patch, state, attention_reason })
        expect(chooseAttempt([newer, attempt], terms)).toEqual({
          already_paid: attempt,
        })
      }
    }
  )

  it("may be paid by another coin where the first one's money is unsettleable", () => {
    const attempt = attemptRow({
      target_currency: "USDT",
      state: "attention",
      attention_reason: "test_mode_mismatch",
    })
    expect(chooseAttempt([attempt], terms)).toEqual({ revision: 2 })
  })

  it("for a coin is served by the attempt with that coin", () => {
    const target_currency = "USDT_TRON"
    const attempt = attemptRow({ flow: "h2h", target_currency })
    const coin = { ...inline, target_currency }
    expect(chooseAttempt([attempt], coin)).toEqual({ use: attempt })
  })

  it("gets the revision after the highest, which was left out as over", () => {
    const open = attemptRow({ amount: "5.00", revision: 3, state: "open" })
    expect(choosing.chooseAttempt([open], terms, 9)).toEqual({ revision: 10 })
    expect(choosing.chooseAttempt([], terms, 9)).toEqual({ revision: 10 })
  })

  it("counts revisions over all attempts of the cart, alike or not", () => {
    const inline = attemptRow({ flow: "h2h", revision: 7, state: "open" })
    const closed = attemptRow({ id: "cpay_2", state: "closed", revision: 3 })
    expect(chooseAttempt([closed, inline], terms)).toEqual({ revision: 8 })
  })

  it.each<[string, Partial<Attempt>, Partial<Attempt>, "older" | "newer"]>([
    ["the newest that is open", {}, {}, "newer"],
    ["the older one whose money came late", { state: "paid" }, {}, "older"],
    [
      "money that waits for a person before an open page",
      { state: "attention", attention_reason: "order_not_placed" },
      {},
      "older",
    ],
    [
      "the open page where the older money is unsettleable",
      { state: "attention", attention_reason: "late_payment" },
      {},
      "newer",
    ],
    [
      "the newer one where the older paid another price",
      { state: "paid", amount: "5.00" },
      {},
      "newer",
    ],
    [
      "its own money before another coin's",
      { state: "paid" },
      { state: "paid", target_currency: "USDT" },
      "older",
    ],
  ])("is served, of two, by %s", (_which, patch, newerPatch, used) => {
    const attempts = {
      older: attemptRow(patch),
      newer: attemptRow({ ...newer, ...newerPatch }),
    }
    expect(chooseAttempt([attempts.newer, attempts.older], terms)).toEqual({
      use: attempts[used],
    })
  })
})

describe("money that was paid for a cart already", () => {
  it.each<[Partial<Attempt>, testMode: boolean, boolean]>([
    ...ATTEMPT_STATES.map((state): [Partial<Attempt>, boolean, boolean] => [
      { state },
      false,
      state === "paid" || state === "attention",
    ]),
    [{ resolution: { kind: "order_placed_by_hand" } }, false, true],
    [{ resolution: { kind: "refunded" } }, false, false],
    [{ state: "paid", is_test: true }, false, false],
    [{ state: "paid", is_test: true }, true, true],
    [{ state: "paid", is_test: false }, true, true],
    [{ state: "paid", is_test: null }, false, true],
  ])("is that of an attempt of %j, in test mode %s: %s", (...row) => {
    const [patch, testMode, isPaid] = row
    const attempt = attemptRow({ state: "resolved", ...patch })
    expect(isPaidAlready(attempt, testMode)).toBe(isPaid)
  })
})

it("has the cart as its subject, or the collection where there is no cart", () => {
  expect(subjectOf(terms)).toBe("cart_1")
  expect(subjectOf({ ...terms, cart_id: null })).toBe("pay_col_1")
})

describe("the time until when a shopper can pay", () => {
  const opened_at = new Date("2026-01-01T00:00:00Z")
  const merchant = { paymentWindowMinutes: 15 }

  it.each(ATTEMPT_STATES)(
    "is the payment window after the opening, while it is open: %s",
    (state) => {
      const isOpen = state === "open"
      expect(expiresAt({ state, opened_at }, merchant)).toEqual(
        isOpen ? new Date("2026-01-01T00:15:00Z") : null
      )
      expect(expiresAt({ state, opened_at: null }, merchant)).toBeNull()
      const unset = { paymentWindowMinutes: undefined }
      expect(expiresAt({ state, opened_at }, unset)).toBeNull()
    }
  )
})

const merchant = (patch: object = {}) =>
  parseOptions({
    ...rightOptions,
    successUrl: "https://shop.example/thanks/{payment_session_id}",
    failUrl: "https://pay.shop.example/failed",
    ...patch,
  }).get("default")!

describe("the return URLs of a payment", () => {
  const success_url =
    "https://shop.example/{order_id}?s={payment_session_id}&{payment_session_id}"
  const asked = { ...terms, success_url }

  it("are what the storefront asked for, with the session, else what the options say", () => {
    const fail_url = "https://pay.shop.example/failed"
    expect(returnUrls(asked, merchant())).toEqual({
      success_url: "https://shop.example/{order_id}?s=payses_2&payses_2",
      fail_url,
    })
    expect(returnUrls(terms, merchant())).toEqual({
      success_url: "https://shop.example/thanks/payses_2",
      fail_url,
    })
  })

  it("cannot be broken out of by an odd id", () => {
    const odd = { ...asked, session_id: "a/../b?c=d&e#f $& @evil.example" }
    const filled = returnUrls(
      { ...odd, success_url: "https://shop.example/x?c={payment_session_id}" },
      merchant()
    )
    const { origin, pathname, searchParams, hash } = new URL(
      filled.success_url ?? ""
    )
    expect(origin + pathname + hash).toBe("https://shop.example/x")
    expect([...searchParams]).toEqual([["c", odd.session_id]])
  })

  it("are none where neither names any, nor for an inline payment, whose shopper leaves no page", () => {
    const none = { success_url: null, fail_url: null }
    const silent = merchant({ successUrl: undefined, failUrl: undefined })
    expect(returnUrls(terms, silent)).toEqual(none)
    const { provider } = inline
    expect(returnUrls({ ...asked, provider }, merchant())).toEqual(none)
  })
})
