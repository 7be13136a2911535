import type { AttentionFact, Price } from "../column-values"
import {
  facts,
  order,
  payment,
  underpaid as tooLittle,
} from "../fixtures/facts"
import {
  type AuthorizationFacts,
  decide,
  type Decision,
  mayAuthorize,
} from "./decide"
import type { Facts, PaidOrderFacts } from "./facts"

type Patch = Parameters<typeof facts>[0]
type AttemptPatch = Parameters<typeof facts>[1]

const eur = (amount: string): Price => ({ amount, currency_code: "eur" })
const price = eur("19.99")
const more = eur("24.99")
const five = eur("5.00")
const dollars = { amount: "19.99", currency_code: "usd" }

/** An unpaid order, but for what is named. */
const ordered = (
  patch: Partial<PaidOrderFacts> = {},
  rest: Patch = {},
  attempt: AttemptPatch = {}
) => facts({ order: { ...order, ...patch }, ...rest }, attempt)

/** The order with the captured payment, but for what is named. */
const captured = (
  patch: Partial<PaidOrderFacts> = {},
  rest: Patch = {},
  attempt: AttemptPatch = {}
) => ordered(patch, { payment, ...rest }, attempt)

/** Of a payment collection by itself. */
const cartless = (patch: Patch = {}, attempt: AttemptPatch = {}) =>
  facts({ cart: null, ...patch }, { for_cart: false, ...attempt })

const unbooked = { payment: { ...payment, booked: false } }
const beingBooked = {
  payment: { ...payment, booked: false, being_booked: true },
}
const removal: Decision = {
  type: "remove_repeated",
  order_id: "order_1",
  transaction_ids: ["ordtrx_2"],
}
const refunded = { payment: { ...payment, stands: false } }
const unpriced = { payment: { ...payment, price: null } }
const uncaptured = { payment: { ...payment, captured: false, price: null } }
const paidOtherwise = { paid_otherwise: true }
const overpaid = { pending: eur("-15.00"), due: eur("-15.00") }
/** Something is due for the order still. */
const open = { pending: five }
const unreserved = [{ title: "Shirt", quantity: 1 }]
const type = "stock_not_reserved"
const halfDoneFact = { type, order_number: 12, unreserved } as const
const reserve = { type: "reserve", order_id: "order_1" } as const
const orphaned_order = { id: "order_2", number: 13 }
const orphanedFact = {
  type: "orphaned_order",
  order_number: 13,
  orphaned_id: "order_2",
} as const
const nothingLeft = {
  session: null,
  cart: null,
  collection: null,
}

const record: Decision = { type: "record" }
const process: Decision = { type: "process", session_id: "payses_1" }
const book: Decision = { type: "book", session_id: "payses_1" }
const takeBack: Decision = { type: "take_back", order_id: "order_1" }
const settle: Decision = {
  type: "settle",
  order_id: "order_1",
  payment_id: "pay_1",
}

describe("money that is not confirmed", () => {
  const pending = { outcome: "open", gateway_status: null } as const

  it.each<[string, AttemptPatch]>([
    ["yet", { ...pending, state: "open" }],
    ["before the gateway answered", { ...pending, state: "creating" }],
    ["after it was closed", { ...pending, state: "closed", was_closed: true }],
  ])("%s is only recorded", (_when, attempt) => {
    expect(decide(facts({}, attempt))).toEqual(record)
  })

  it.each([
    ["expired", {}, "payses_1", "canceled"],
    ["failed", {}, "payses_1", "error"],
    ["expired", { session: null }, null, "canceled"],
    ["expired", { payment }, null, "canceled"],
  ])("is closed when it %s, with %j", (gateway_status, patch, id, status) => {
    const unpaid = { state: "open", outcome: "unpaid" } as const
    expect(decide(facts(patch, { ...unpaid, gateway_status }))).toEqual({
      type: "close",
      session_id: id,
      session_status: status,
    })
  })
})

