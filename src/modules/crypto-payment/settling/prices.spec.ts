import { allowedActions } from "../admin-actions/allowed-actions"
import { attemptRow } from "../fixtures/attempt-row"
import { attemptPrice, gatewayPrice, paidPrice, paidSession } from "./money"

describe("the prices of an attempt", () => {
  const named = { gateway_amount: "25", gateway_currency: "USD" }

  it("are what it was opened for and what the gateway named", () => {
    expect(attemptPrice(attemptRow())).toEqual({
      amount: "19.99",
      currency_code: "eur",
    })
    expect(gatewayPrice(attemptRow(named))).toEqual({
      amount: "25",
      currency_code: "USD",
    })
  })

  it.each([{ amount: null }, { currency_code: null }])(
    "are unknown with %j",
    (patch) => expect(attemptPrice(attemptRow(patch))).toBeNull()
  )

  it.each([{ gateway_amount: null }, { gateway_currency: null }])(
    "are not named by the gateway with %j",
    (patch) =>
      expect(gatewayPrice(attemptRow({ ...named, ...patch }))).toBeNull()
  )

  it("count for a refund as the gateway named them, else as asked for", () => {
    expect(paidPrice(attemptRow(named))).toEqual({
      amount: "25.00",
      currency_code: "usd",
    })
    expect(paidPrice(attemptRow())).toEqual({
      amount: "19.99",
      currency_code: "eur",
    })
    expect(paidPrice(attemptRow({ amount: null }))).toBeNull()
  })

  it("are what counted when it was settled, whatever the gateway names later", () => {
    const settled = { ...named, settled_at: new Date() }
    expect(paidPrice(attemptRow(settled))).toEqual({
      amount: "19.99",
      currency_code: "eur",
    })
    expect(paidPrice(attemptRow({ ...settled, amount: null }))).toEqual({
      amount: "25.00",
      currency_code: "usd",
    })
  })

  it("bound what may be refunded", () => {
    const settled = {
      attempt: attemptRow({ state: "settled" }),
      refunds: [],
      requests: [],
    }
    const refunds = [
      {
        kind: "price" as const,
        amount: "19.99",
        crypto_amount: null,
        booked_at: new Date(),
      },
    ]
    expect(allowedActions(settled)).toContain("record_refund")
    expect(allowedActions({ ...settled, refunds })).not.toContain(
      "record_refund"
    )
  })
})

describe("the session that holds the money", () => {
  const sessions = {
    authorized_session_id: "payses_1",
    payment_session_id: "payses_2",
  }

  it.each(["paid", "settled", "attention"] as const)(
    "is the authorized one of an attempt that is %s, else its own",
    (state) => {
      expect(paidSession({ state, ...sessions })).toBe("payses_1")
      const own = { ...sessions, authorized_session_id: null }
      expect(paidSession({ state, ...own })).toBe("payses_2")
    }
  )

  it.each(["creating", "open", "closed", "resolved"] as const)(
    "is none of an attempt that is %s",
    (state) => expect(paidSession({ state, ...sessions })).toBeNull()
  )
})
