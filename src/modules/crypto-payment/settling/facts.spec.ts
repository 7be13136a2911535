import { attemptRow } from "../fixtures/attempt-row"
import { facts } from "../fixtures/facts"
import type { Attempt } from "../models/crypto-payment"
import type { Shortfall } from "../shortfalls/shortfall"
import { decide } from "./decide"
import {
  freshFacts,
  type MedusaOrder,
  type OpenedCollection,
  type OrderPlacement,
  type StockReservation,
  stockToReserve,
  titleOf,
  toOrderFacts,
  type HalfDone,
  halfDoneOrder,
} from "./facts"
import { attemptPrice, gatewayPrice } from "./money"

const eur = (amount: string) => ({ amount, currency_code: "eur" })

describe("what core is asked for at once", () => {
  const price = eur("19.99")
  const session = {
    id: "payses_1",
    status: "pending",
    price,
    has_payment: false,
  }
  const collection: OpenedCollection = {
    id: "pay_col_1",
    price,
    sessions: [session],
    is_ordered: false,
    is_only_one: true,
  }

  /** The session that core is handed; undefined where all facts are read first. */
  function tried(
    patch: Partial<Attempt> = {},
    changes: Partial<OpenedCollection> = {},
    shortfall: Shortfall = { type: "accepted" }
  ) {
    const attempt = attemptRow({ state: "paid", ...patch })
    const { state, is_test } = attempt
    const known = facts(
      { gateway_price: gatewayPrice(attempt) },
      { state, is_test, shortfall, price: attemptPrice(attempt) }
    )
    const fresh = freshFacts(attempt, known, { ...collection, ...changes })
    if (fresh) {
      const { price, id } = { ...collection, ...changes }
      expect(fresh).toMatchObject({
        cart: { price },
        collection: { id, price },
      })
    }
    const decision = fresh && decide(fresh)
    return decision?.type === "process" ? decision.session_id : undefined
  }

  it("is the order of a payment that was just confirmed", () => {
    expect(tried()).toBe("payses_1")
    expect(tried({ gateway_amount: "19.990", gateway_currency: "EUR" })).toBe(
      "payses_1"
    )
  })

  it.each<[string, Partial<Attempt>]>([
    ["is not paid", { state: "open" }],
    ["needs attention", { state: "attention", attention_reason: "unmatched" }],
    ["is settled", { state: "settled" }],
    ["was tried before", { tries: 1 }],
    ["was closed before", { closed_at: new Date() }],
    ["is for no cart", { cart_id: null }],
    ["has an order", { order_id: "order_1" }],
    ["has a payment", { payment_id: "pay_1" }],
    ["authorized a session", { authorized_session_id: "payses_1" }],
    ["has no session", { payment_session_id: null }],
    ["has another session", { payment_session_id: "payses_2" }],
    ["has no price", { amount: null }],
    ["had another price", { amount: "19.98" }],
    ["had another currency", { currency_code: "usd" }],
    ["is priced otherwise", { gateway_amount: "2", gateway_currency: "EUR" }],
    ["is a test payment", { is_test: true }],
    ["may be a test payment", { is_test: null }],
  ])("is nothing for an attempt that %s", (_what, attempt) => {
    expect(tried(attempt)).toBeUndefined()
  })

  it.each<[string, Partial<OpenedCollection>]>([
    ["has no session", { sessions: [] }],
    ["has two sessions", { sessions: [session, { ...session, id: "b" }] }],
    ["has an ended one", { sessions: [{ ...session, status: "canceled" }] }],
    ["has a paid one", { sessions: [{ ...session, has_payment: true }] }],
    [
      "has one at another price",
      { sessions: [{ ...session, price: eur("1") }] },
    ],
    ["has another amount", { price: eur("20") }],
    ["is an order's", { is_ordered: true }],
    ["is not the only one", { is_only_one: false }],
  ])("is nothing where the collection %s", (_what, changes) => {
    expect(tried({}, changes)).toBeUndefined()
  })

  it("is nothing while it is not certain that enough arrived", () => {
    expect(tried({}, {}, { type: "awaited" })).toBeUndefined()
  })
})

