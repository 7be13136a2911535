import { playMedusa } from "./fixtures/played-medusa"
import { ago, half, placed, settled, type Shown } from "./fixtures/played-world"
import { gatherFacts, gatherFreshFacts } from "./gather-facts"
import type { TimelineEntry } from "../../modules/crypto-payment/attempts/rows"
import {
  decide,
  type Decision,
} from "../../modules/crypto-payment/settling/decide"

const eur = (amount: string) => ({ amount, currency_code: "eur" })

const capture = (id: string, seconds: number, amount = 19.99) => ({
  id,
  amount,
  created_at: ago(seconds),
})
const refund = (amount: number) => ({
  ...capture("ref_1", 60, amount),
  note: null,
})

const placedLinks = {
  order_cart: [{ order_id: "order_1", cart_id: "cart_1" }],
  order_payment_collection: [
    { order_id: "order_1", payment_collection_id: "pay_col_1" },
  ],
}

/** Of the order, and of what is paid for it besides. */
const twoCollections = {
  order_payment_collection: [
    { order_id: "order_1", payment_collection_id: "pay_col_1" },
    { order_id: "order_1", payment_collection_id: "pay_col_2" },
  ],
}
const authorized = {
  id: "pay_2",
  payment_collection_id: "pay_col_2",
  payment_session_id: "payses_2",
  captured_at: null,
  captures: [],
}

const decided = (type: Decision["type"], rest: object = {}) => ({
  type,
  ...rest,
})
const attention = (reason: string, type: string, fact: object = {}) =>
  decided("attention", { reason, fact: { type, ...fact } })
const process = decided("process", { session_id: "payses_1" })
const settle = decided("settle", { order_id: "order_1", payment_id: "pay_1" })

const orphanedEntry = (order_id: string): TimelineEntry => ({
  type: "orphaned_order",
  source: "decision",
  data: { order_id },
})

