import { cartAttempt, currentAttempt } from "./shown-attempt"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"

const row = (id: string, patch: Partial<Attempt> = {}) =>
  attemptRow({ id, payment_session_id: `payses_${id}`, ...patch })

describe("the attempt that a checkout shows for its cart", () => {
  /** Each attempt was given the session of its name. */
  const shown = (
    attempts: Attempt[],
    { session_ids = [] as string[], paid_otherwise = false } = {}
  ) => {
    const price = { amount: "19.99", currency_code: "eur" }
    const links = new Map(
      attempts
        .map(({ id }): [string, string] => [`payses_${id}`, id])
        .filter(([session]) => session_ids.includes(session))
    )
    const cart = { price, session_ids, paid_otherwise }
    const found = cartAttempt(attempts, cart, links)
    return found && [found.attempt.id, found.sessionId]
  }
  const usedBy = (...session_ids: string[]) => ({ session_ids })

  it("is the one with money, whatever session the cart has", () => {
    const paid = row("paid", { state: "attention" })
    for (const ids of [[], ["payses_new"], ["payses_manual"]]) {
      expect(shown([row("new"), paid], usedBy(...ids))).toEqual([
        "paid",
        "payses_paid",
      ])
    }
    expect(cartAttempt([paid], null, new Map())?.attempt.id).toBe("paid")
  })

  it("is, of two with money, the one whose price the cart has", () => {
    const newer = row("newer", { state: "attention", amount: "9.99" })
    const fits = row("fits", { state: "attention" })
    expect(shown([newer, fits])?.[0]).toBe("fits")
    expect(shown([newer, row("done", { state: "settled" })])?.[0]).toBe("done")
  })

  it("is the one in use, else an open one that lost its session with a change of the cart", () => {
    const superseded_at = new Date()
    expect(shown([row("new"), row("old")], usedBy("payses_old"))).toEqual([
      "old",
      "payses_old",
    ])
    expect(shown([row("left")])).toEqual(["left", "payses_left"])
    // Its coins may be on their way, though the job found that no session uses it.
    const inline = { flow: "h2h", wallet_address: "T-wallet" } as const
    expect(shown([row("left", { ...inline, superseded_at })])?.[0]).toBe("left")
    expect(shown([row("ended", { superseded_at })])).toBeNull()
  })

  it("is none where another payment was chosen, or it ended", () => {
    expect(shown([row("left")], usedBy("payses_other"))).toBeNull()
    expect(shown([row("left")], { paid_otherwise: true })).toBeNull()
    expect(shown([row("closed", { state: "closed" })])).toBeNull()
  })

  it("is a resolved one while the cart has its session, and where its order was placed by hand", () => {
    const resolved = row("one", { state: "resolved" })
    expect(shown([resolved], usedBy("payses_one"))?.[0]).toBe("one")
    expect(shown([resolved])).toBeNull()
    const byHand = { ...resolved, resolution: { kind: "order_placed_by_hand" } }
    expect(shown([row("new"), byHand], usedBy("payses_new"))?.[0]).toBe("one")
  })
})

describe("the attempt that a pay page shows", () => {
  const one = (state: Attempt["state"]) => row("one", { state })
  const paid = row("paid", { state: "settled" })
  const twice = row("twice", { state: "attention" })
  const again = "payses_one_again"
  const lost = row("one", { state: "paid", payment_session_id: null })
  const late = one("attention")

  it.each<[string, Attempt[], session: string, ...shown: string[]]>([
    ["that of the session", [row("new"), row("old")], "payses_old", "old"],
    ["none where another provider was chosen", [row("one")], "other"],
    ["none where the store resolved it", [one("resolved")], "payses_one"],
    ["the one that holds money", [row("new"), paid], "payses_new", "paid"],
    [
      "the settled one of two with money",
      [twice, paid],
      "payses_twice",
      "paid",
    ],
    ["one that needs attention", [row("new"), late], "payses_new", "one"],
    ["the settled one of two", [late, paid], "", "paid"],
    ["watched by the session that exists", [row("one")], again, "one", again],
    ["none that has money and no session", [lost], "payses_a"],
  ])("is %s", (_which, attempts, session, ...[id, by = `payses_${id}`]) => {
    const given = attempts.flatMap(({ id }): [string, string][] => [
      [`payses_${id}`, id],
      [`payses_${id}_again`, id],
    ])
    const links = new Map(given.filter(([id]) => id === session))
    const current = currentAttempt(attempts, links)
    const shown = current && [current.attempt.id, current.sessionId]
    expect(shown).toEqual(id ? [id, by] : null)
  })
})