describe("confirmed money that fits", () => {
  it.each<[string, Facts]>([
    ["by core with its session", facts()],
    [
      "in any writing of the same price",
      facts({
        gateway_price: { amount: "19.990", currency_code: "EUR" },
        session: {
          id: "payses_1",
          price: { amount: "19.9900", currency_code: "Eur" },
        },
      }),
    ],
    ["where the gateway named no price", facts({ gateway_price: null })],
    ["once more while a person has it", facts({}, { state: "attention" })],
    ["when it came late and nothing changed", facts({}, { was_closed: true })],
    ["though its row does not say paid yet", facts({}, { state: "open" })],
    [
      "though the gateway calls it expired later",
      facts({}, { outcome: "unpaid", gateway_status: "expired" }),
    ],
    ["when it is not captured yet", facts(uncaptured)],
    ["again when it is captured without an order", facts({ payment })],
    ["for an order that nobody paid yet", ordered()],
    ["for an order whose cart was deleted", ordered({}, { cart: null })],
    [
      "late, for an order whose cart was deleted",
      ordered({}, { cart: null }, { was_closed: true }),
    ],
    [
      "for an order whose stock is not reserved",
      ordered({ half_done: unreserved }),
    ],
    [
      "for what another collection left to be paid of its order",
      ordered({ has_others: true }),
    ],
    [
      "for its cart, whatever the collection says",
      facts({ collection: { id: "pay_col_1", price: more } }),
    ],
    ["for a collection without a cart", cartless()],
    [
      "for a collection of an order to which as much is pending",
      cartless({ order }),
    ],
    [
      "in test mode with test coins",
      facts({ merchant: { test_mode: true } }, { is_test: true }),
    ],
  ])("is processed %s", (_what, given) => {
    expect(decide(given)).toEqual(process)
  })

  it.each<[string, Facts]>([
    ["by its captured order", captured()],
    ["out of a person's hands", captured({}, {}, { state: "attention" })],
    [
      "once its order is paid in full with it, since that was edited",
      captured({ due: five, has_others: true }),
    ],
    [
      "by a canceled order that gave all of it back",
      ordered({ canceled: true }, refunded),
    ],
    [
      "where a later edit of its order was paid in another collection",
      captured({ has_others: true }),
    ],
    [
      "where the order was edited since, up or down",
      captured({ pending: eur("-5.00") }),
    ],
    [
      "where a later edit of its order was paid otherwise",
      captured({}, paidOtherwise),
    ],
    [
      "by what Medusa captured, where the ledger has no price",
      captured({}, paidOtherwise, { price: null }),
    ],
    [
      "by the ledger's price, where Medusa's capture cannot be read",
      ordered({}, { ...unpriced, ...paidOtherwise }),
    ],
    [
      "as a part of what was due, beside another payment",
      cartless({ order: { ...order, due: more }, payment, ...paidOtherwise }),
    ],
  ])("is settled %s", (_what, given) => {
    expect(decide(given)).toEqual(settle)
  })

  it.each<[string, Facts, Decision]>([
    [
      "takes back core's half of an order before it is processed",
      ordered({ half_done: "undo" }),
      takeBack,
    ],
    [
      "takes back core's half of an order that has its capture",
      captured({ half_done: "undo" }),
      takeBack,
    ],
    [
      "reserves the stock that its order lacks, where it is there",
      captured({ half_done: "reserve" }),
      reserve,
    ],
    [
      "reserves the stock before a person is told of another order",
      captured({ half_done: "reserve" }, { orphaned_order }),
      reserve,
    ],
    [
      "reserves the stock that its order lost once it was settled",
      captured({ half_done: "reserve" }, {}, { state: "settled" }),
      reserve,
    ],
    [
      "is captured first, where its unpaid order lacks its stock",
      ordered({ half_done: "reserve", pending: price }),
      { type: "process", session_id: "payses_1" },
    ],
    [
      "is given a session where its own is gone",
      facts({ session: null }),
      { type: "reattach" },
    ],
    [
      "is given a session where its own has another price",
      facts({ session: { id: "payses_1", price: more } }),
      { type: "reattach" },
    ],
    [
      "is given a session where its own has another currency",
      facts({ session: { id: "payses_1", price: dollars } }),
      { type: "reattach" },
    ],
    [
      "is booked when the order's transactions lack its capture",
      ordered({}, unbooked),
      book,
    ],
    ["is booked before it is judged", ordered({ due: five }, unbooked), book],
    [
      "is booked also when its order is canceled",
      ordered({ canceled: true }, unbooked),
      book,
    ],
    [
      "waits while core may be about to book its capture",
      ordered({ due: five }, beingBooked),
      { type: "await_core" },
    ],
    [
      "waits for that where its order is canceled too",
      ordered({ canceled: true }, beingBooked, { state: "attention" }),
      { type: "await_core" },
    ],
    [
      "waits where the stock of its order was released a moment ago",
      captured({ due: five, half_done: "released" }),
      { type: "await_core" },
    ],
    [
      "waits for that where it is settled, too",
      captured({ due: five, half_done: "released" }, {}, { state: "settled" }),
      { type: "await_core" },
    ],
    [
      "is judged once no capture of its order is booked twice",
      captured({ due: five, repeated: ["ordtrx_2"] }),
      removal,
    ],
    [
      "is judged so too where its order was canceled before it was closed",
      captured(
        { canceled: true, repeated: ["ordtrx_2"] },
        {},
        { state: "closed" }
      ),
      removal,
    ],
    [
      "is settled by a captured collection without a cart",
      cartless({ payment }),
      { type: "settle", order_id: null, payment_id: "pay_1" },
    ],
    [
      "is left alone once it is resolved",
      facts({}, { state: "resolved" }),
      record,
    ],
  ])("%s", (_what, given, decision) => {
    expect(decide(given)).toEqual(decision)
  })
})