describe("what core shows of confirmed money", () => {
  it.each<[string, Shown, object]>([
    ["nothing yet", {}, process],
    ["an order that awaits its payment", { order: {} }, process],
    [
      "a cart for another price",
      { cart: { total: 24.99 } },
      attention("amount_mismatch", "cart_price_differs", {
        paid: eur("19.99"),
        due: eur("24.99"),
      }),
    ],
    [
      "an order for another price",
      { order: { total: 24.99 } },
      attention("amount_mismatch", "order_price_differs", {
        due: eur("24.99"),
      }),
    ],
    ["no cart", { cart: null }, attention("unmatched", "cart_gone")],
    [
      "no cart, and that the money came late",
      { cart: null, attempt: { closed_at: ago(60) } },
      attention("late_payment", "cart_gone_after_close"),
    ],
    [
      "no cart, and the order that took its place",
      {
        ...placed,
        cart: null,
        links: { order_cart: [] },
        attempt: { order_id: "order_1" },
      },
      settle,
    ],
    [
      "no cart, and the order that was placed before its payment",
      {
        order: {},
        cart: null,
        links: { order_cart: [], order_payment_collection: [] },
        unpaidOrder: "order_1",
      },
      process,
    ],
    [
      "a collection by itself",
      { attempt: { cart_id: null }, links: { cart_payment_collection: [] } },
      process,
    ],
    [
      "neither a cart nor a collection",
      {
        attempt: { cart_id: null },
        collection: null,
        links: { cart_payment_collection: [] },
      },
      attention("unmatched", "no_cart_or_collection"),
    ],
    ["no session", { session: null }, decided("reattach")],
    [
      "a session for another price",
      { session: { amount: 15 } },
      decided("reattach"),
    ],
    ["a capture without an order", { payment: {} }, process],
    [
      "a capture of which some was given back",
      { payment: { refunds: [refund(5)] } },
      attention("order_not_placed", "decided_by_admin"),
    ],
    [
      "a refund in the ledger alone",
      { refunds: [{ id: "cpayref_1", refund_id: null }] },
      attention("order_not_placed", "decided_by_admin"),
    ],
    [
      "another payment of the cart",
      {
        otherPayments: [
          {
            id: "pay_2",
            payment_session_id: "payses_2",
            provider_id: "pp_other",
          },
        ],
      },
      attention("duplicate_payment", "cart_paid_otherwise"),
    ],
    [
      "another payment of the cart, given back",
      {
        otherPayments: [
          {
            id: "pay_2",
            payment_session_id: "payses_2",
            provider_id: "pp_other",
            refunds: [refund(19.99)],
          },
        ],
      },
      process,
    ],
    ["an order with its capture", placed, settle],
    [
      "an order with its capture, after the ledger was lost",
      {
        payment: { data: { gateway_payment_id: "gateway-payment-1" } },
        order: {},
        attempt: { authorized_session_id: null },
      },
      settle,
    ],
    [
      "a payment of another provider with the same id, after the ledger was lost",
      {
        payment: {
          provider_id: "pp_other",
          data: { gateway_payment_id: "gateway-payment-1" },
        },
        attempt: { authorized_session_id: null },
      },
      attention("duplicate_payment", "cart_paid_otherwise"),
    ],
    [
      "a capture that is not in the order's transactions",
      { ...placed, bookings: [] },
      decided("book", { session_id: "payses_1" }),
    ],
    [
      "such a capture, without its session",
      { ...placed, bookings: [], session: null },
      attention("order_not_placed", "not_bookable", { order_number: 12 }),
    ],
    [
      "such a capture of a moment ago",
      {
        payment: { captures: [capture("capt_1", 20)] },
        order: {},
        bookings: [],
      },
      decided("await_core"),
    ],
    [
      "two transactions of one capture",
      {
        ...placed,
        bookings: [{}, { id: "ordtrx_2", created_at: ago(590) }],
      },
      decided("remove_repeated", {
        order_id: "order_1",
        transaction_ids: ["ordtrx_2"],
      }),
    ],
    [
      "two transactions of one refund",
      {
        payment: { refunds: [refund(5)] },
        order: {},
        bookings: [
          {},
          { id: "ordtrx_2", amount: -5, reference_id: "ref_1" },
          { id: "ordtrx_3", amount: -5, reference_id: "ref_1" },
        ],
      },
      decided("remove_repeated", { transaction_ids: ["ordtrx_3"] }),
    ],
    [
      "an order of which core's summary lost the capture",
      { payment: {}, order: { lost: 19.99 } },
      settle,
    ],
    [
      "an order that was captured for another price",
      { payment: {}, order: { total: 24.99 } },
      attention("amount_mismatch", "captured_price_differs", {
        paid: eur("19.99"),
        due: eur("24.99"),
      }),
    ],
    [
      "an order whose rest another payment captured before",
      {
        payment: {},
        order: { total: 24.99 },
        otherPayments: [
          {
            id: "pay_2",
            payment_collection_id: "pay_col_2",
            payment_session_id: "payses_2",
            captures: [capture("capt_2", 900, 5)],
          },
        ],
        links: twoCollections,
        bookings: [{}, { id: "ordtrx_2", amount: 5, reference_id: "capt_2" }],
      },
      settle,
    ],
    [
      "an order, and a payment that core canceled",
      { payment: { canceled_at: ago(60) }, order: {}, bookings: [] },
      process,
    ],
    [
      "an order that another payment has authorized the price of",
      { order: {}, otherPayments: [authorized], links: twoCollections },
      attention("duplicate_payment", "order_paid_otherwise"),
    ],
    [
      "an order, and another payment of it that core canceled",
      {
        order: {},
        otherPayments: [{ ...authorized, canceled_at: ago(60) }],
        links: twoCollections,
      },
      process,
    ],
    [
      "an order that costs more since it was captured",
      { payment: {}, order: { version: 2, total: 24.99 } },
      settle,
    ],
    [
      "an order that cost more before it was captured",
      {
        payment: {},
        order: { version: 2, total: 24.99 },
        bookings: [{ version: 2 }],
      },
      attention("amount_mismatch", "captured_price_differs", {
        due: eur("24.99"),
      }),
    ],
    [
      "a canceled order that awaited it",
      { order: { status: "canceled" } },
      attention("late_payment", "order_canceled", { order_number: 12 }),
    ],
    [
      "a canceled order that holds it",
      { payment: {}, order: { status: "canceled" } },
      attention("late_payment", "canceled_order_holds_payment"),
    ],
    [
      "a canceled order that gave all of it back",
      {
        payment: { refunds: [refund(19.99)] },
        order: { status: "canceled" },
      },
      settle,
    ],
    [
      "an order without its stock, which is there",
      { ...placed, reservations: [] },
      decided("reserve", { order_id: "order_1" }),
    ],
    [
      "an order without its stock, of which none is left",
      { ...placed, reservations: [], stock: 0 },
      attention("order_not_placed", "stock_not_reserved", {
        unreserved: [{ title: "Shirt", quantity: 1 }],
      }),
    ],
    [
      "an order whose stock somebody released a moment ago",
      { ...placed, reservations: [{ deleted_at: ago(20) }] },
      decided("await_core"),
    ],
    [
      "an order whose stock somebody released long ago",
      { ...placed, reservations: [{ deleted_at: ago(90) }] },
      decided("reserve"),
    ],
    [
      "an order that a completion left half-done",
      half,
      decided("take_back", { order_id: "order_1" }),
    ],
    [
      "such an order of a completion that never ended",
      { ...half, completions: [{ state: "invoking", created: [] }] },
      decided("take_back"),
    ],
    [
      "such an order that no stopped completion made",
      { ...half, completions: [] },
      process,
    ],
    [
      "such an order of a completion that ended well",
      { ...half, completions: [{ state: "done" }] },
      process,
    ],
    [
      "such an order that was placed before its payment",
      { ...half, unpaidOrder: "order_1" },
      process,
    ],
    [
      "such an order, captured and in its transactions",
      { ...half, payment: {} },
      decided("reserve"),
    ],
    [
      "such an order that was written since",
      { ...half, order: { updated_at: ago(300) } },
      attention("order_not_placed", "order_half_done"),
    ],
    [
      "such an order that is being edited",
      {
        ...half,
        changes: [{ id: "ordch_1", change_type: "edit", created_at: ago(300) }],
      },
      attention("order_not_placed", "order_half_done"),
    ],
    [
      "such an order that core answered a shopper with",
      {
        ...half,
        completions: [{}, { state: "done", created: [], named: ["order_1"] }],
      },
      attention("order_not_placed", "order_half_done"),
    ],
    [
      "two orders of one cart, first the one with its collection",
      {
        payment: {},
        order: { id: "order_2" },
        otherOrders: [{ id: "order_1" }],
        bookings: [{ order_id: "order_2" }],
        reservations: [{ line_item_id: "ordli_2" }],
        links: {
          order_cart: [
            { order_id: "order_1", cart_id: "cart_1" },
            { order_id: "order_2", cart_id: "cart_1" },
          ],
          order_payment_collection: [
            { order_id: "order_2", payment_collection_id: "pay_col_1" },
          ],
        },
      },
      decided("settle", { order_id: "order_2" }),
    ],
    [
      "test coins where the provider takes real ones",
      { attempt: { is_test: true } },
      attention("test_mode_mismatch", "test_coins"),
    ],
    [
      "too few coins",
      {
        maxShortfallPercent: 1,
        attempt: { quoted_crypto_amount: "20", received_crypto_amount: "19" },
      },
      attention("underpaid", "underpaid", { missing: "1" }),
    ],
  ])("%s", async (_what, shown, decision) => {
    const { container, attempt, asked } = playMedusa(shown)
    const facts = await gatherFacts(container, attempt)
    expect(decide(facts)).toMatchObject(decision)
    expect(asked).toEqual([])
  })

  it.each<[string, Shown, object]>([
    ["is what it was", placed, decided("verify")],
    [
      "is gone",
      { payment: {}, links: { order_cart: [] } },
      decided("reopen", { fact: { type: "order_gone" } }),
    ],
    [
      "has no capture",
      { order: {} },
      decided("reopen", { fact: { type: "capture_gone" } }),
    ],
    [
      "does not show the capture",
      { ...placed, bookings: [] },
      decided("reopen", { fact: { type: "not_booked", order_number: 12 } }),
    ],
    [
      "was canceled",
      { payment: {}, order: { status: "canceled" } },
      decided("reopen", {
        fact: { type: "canceled_order_holds_payment", order_number: 12 },
      }),
    ],
    [
      "was edited later",
      { payment: {}, order: { version: 2, total: 29.99 } },
      decided("verify"),
    ],
    [
      "lacks its stock, which is there",
      { ...placed, reservations: [] },
      decided("reserve"),
    ],
    [
      "lacks its stock, of which none is left",
      { ...placed, reservations: [], stock: 0 },
      decided("reopen", { fact: { type: "stock_not_reserved" } }),
    ],
    [
      "stands beside one that a second completion placed",
      {
        ...placed,
        otherOrders: [{ id: "order_2", display_id: 13 }],
        links: {
          order_cart: [
            { order_id: "order_1", cart_id: "cart_1" },
            { order_id: "order_2", cart_id: "cart_1" },
          ],
        },
      },
      decided("reopen", {
        fact: { type: "orphaned_order", orphaned_id: "order_2" },
      }),
    ],
    [
      "stands beside one that the timeline names",
      {
        ...placed,
        otherOrders: [{ id: "order_2", display_id: 13 }],
        timeline: [orphanedEntry("order_2")],
      },
      decided("reopen", { fact: { type: "orphaned_order", order_number: 13 } }),
    ],
    [
      "stood beside one that is canceled by now",
      {
        ...placed,
        otherOrders: [{ id: "order_2", canceled_at: ago(60) }],
        timeline: [orphanedEntry("order_2")],
      },
      decided("verify"),
    ],
  ])("of a settled attempt: its order %s", async (_what, shown, decision) => {
    const { container, attempt, asked } = playMedusa({
      ...shown,
      attempt: { ...settled, ...shown.attempt },
    })
    const facts = await gatherFacts(container, attempt)
    expect(decide(facts)).toMatchObject(decision)
    expect(asked).toEqual([])
  })
})