describe("the facts of an order", () => {
  const transaction = (amount: number) => ({
    id: `ordtrx_${amount}`,
    amount,
    version: 1,
    created_at: new Date(),
  })
  const order: MedusaOrder = {
    id: "order_1",
    display_id: 12,
    status: "pending",
    version: 1,
    currency_code: "EUR",
    summary: { pending_difference: 0, transaction_total: 5 },
    transactions: [transaction(5)],
  }
  const known = {
    id: "order_1",
    number: 12,
    canceled: false,
    pending: eur("0.00"),
    misstated: null,
  }

  it("are what is due for it", () => {
    expect(toOrderFacts(order)).toEqual(known)
    const canceled = { ...order, status: "canceled" }
    expect(toOrderFacts(canceled)).toEqual({ ...known, canceled: true })
    for (const summary of [
      null,
      { transaction_total: 5 },
      { pending_difference: 0 },
    ]) {
      const unread = { ...order, summary }
      expect(toOrderFacts(unread)).toEqual({ ...known, pending: null })
    }
  })

  it.each([
    ["lost a booking of two at once", [5, 5], [5, 5, 5], "-5.00", "5.00"],
    ["lost the only booking", [10, 0], [10], "0.00", "10.00"],
    ["counts a booking that is gone", [0, 10], [5], "5.00", "0.00"],
    ["counts fractions of a cent", [0.0009, 9.9991], [10], "0.00", null],
  ])(
    "count the transactions where the summary %s",
    (_which, [pending_difference, transaction_total], amounts, due, stated) => {
      const found = toOrderFacts({
        ...order,
        summary: { pending_difference, transaction_total },
        transactions: amounts.map(transaction),
      })
      const misstated = stated === null ? null : eur(stated)
      expect(found).toEqual({ ...known, pending: eur(due), misstated })
    }
  )
})

type Item = OrderPlacement["items"][number]

const SHIRT = [{ inventory_item_id: "shirt", required_quantity: 1 }]
const KIT = [
  { inventory_item_id: "frame", required_quantity: 1 },
  { inventory_item_id: "wheel", required_quantity: 2 },
]

const item = (changes: Partial<Item> = {}): Item => ({
  id: "line",
  title: "Shirt",
  quantity: 3,
  detail: { fulfilled_quantity: 0 },
  variant: { manage_inventory: true, inventory_items: SHIRT },
  ...changes,
})

const ofKit = (fulfilled_quantity = 0) =>
  item({
    variant: { manage_inventory: true, inventory_items: KIT },
    detail: { fulfilled_quantity },
  })

const orderOf = (...items: Item[]): OrderPlacement => ({
  status: "pending",
  version: 1,
  items,
})

const reserve = (
  inventory_item_id: string,
  quantity: number,
  line_item_id: string | null = "line"
): StockReservation => ({ line_item_id, inventory_item_id, quantity })

const shirts = (quantity: number) => [{ title: "Shirt", quantity }]

const done = { completed: true, used: false }