describe("confirmed money that needs a person", () => {
  type Row = [when: string, facts: Facts, fact: AttentionFact]

  const needs = (reason: string, rows: Row[]) =>
    it.each(rows)(`is a case of ${reason} when %s`, (_when, given, fact) => {
      expect(decide(given)).toEqual({ type: "attention", reason, fact })
    })

  const orderDiffers = (due: Price) => ({
    type: "order_price_differs" as const,
    order_number: 12,
    paid: price,
    due,
  })
  const captureDiffers = (due: Price | null) => ({
    ...orderDiffers(price),
    type: "captured_price_differs" as const,
    due,
  })
  const gatewayDiffers = (paid: Price): AttentionFact => ({
    type: "gateway_price_differs",
    paid,
    due: price,
  })

  needs("amount_mismatch", [
    [
      "the cart costs more by now",
      facts({ cart: { price: more } }),
      { type: "cart_price_differs", paid: price, due: more },
    ],
    [
      "the cart is in another currency by now",
      facts({ cart: { price: dollars } }),
      { type: "cart_price_differs", paid: price, due: dollars },
    ],
    [
      "the collection costs more by now and has no cart",
      cartless({ collection: { id: "pay_col_1", price: more } }),
      { type: "collection_price_differs", paid: price, due: more },
    ],
    [
      "the gateway took less than the attempt was opened for",
      facts({ gateway_price: five }),
      gatewayDiffers(five),
    ],
    [
      "the gateway took another currency, and the cart costs more",
      facts({ gateway_price: dollars, cart: { price: more } }),
      gatewayDiffers(dollars),
    ],
    [
      "core captured it, and the gateway names another price by now",
      captured({}, { gateway_price: more }),
      gatewayDiffers(more),
    ],
    [
      "more was due for the order than was captured",
      captured({ ...open, due: more }),
      captureDiffers(more),
    ],
    [
      "the order is in another currency",
      captured({ ...open, due: dollars }),
      captureDiffers(dollars),
    ],
    [
      "it is not known what was due for the order",
      captured({ ...open, due: null }),
      captureDiffers(null),
    ],
    [
      "an order exists that costs something else",
      ordered({ due: more }),
      orderDiffers(more),
    ],
    [
      "a payment of another collection paid a part of its order",
      ordered({ due: five, has_others: true }),
      orderDiffers(five),
    ],
    [
      "credit lines left nothing to be paid for its order",
      ordered({ due: eur("0.00") }),
      orderDiffers(eur("0.00")),
    ],
    [
      "an edit of the order was taken back before the money for it came",
      cartless({ order: { ...order, ...overpaid } }),
      orderDiffers(eur("-15.00")),
    ],
    [
      "an edit of the order was taken back after core captured the money for it",
      cartless({ payment, order: { ...order, ...overpaid } }),
      { type: "order_overpaid", order_number: 12, excess: eur("15.00") },
    ],
  ])

  const ofOrder = { type: "order_paid_otherwise", order_number: 12 } as const
  const twice = { type: "order_paid_twice", order_number: 12 } as const

  needs("duplicate_payment", [
    ["another payment paid the order", ordered({}, paidOtherwise), ofOrder],
    [
      "another payment paid the order, and every price differs",
      ordered(
        {},
        { ...paidOtherwise, cart: { price: more }, gateway_price: more }
      ),
      ofOrder,
    ],
    [
      "another payment paid the order, which was canceled",
      ordered({ canceled: true }, paidOtherwise),
      ofOrder,
    ],
    [
      "another payment paid the cart, which has no order yet",
      facts(paidOtherwise),
      { type: "cart_paid_otherwise" },
    ],
    [
      "both payments are captured, and there is no order",
      facts({ payment, ...paidOtherwise }),
      { type: "cart_paid_twice" },
    ],
    ["the order is overpaid by both", captured(overpaid, paidOtherwise), twice],
    [
      "it is not known what was due for the order",
      captured({ ...open, due: null }, paidOtherwise),
      twice,
    ],
    [
      "nobody knows what was paid",
      ordered(open, { ...unpriced, ...paidOtherwise }, { price: null }),
      twice,
    ],
    [
      "its capture was taken back",
      ordered({}, { ...uncaptured, ...paidOtherwise }),
      twice,
    ],
    [
      "its unpaid order was paid by a payment of another collection",
      ordered({ due: eur("0.00"), has_others: true }),
      ofOrder,
    ],
    [
      "core captured it for an order that a payment of another collection had paid",
      captured({ ...overpaid, due: eur("0.00"), has_others: true }),
      twice,
    ],
  ])

  needs("order_not_placed", [
    [
      "core captured it, and reserved no stock for its order",
      captured({ half_done: unreserved }),
      halfDoneFact,
    ],
    [
      "core captured it for half an order, and another payment stands",
      captured({ half_done: "undo" }, paidOtherwise),
      { type: "order_half_done", order_number: 12 },
    ],
    [
      "somebody has touched its half-done order",
      ordered({ half_done: "touched" }),
      { type: "order_half_done", order_number: 12 },
    ],
    [
      "somebody has touched its half-done order, which has its capture",
      captured({ half_done: "touched" }),
      { type: "order_half_done", order_number: 12 },
    ],
    [
      "a stopped completion left another order",
      captured({}, { orphaned_order }),
      orphanedFact,
    ],
    [
      "some of it was sent back, so the sale is not what it was",
      facts({}, { state: "attention", sent_back: true }),
      { type: "decided_by_admin" },
    ],
    [
      "its order lacks the capture, and no session is left to book it by",
      ordered({}, { ...unbooked, session: null }),
      { type: "not_bookable", order_number: 12 },
    ],
  ])

  needs("late_payment", [
    [
      "its order was canceled after core captured it",
      captured({ canceled: true }),
      { type: "canceled_order_holds_payment", order_number: 12 },
    ],
    [
      "the order was canceled before",
      ordered({ canceled: true }),
      { type: "order_canceled", order_number: 12, shortfall: null },
    ],
    [
      "it came late and its cart is gone",
      facts(nothingLeft, { was_closed: true }),
      { type: "cart_gone_after_close" },
    ],
  ])

  const cartGone = { type: "cart_gone" } as const
  const belongsNowhere = { type: "no_cart_or_collection" } as const

  needs("unmatched", [
    ["nothing in Medusa matches", cartless(nothingLeft), belongsNowhere],
    [
      "nothing matches, and nobody said whether test coins paid",
      cartless(nothingLeft, { is_test: null }),
      belongsNowhere,
    ],
    ["its cart is gone, not its collection", facts({ cart: null }), cartGone],
    [
      "its cart is gone after Medusa captured it without an order",
      facts({ cart: null, payment }),
      cartGone,
    ],
    [
      "the row was made from an observation without a price",
      facts({ gateway_price: null }, { price: null }),
      { type: "price_unknown" },
    ],
    [
      "the cart's total is not known",
      facts({ cart: { price: null } }),
      { type: "price_unknown" },
    ],
  ])

  const worst = captured(
    { canceled: true },
    { ...paidOtherwise, cart: { price: more } },
    { is_test: true, was_closed: true }
  )

  needs("test_mode_mismatch", [
    ["test coins are in live mode", worst, { type: "test_coins" }],
    [
      "real coins are in test mode",
      facts({ merchant: { test_mode: true } }),
      { type: "real_coins" },
    ],
    [
      "nobody said whether test coins paid",
      facts({}, { is_test: null }),
      { type: "test_mode_unknown" },
    ],
  ])
})