describe("an attempt that was just confirmed", () => {
  it("is handed to core by its session, collection and links alone", async () => {
    const { container, attempt } = playMedusa()
    const fresh = await gatherFreshFacts(container, attempt)
    expect(fresh?.session.id).toBe("payses_1")
    expect(fresh && decide(fresh.facts)).toEqual(process)
  })

  it("takes the collection's price for the cart's, and compares it", async () => {
    const { container, attempt } = playMedusa({ collection: { amount: 15 } })
    const fresh = await gatherFreshFacts(container, attempt)
    expect(fresh && decide(fresh.facts)).toMatchObject(
      attention("amount_mismatch", "cart_price_differs", { due: eur("15.00") })
    )
  })

  it.each<[string, Shown]>([
    ["was tried before", { attempt: { tries: 1 } }],
    ["was closed before", { attempt: { closed_at: ago(60) } }],
    [
      "was authorized before",
      { attempt: { authorized_session_id: "payses_1" } },
    ],
    ["needs attention", { attempt: { state: "attention" } }],
    ["has no cart", { attempt: { cart_id: null } }],
    ["has no collection", { attempt: { payment_collection_id: null } }],
    ["lost its session", { session: null }],
    ["has another session beside it", { otherSessions: [{ id: "payses_2" }] }],
    ["has a newer session", { session: { id: "payses_2" } }],
    [
      "has a session that core authorized",
      { session: { status: "authorized" } },
    ],
    [
      "has a payment",
      { payment: {}, attempt: { authorized_session_id: null } },
    ],
    [
      "has an order of its cart",
      { links: { order_cart: placedLinks.order_cart } },
    ],
    [
      "has an order of its collection",
      {
        links: {
          order_payment_collection: placedLinks.order_payment_collection,
        },
      },
    ],
    [
      "has a cart with another collection besides",
      {
        links: {
          cart_payment_collection: [
            { cart_id: "cart_1", payment_collection_id: "pay_col_1" },
            { cart_id: "cart_1", payment_collection_id: "pay_col_2" },
          ],
        },
      },
    ],
  ])("is not, where it %s", async (_what, shown) => {
    const { container, attempt } = playMedusa(shown)
    expect(await gatherFreshFacts(container, attempt)).toBeUndefined()
  })

  it("has an order that nobody asks for its stock where core has just placed it", async () => {
    const { container, attempt } = playMedusa({ ...placed, reservations: [] })
    const read = async (isPlaced: boolean) =>
      decide(await gatherFacts(container, attempt, { isPlaced })).type
    expect(await read(true)).toBe("settle")
    expect(await read(false)).toBe("reserve")
  })
})