describe("the stock of an order", () => {
  it.each<[what: string, order: OrderPlacement, reserved: StockReservation[]]>([
    ["reserved", orderOf(item()), [reserve("shirt", 3)]],
    [
      "reserved at two locations",
      orderOf(item()),
      [reserve("shirt", 1), reserve("shirt", 2)],
    ],
    [
      "reserved in each part of a kit",
      orderOf(ofKit()),
      [reserve("frame", 3), reserve("wheel", 6)],
    ],
    [
      "reserved for what a first fulfillment left",
      orderOf(ofKit(2)),
      [reserve("frame", 1), reserve("wheel", 2)],
    ],
    ["fulfilled", orderOf(item({ detail: { fulfilled_quantity: 3 } })), []],
    ["taken out of the order", orderOf(item({ quantity: 0 })), []],
    ["not needed, canceled", { ...orderOf(item()), status: "canceled" }, []],
    [
      "not counted",
      orderOf(
        item({ variant: { manage_inventory: false, inventory_items: SHIRT } })
      ),
      [],
    ],
    ["of a deleted variant", orderOf(item({ variant: null })), []],
    [
      "of a variant without inventory items",
      orderOf(
        item({ variant: { manage_inventory: true, inventory_items: [] } })
      ),
      [],
    ],
    ["of no items", orderOf(), []],
  ])("is complete where it is %s", (_what, order, reserved) => {
    expect(halfDoneOrder(order, reserved, done)).toBeNull()
  })

  it.each<[string, OrderPlacement, StockReservation[], missing: number]>([
    ["nothing is reserved", orderOf(item()), [], 3],
    ["too little is reserved", orderOf(item()), [reserve("shirt", 2)], 1],
    [
      "one of two items is not reserved",
      orderOf(item(), item({ id: "other" })),
      [reserve("shirt", 3)],
      3,
    ],
    [
      "one part of a kit is not reserved",
      orderOf(ofKit()),
      [reserve("frame", 3), reserve("wheel", 3)],
      2,
    ],
    [
      "the rest of a fulfillment is not reserved",
      orderOf(item({ detail: { fulfilled_quantity: 1 } })),
      [],
      2,
    ],
    [
      "the same stock is reserved for others",
      orderOf(item()),
      [reserve("shirt", 3, "other"), reserve("shirt", 3, null)],
      3,
    ],
    ["its rest is not known", orderOf(item({ detail: undefined })), [], 3],
  ])("is missing where %s", (_what, order, reserved, missing) => {
    expect(halfDoneOrder(order, reserved, done)).toEqual(shirts(missing))
  })

  it.each<[string, sold: [string, number][], missing: number]>([
    ["an item that came by a later change", [], 0],
    ["pieces that were added later", [["line", 1]], 1],
    ["pieces that were taken out later", [["line", 5]], 3],
  ])("is compared with the sale, for %s", (_what, sold, missing) => {
    const order = { ...orderOf(item()), version: 2 }
    expect(halfDoneOrder(order, [], done, new Map(sold))).toEqual(
      missing === 0 ? null : shirts(missing)
    )
  })

  it("has the quantities that core reserves", () => {
    const needed = stockToReserve(orderOf(ofKit(1))).map((each) =>
      reserve(each.inventory_item_id, Number(each.quantity))
    )
    expect(needed).toEqual([reserve("frame", 2), reserve("wheel", 4)])
    expect(stockToReserve(orderOf(ofKit(3)))).toEqual([])
  })

  it.each([
    [{ product_title: "Shirt", variant_title: "L" }, "Shirt (L)"],
    [{ title: "Shirt", product_title: null }, "Shirt"],
    [{}, "?"],
  ])("is named by its item: %j", (titles, name) => {
    expect(titleOf(titles)).toBe(name)
  })
})

describe("an order of a cart", () => {
  const failed = { completed: false, used: false }
  const order = orderOf(item())
  const fulfilled = orderOf(item({ detail: { fulfilled_quantity: 1 } }))

  const touched = { ...failed, touched: true }

  it.each<
    [
      string,
      OrderPlacement,
      number,
      typeof done & { touched?: boolean },
      HalfDone | null,
    ]
  >([
    ["that core completed", order, 3, done, null],
    ["without its stock", order, 0, done, shirts(3)],
    ["of a cart that is not completed", order, 3, failed, "undo"],
    ["of neither", order, 0, failed, "undo"],
    ["of nothing to reserve", orderOf(), 0, failed, "undo"],
    ["that somebody has touched", order, 3, touched, "touched"],
    ["that is touched and used", order, 3, { ...touched, used: true }, null],
    [
      "touched, that core completed",
      order,
      3,
      { ...touched, completed: true },
      null,
    ],
    ["that was edited", { ...order, version: 2 }, 3, failed, null],
    ["that was edited", { ...order, version: 2 }, 0, failed, shirts(3)],
    ["that is archived", { ...order, status: "archived" }, 3, failed, null],
    ["that was fulfilled in part", fulfilled, 2, failed, null],
    ["that is used", order, 3, { ...failed, used: true }, null],
    ["that is used", order, 1, { ...failed, used: true }, shirts(2)],
  ])("%s", (_what, placed, quantity, known, expected) => {
    const reserved = [reserve("shirt", quantity)]
    expect(halfDoneOrder(placed, reserved, known)).toEqual(expected)
  })
})