describe("money of which too little arrived", () => {
  const shortfall = { type: "exceeded", fact: tooLittle } as const
  const short = { shortfall }

  it.each<[string, Facts, object]>([
    ["is underpaid without an order", facts({}, short), tooLittle],
    ["is underpaid for an order", ordered({}, {}, short), tooLittle],
    ["is underpaid without a cart", cartless({}, short), tooLittle],
    [
      "is underpaid, closed before",
      facts({}, { ...short, was_closed: true }),
      tooLittle,
    ],
    [
      "is underpaid before it is decided about by a refund of a part",
      facts({}, { ...short, sent_back: true }),
      tooLittle,
    ],
    [
      "is underpaid before its canceled order makes it late",
      ordered({ canceled: true }, {}, short),
      { type: "order_canceled", order_number: 12, shortfall: tooLittle },
    ],
  ])("%s", (_what, given, fact) => {
    const underpaid = { type: "attention", reason: "underpaid", fact }
    expect(decide(given)).toEqual(underpaid)
  })

  it.each<[string, Facts, string]>([
    ["another payment", facts(paidOtherwise, short), "duplicate_payment"],
    [
      "another price",
      facts({ cart: { price: more } }, short),
      "amount_mismatch",
    ],
    [
      "test coins",
      facts({}, { ...short, is_test: true }),
      "test_mode_mismatch",
    ],
  ])("reports %s first", (_what, given, reason) => {
    expect(decide(given)).toMatchObject({ type: "attention", reason })
  })

  it("is not decided about while what arrived is awaited", () => {
    const awaited = { shortfall: { type: "awaited" } } as const
    expect(decide(facts({}, awaited))).toEqual(record)
    expect(decide(ordered({ canceled: true }, {}, awaited))).toEqual(record)
  })

  it("is settled where Medusa captured it before", () => {
    expect(decide(captured({}, {}, short))).toEqual(settle)
    expect(decide(facts({ payment }, short))).toEqual(process)
  })
})

