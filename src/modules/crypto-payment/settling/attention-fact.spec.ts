import type { AttentionFact } from "../column-values"
import { about, attentionFacts } from "../fixtures/attention-facts"
import { underpaid } from "../fixtures/facts"
import { describeFact, traitsOf, waysOf } from "./attention-fact"

type Type = AttentionFact["type"]

const examples = Object.values(attentionFacts).flat()
const types = Object.keys(attentionFacts) as Type[]

/** What a newer version of the plugin stored. */
const newer = (fact: object) => fact as AttentionFact

/** The first example of a type. */
const first = (type: Type) => attentionFacts[type][0][0]

describe("what was found about a payment", () => {
  it.each(examples)("of %j is said in a sentence", (fact, text) => {
    expect(describeFact(fact)).toBe(text)
    // As the database returns it.
    expect(JSON.parse(JSON.stringify(fact))).toStrictEqual(fact)
  })

  it.each([
    [{ type: "from_the_future" }, "From the future."],
    [
      { type: "blocked", blocker: "new_reason", name: null, message: "No." },
      "New reason. (Medusa: No.)",
    ],
    [{ type: "blocked", blocker: "new_reason", message: null }, "New reason."],
  ])("of a newer version, %j, is said by its code", (fact, text) => {
    expect(describeFact(newer(fact))).toBe(text)
  })

  it("that was deleted is said where its name is unknown", () => {
    expect(
      describeFact({
        type: "blocked",
        blocker: "promotion_deleted",
        name: null,
        message: null,
      })
    ).toBe('The promotion "?" was deleted.')
  })

  it.each<[Type, string]>([
    [
      "cart_price_differs",
      "Ada Lovelace paid €14.80; the cart now costs €19.79.",
    ],
    [
      "underpaid",
      "Ada Lovelace sent €19.00 of €20.00 (5% short; you accept up to 1%).",
    ],
    [
      "canceled_order_holds_payment",
      "Order #12 was canceled. Its €19.00 are still in your wallet.",
    ],
    [
      "order_paid_twice",
      "Ada Lovelace paid order #12 twice: by this payment and by another one.",
    ],
    [
      "real_coins",
      "Paid with real coins (19 USDT) while the provider is in test mode.",
    ],
    [
      "no_cart_or_collection",
      'No cart or order of this store belongs to this payment ("invoice-77").',
    ],
    ["failed", "Ada Lovelace paid €20.00. Medusa reports: Lock timeout."],
    ["price_unknown", "The price of this payment is unknown."],
  ])(
    "of the type %s names person and sum where they are known",
    (type, text) => {
      expect(describeFact(first(type), about)).toBe(text)
    }
  )

  it.each([
    { ...underpaid, price: null },
    { ...underpaid, price: { amount: "1.00", currency_code: "usd" } },
  ])("of $price that is missing of another currency is in coins", (fact) => {
    expect(describeFact(fact, about)).toBe(
      "Ada Lovelace sent 19 of 20 USDT (5% short; you accept up to 1%)."
    )
  })

  it("names the person once, but where the order or the coins say enough", () => {
    const names = (type: Type) =>
      describeFact(first(type), about).split("Ada Lovelace").length - 1
    expect(types.filter((type) => names(type) > 1)).toEqual([])
    expect(types.filter((type) => names(type) === 0)).toEqual([
      "canceled_order_holds_payment",
      "no_cart_or_collection",
      "price_unknown",
      "test_coins",
      "real_coins",
      "unknown_status",
      "stock_not_reserved",
      "orphaned_order",
      "order_half_done",
    ])
  })

  it("is about a payment without order", () => {
    expect(types.filter((type) => traitsOf(first(type)).unplaced)).toEqual([
      "cart_price_differs",
      "cart_gone",
      "cart_gone_after_close",
      "test_coins",
      "real_coins",
      "test_mode_unknown",
      "underpaid",
      "received_amount_unknown",
      "blocked",
      "failed",
    ])
  })
})

describe("the ways out", () => {
  const REFUND = ["request_refund"]
  const GIVE_BACK = ["request_refund", "resolve"]
  const RETRY = ["retry_order", "request_refund"]
  const ways: Record<Exclude<Type, "blocked">, string[]> = {
    cart_price_differs: ["request_refund", "retry_order", "resolve"],
    collection_price_differs: GIVE_BACK,
    gateway_price_differs: GIVE_BACK,
    order_price_differs: GIVE_BACK,
    captured_price_differs: GIVE_BACK,
    order_overpaid: GIVE_BACK,
    order_canceled: REFUND,
    canceled_order_holds_payment: REFUND,
    order_gone: GIVE_BACK,
    capture_gone: RETRY,
    not_booked: RETRY,
    not_bookable: ["resolve"],
    order_paid_otherwise: REFUND,
    order_paid_twice: REFUND,
    cart_paid_otherwise: REFUND,
    cart_paid_twice: REFUND,
    cart_gone: GIVE_BACK,
    cart_gone_after_close: GIVE_BACK,
    no_cart_or_collection: ["resolve"],
    price_unknown: ["resolve"],
    test_coins: ["resolve"],
    real_coins: GIVE_BACK,
    test_mode_unknown: ["check"],
    decided_by_admin: ["resolve"],
    underpaid: ["accept", "request_refund"],
    received_amount_unknown: ["accept", "request_refund"],
    unknown_status: ["check"],
    failed: RETRY,
    order_being_placed: ["retry_order"],
    order_half_done: ["retry_order"],
    stock_not_reserved: ["allocate_items", "request_refund"],
    orphaned_order: ["check"],
  }

  it.each(Object.entries(ways))("of %s are %j", (type, expected) => {
    expect(waysOf(first(type as Type))).toEqual(expected)
  })

  it.each(attentionFacts.blocked.map(([fact]) => fact))(
    "of what held up an order, $blocker, end it or give the money back",
    (fact) => {
      const gone = /^(promotion|region|variant)_deleted$/.test(fact.blocker)
      expect(waysOf(fact)).toEqual(gone ? GIVE_BACK : RETRY)
      expect(traitsOf(fact)).toEqual({ leads: true, unplaced: true })
    }
  )

  it("are known of a newer blocker, and not of a newer fact", () => {
    const blocked = newer({ type: "blocked", blocker: "new_reason" })
    expect(waysOf(blocked)).toEqual(RETRY)
    expect(traitsOf(blocked)).toEqual({ leads: true, unplaced: true })
    const fact = newer({ type: "from_the_future" })
    expect(waysOf(fact)).toBeUndefined()
    expect(traitsOf(fact)).toEqual({ leads: false, unplaced: false })
  })
})
