import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/rows"
import {
  ATTEMPT_STATES,
  type AttentionReason,
  ATTENTION_REASONS,
} from "../attempts/states"
import * as choosing from "./payment-terms"
import {
  expiresAt,
  isPaidAlready,
  type PaymentTerms,
  subjectOf,
} from "./payment-terms"

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

/** As where no other attempts were left out. */
function chooseAttempt(attempts: readonly Attempt[], of: PaymentTerms) {
  const highest = Math.max(0, ...attempts.map(({ revision }) => revision))
  return choosing.chooseAttempt(attempts, of, highest)
}

describe("payment terms", () => {
  it("gets revision 1 of a cart that nobody paid for yet", () => {
    expect(chooseAttempt([], terms)).toEqual({ revision: 1 })
  })

  it.each(["creating", "open", "paid"] as const)(
    "is served by the attempt that is there and %s",
    (state) => {
      const attempt = attemptRow({ state })
      expect(chooseAttempt([attempt], terms)).toEqual({ use: attempt })
    }
  )

  it.each(["closed", "resolved"] as const)(
    "gets the next revision where the last is %s",
    (state) => {
      const attempt = attemptRow({ state, revision: 4 })
      expect(chooseAttempt([attempt], terms)).toEqual({ revision: 5 })
    }
  )

  it.each(["creating", "open"] as const)(
    "gets the next revision where the last is %s and superseded",
    (state) => {
      const attempt = attemptRow({ state, superseded_at: new Date() })
      expect(chooseAttempt([attempt], terms)).toEqual({ revision: 2 })
    }
  )

  it("is told that there is nothing left to pay once it is settled", () => {
    const settled = attemptRow({ state: "settled" })
    const open = attemptRow({ id: "cpay_2", revision: 2 })
    expect(chooseAttempt([open, settled], terms)).toEqual({
      already_paid: settled,
    })
  })

  it.each(ATTENTION_REASONS)(
    "is served by money that waits for a person, unless unsettleable: %s",
    (attention_reason) => {
      const hopeful: AttentionReason[] = [
        "order_not_placed",
        "amount_mismatch",
        "unmatched",
      ]
      const attempt = attemptRow({ state: "attention", attention_reason })
      expect(chooseAttempt([attempt], terms)).toEqual(
        hopeful.includes(attention_reason) ? { use: attempt } : { revision: 2 }
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
      expect(chooseAttempt([attemptRow({ ...patch, state })], terms)).toEqual({
        revision: 2,
      })
    }
  })

  it.each<[string, Partial<Attempt>]>([
    ["provider", { provider_id: "pp_crypto_us" }],
    ["flow", { flow: "h2h" }],
    ["coin", { target_currency: "USDT" }],
  ])("is not served by an unpaid attempt with another %s", (_what, patch) => {
    for (const state of ["creating", "open", "closed", "resolved"] as const) {
      expect(chooseAttempt([attemptRow({ ...patch, state })], terms)).toEqual({
        revision: 2,
      })
    }
  })

  it.each<[string, Partial<Attempt>]>([
    ["provider", { provider_id: "pp_crypto_us" }],
    ["flow", { flow: "h2h" }],
    ["coin", { target_currency: "USDT" }],
  ])("is not asked to pay again by another %s", (_what, patch) => {
    for (const state of ["paid", "settled", "attention"] as const) {
      const attempt = attemptRow({
        ...patch,
        state,
        attention_reason: state === "attention" ? "order_not_placed" : null,
      })
      const open = attemptRow({ id: "cpay_2", revision: 2 })
      expect(chooseAttempt([open, attempt], terms)).toEqual({
        already_paid: attempt,
      })
    }
  })

  it("may be paid by another coin where the first one's money is unsettleable", () => {
    const attempt = attemptRow({
      target_currency: "USDT",
      state: "attention",
      attention_reason: "test_mode_mismatch",
    })
    expect(chooseAttempt([attempt], terms)).toEqual({ revision: 2 })
  })

  it("takes its own money before another coin's", () => {
    const own = attemptRow({ state: "paid" })
    const other = attemptRow({
      id: "cpay_2",
      revision: 2,
      state: "paid",
      target_currency: "USDT",
    })
    expect(chooseAttempt([other, own], terms)).toEqual({ use: own })
  })

  it("is served by the same amount in another writing", () => {
    const attempt = attemptRow({ amount: "19.990" })
    expect(chooseAttempt([attempt], terms)).toEqual({ use: attempt })
  })

  it("for a coin is served by the attempt with that coin", () => {
    const inline: PaymentTerms = {
      ...terms,
      provider: { ...terms.provider, flow: "h2h" },
      target_currency: "USDT_TRON",
    }
    const attempt = attemptRow({ flow: "h2h", target_currency: "USDT_TRON" })
    expect(chooseAttempt([attempt], inline)).toEqual({ use: attempt })
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
})

describe("payment terms with several attempts", () => {
  const older = attemptRow({ revision: 1 })
  const newer = attemptRow({ id: "cpay_2", revision: 2 })

  it("is served by the newest that is open", () => {
    expect(chooseAttempt([newer, older], terms)).toEqual({ use: newer })
  })

  it("is served by the older one whose money came late", () => {
    const paid = attemptRow({ ...older, state: "paid" })
    expect(chooseAttempt([newer, paid], terms)).toEqual({ use: paid })
  })

  it("is served by money that waits for a person before an open page", () => {
    const waiting = attemptRow({
      ...older,
      state: "attention",
      attention_reason: "order_not_placed",
    })
    expect(chooseAttempt([newer, waiting], terms)).toEqual({ use: waiting })
  })

  it("is served by the open page where the older money is unsettleable", () => {
    const unsettleable = attemptRow({
      ...older,
      state: "attention",
      attention_reason: "late_payment",
    })
    expect(chooseAttempt([newer, unsettleable], terms)).toEqual({
      use: newer,
    })
  })

  it("is not served by the older one of another price", () => {
    const paid = attemptRow({ ...older, state: "paid", amount: "5.00" })
    expect(chooseAttempt([newer, paid], terms)).toEqual({ use: newer })
  })
})

describe("money that was paid for a cart already", () => {
  it.each(ATTEMPT_STATES)(
    "is that of an attempt in state %s, or not",
    (state) => {
      expect(isPaidAlready(attemptRow({ state }), false)).toBe(
        state === "paid" || state === "attention"
      )
    }
  )

  it("is that for which an order was placed by hand", () => {
    const resolved = (kind: string) =>
      isPaidAlready(
        attemptRow({ state: "resolved", resolution: { kind } }),
        false
      )
    expect(resolved("order_placed_by_hand")).toBe(true)
    expect(resolved("refunded")).toBe(false)
  })

  it.each([
    [true, false, false],
    [true, true, true],
    [false, true, true],
    [null, false, true],
  ])(
    "of a test payment (%s) in test mode (%s): %s",
    (is_test, mode, counts) => {
      const attempt = attemptRow({ state: "attention", is_test })
      expect(isPaidAlready(attempt, mode)).toBe(counts)
    }
  )
})

describe("the subject of payment terms", () => {
  it("is the cart, or the collection where there is no cart", () => {
    expect(subjectOf(terms)).toBe("cart_1")
    expect(subjectOf({ ...terms, cart_id: null })).toBe("pay_col_1")
  })
})

describe("the time until when a shopper can pay", () => {
  const opened_at = new Date("2026-01-01T00:00:00Z")
  const merchant = { paymentWindowMinutes: 15 }

  it("is the payment window after the opening, while it is open", () => {
    expect(expiresAt({ state: "open", opened_at }, merchant)).toEqual(
      new Date("2026-01-01T00:15:00Z")
    )
  })

  it.each(ATTEMPT_STATES.filter((state) => state !== "open"))(
    "is not known for an attempt that is %s",
    (state) => {
      expect(expiresAt({ state, opened_at }, merchant)).toBeNull()
    }
  )

  it("is not known where the gateway opened nothing", () => {
    const attempt = { state: "open", opened_at: null } as const
    expect(expiresAt(attempt, merchant)).toBeNull()
  })

  it("is not known where the store did not say how long the gateway waits", () => {
    const unset = { paymentWindowMinutes: undefined }
    expect(expiresAt({ state: "open", opened_at }, unset)).toBeNull()
  })
})