describe("a settled attempt that is verified", () => {
  const settled = { state: "settled", order_id: "order_1" } as const
  const paidBefore = { pending: eur("-19.99"), due: eur("0.00") }

  it.each<[string, Facts]>([
    ["its order and its capture", captured({}, {}, settled)],
    [
      "no order to have, without a cart",
      cartless({ payment }, { ...settled, order_id: null }),
    ],
    [
      "an order that was canceled and gave all of it back, whatever the gateway names",
      ordered(
        { canceled: true },
        { ...refunded, gateway_price: more },
        settled
      ),
    ],
    [
      "beside it another payment, and a later change of its order",
      captured({ ...paidBefore, pending: five }, {}, settled),
    ],
  ])("stays settled with %s", (_what, given) => {
    expect(decide(given)).toEqual({ type: "verify" })
  })

  it("is verified once no capture of its order is booked twice", () => {
    const overpaidTwice = { ...overpaid, repeated: ["ordtrx_2"] }
    expect(decide(captured(overpaidTwice, {}, settled))).toEqual(removal)
  })

  it.each<[string, Facts, AttentionFact]>([
    [
      "has an order that was canceled and holds its money",
      captured({ canceled: true }, {}, settled),
      { type: "canceled_order_holds_payment", order_number: 12 },
    ],
    [
      "has an order whose stock is not reserved",
      captured({ half_done: unreserved }, {}, settled),
      halfDoneFact,
    ],
    [
      "has another order beside it, which a stopped completion left",
      captured({}, { orphaned_order }, settled),
      orphanedFact,
    ],
    [
      "has another price at the gateway by now",
      captured({}, { gateway_price: more }, settled),
      { type: "gateway_price_differs", paid: more, due: price },
    ],
    ["lost its order", facts({ payment }, settled), { type: "order_gone" }],
    [
      "has another order by now",
      captured({ id: "order_2" }, {}, settled),
      { type: "order_gone" },
    ],
    ["lost its payment", ordered({}, {}, settled), { type: "capture_gone" }],
    [
      "has a payment that was canceled",
      ordered({}, uncaptured, settled),
      { type: "capture_gone" },
    ],
    [
      "has an order that lost the capture",
      ordered({}, unbooked, settled),
      { type: "not_booked", order_number: 12 },
    ],
    [
      "was paid for an order that another payment had paid",
      captured(paidBefore, paidOtherwise, settled),
      { type: "order_paid_twice", order_number: 12 },
    ],
    [
      "was more than its order left for it",
      cartless({ payment, order: { ...order, ...paidBefore } }, settled),
      { type: "order_overpaid", order_number: 12, excess: price },
    ],
  ])("is reopened when it %s", (_what, given, fact) => {
    expect(decide(given)).toEqual({ type: "reopen", fact })
  })
})

describe("confirmed money of a session that core is to authorize", () => {
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
    ["whose amount is another", { session_price: more }],
    ["while what arrived is awaited", { shortfall: { type: "awaited" } }],
    [
      "while too little of it arrived",
      { shortfall: { type: "exceeded", fact: tooLittle } },
    ],
    ["whose currency is another", { session_price: dollars }],
    ["when something else is due", { due: more }],
    ["when another currency is due", { due: dollars }],
    ["when it is not known what is due", { due: null }],
    ["when the gateway took another amount", { gateway_price: more }],
    ["when the gateway took another currency", { gateway_price: dollars }],
    ["when the ledger has no price", { price: null }],
    ["when a person resolved it already", { state: "resolved" }],
    ["with test coins in live mode", { is_test: true }],
    ["with real coins in test mode", { test_mode: true }],
    ["when nobody said whether the coins are real", { is_test: null }],
    ["when some of it was sent back", { sent_back: true }],
    ["whose collection is paid by another payment", { paid_otherwise: true }],
    ["whose order was canceled", { order_canceled: true }],
  ])("does not authorize a session %s", (_case, patch) => {
    expect(mayAuthorize({ ...fitting, ...patch })).toBe(false)
  })
})
