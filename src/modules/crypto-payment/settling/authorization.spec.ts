import { underpaid } from "../fixtures/facts"
import { type AuthorizationFacts, mayAuthorize } from "./decide"

const price = { amount: "19.99", currency_code: "eur" }
const other = { amount: "20.00", currency_code: "eur" }
const foreign = { amount: "19.99", currency_code: "usd" }

const fitting: AuthorizationFacts = {
  state: "paid",
  price,
  gateway_price: price,
  is_test: false,
  test_mode: false,
  session_price: price,
  due: price,
  paid_otherwise: false,
  order_canceled: false,
  sent_back: false,
  shortfall: { type: "accepted" },
}

describe("confirmed money", () => {
  it.each<[string, Partial<AuthorizationFacts>]>([
    ["when every price is the same", {}],
    ["when the gateway named no price", { gateway_price: null }],
    ["with test coins in test mode", { is_test: true, test_mode: true }],
    ["that is in front of a person", { state: "attention" }],
    [
      "when amounts differ only in how they are written",
      { session_price: { amount: "19.990", currency_code: "EUR" } },
    ],
  ])("authorizes a session %s", (_case, patch) => {
    expect(mayAuthorize({ ...fitting, ...patch })).toBe(true)
  })

  it.each<[string, Partial<AuthorizationFacts>]>([
    ["whose amount is another", { session_price: other }],
    ["while what arrived is awaited", { shortfall: { type: "awaited" } }],
    [
      "while too little of it arrived",
      { shortfall: { type: "exceeded", fact: underpaid } },
    ],
    ["whose currency is another", { session_price: foreign }],
    ["when something else is due", { due: other }],
    ["when another currency is due", { due: foreign }],
    ["when it is not known what is due", { due: null }],
    ["when the gateway took another amount", { gateway_price: other }],
    ["when the gateway took another currency", { gateway_price: foreign }],
    ["when the ledger has no price", { price: null }],
    ["when a person resolved it already", { state: "resolved" }],
    ["with test coins in live mode", { is_test: true }],
    ["with real coins in test mode", { test_mode: true }],
    ["when nobody said whether the coins are real", { is_test: null }],
    ["when some of it was sent back", { sent_back: true }],
    ["whose collection is paid by another payment", { paid_otherwise: true }],
    ["whose order was cancelled", { order_canceled: true }],
  ])("does not authorize a session %s", (_case, patch) => {
    expect(mayAuthorize({ ...fitting, ...patch })).toBe(false)
  })
})
