import { MedusaError } from "@medusajs/framework/utils"
import { executeDecision } from "./execute"
import { playMedusa } from "./fixtures/played-medusa"
import { ago, half, placed, settled, type Shown } from "./fixtures/played-world"

const { Types } = MedusaError
const lost = new Error("Connection lost.")
/** Of our provider, and then of core. */
const refused = new MedusaError(
  Types.PAYMENT_AUTHORIZATION_ERROR,
  "Session: payses_1 was not authorized with the provider."
)
const noStock = new MedusaError(Types.NOT_ALLOWED, "Not enough stock.")

const eur = (amount: string) => ({ amount, currency_code: "eur" })
const isSettled = (order_id: string, payment_id: string) => ({
  type: "settled",
  order_id,
  payment_id,
})
const attention = (reason: string, type: string, fact: object = {}) => ({
  type: "attention",
  reason,
  fact: { type, ...fact },
})
const failed = (fact: object, retryable: boolean) => ({
  type: "failed",
  fact,
  retryable,
})
const locked = { type: "blocked", blocker: "cart_locked" }
const refund = {
  id: "ref_1",
  amount: 19.99,
  created_at: ago(60),
  note: "Sent back from the wallet (cpayref_1), transaction 0xaaa",
}
/** Which core books where it cancels an order, by the payment's id. */
const refusedRefund = {
  id: "ordtrx_2",
  amount: -19.99,
  reference: "refund",
  reference_id: "pay_1",
}

type Row = [
  what: string,
  shown: Shown,
  outcome: object,
  asked: string[],
  noted?: string[],
]

const rows: Row[] = [
  [
    "nothing yet: core places the order",
    {},
    isSettled("order_new", "pay_new"),
    ["process payses_1"],
  ],
  [
    "nothing yet, at a later try",
    { attempt: { tries: 1 } },
    isSettled("order_new", "pay_new"),
    ["process payses_1"],
  ],
  [
    "an order that awaits its payment: core books it there",
    { order: {} },
    isSettled("order_1", "pay_new"),
    ["process payses_1"],
  ],
  [
    "that order without its collection, where core would book nothing",
    { order: {}, links: { order_payment_collection: [] } },
    isSettled("order_1", "pay_new"),
    ["link order_1 to pay_col_1", "process payses_1"],
  ],
  [
    "a second session, which core might complete the cart with",
    { otherSessions: [{ id: "payses_2", provider_id: "pp_other" }] },
    isSettled("order_new", "pay_new"),
    ["lock cart_1", "delete payses_2", "process payses_1"],
  ],
  [
    "a second session that cannot be deleted",
    { otherSessions: [{ id: "payses_2" }], fails: ["delete payses_2"] },
    isSettled("order_new", "pay_new"),
    [
      "lock cart_1",
      "delete payses_2",
      "end payses_2 as canceled",
      "process payses_1",
    ],
  ],
  [
    "a second session that core authorized: it holds money",
    { otherSessions: [{ id: "payses_2", status: "authorized" }] },
    isSettled("order_new", "pay_new"),
    ["process payses_1"],
  ],
  [
    "a collection that kept the price of a change which was undone",
    { collection: { amount: 15 } },
    isSettled("order_new", "pay_new"),
    [
      "lock cart_1",
      "write pay_col_1: amount 19.99, currency_code eur",
      "process payses_1",
    ],
  ],
  [
    "a capture without an order",
    { payment: {} },
    isSettled("order_new", "pay_1"),
    ["process payses_1"],
  ],
  [
    "an authorized payment that core did not capture",
    { payment: { captured_at: null, captures: [] } },
    isSettled("order_new", "pay_1"),
    ["process payses_1"],
  ],
  [
    "a capture that is not in the order's transactions",
    { ...placed, bookings: [] },
    isSettled("order_1", "pay_1"),
    ["process payses_1"],
  ],
  [
    "such a capture of a moment ago: core is at it",
    {
      payment: {
        captures: [{ id: "capt_1", amount: 19.99, created_at: ago(20) }],
      },
      order: {},
      bookings: [],
    },
    { type: "awaiting" },
    [],
  ],
  [
    "two transactions of one capture",
    { ...placed, bookings: [{}, { id: "ordtrx_2", created_at: ago(590) }] },
    isSettled("order_1", "pay_1"),
    ["lock order_1", "move ordtrx_2 to version 1", "delete ordtrx_2"],
    ["transaction_removed"],
  ],
  [
    "two transactions, of which core's summary lost one",
    {
      payment: {},
      order: { lost: 19.99 },
      bookings: [{}, { id: "ordtrx_2", created_at: ago(590) }],
    },
    isSettled("order_1", "pay_1"),
    ["lock order_1", "move ordtrx_2 to version 0", "delete ordtrx_2"],
    ["transaction_removed"],
  ],
  [
    "an order without its stock",
    { ...placed, reservations: [] },
    isSettled("order_1", "pay_1"),
    ["lock cart_1", "lock iitem_1", "reserve 1 for ordli_1"],
  ],
  [
    "an order without its stock, of which none is left",
    { ...placed, reservations: [], stock: 0 },
    attention("order_not_placed", "stock_not_reserved"),
    ["lock cart_1"],
  ],
  [
    "an order that core left half-done",
    half,
    isSettled("order_new", "pay_new"),
    [
      "lock cart_1",
      "delete order_1",
      "unlink order_1 from pay_col_1",
      "unlink order_1 from cart_1",
      "process payses_1",
    ],
    ["order_taken_back"],
  ],
  [
    "such an order that no stopped completion made: it stands",
    { ...half, reservations: [{}], completions: [] },
    isSettled("order_1", "pay_new"),
    ["process payses_1"],
  ],
  [
    "a half-done order with some of its stock",
    { ...half, reservations: [{}] },
    isSettled("order_new", "pay_new"),
    [
      "lock cart_1",
      "lock iitem_1",
      "release ordli_1",
      "delete order_1",
      "unlink order_1 from pay_col_1",
      "unlink order_1 from cart_1",
      "process payses_1",
    ],
    ["order_taken_back"],
  ],
  [
    "no session",
    { session: null },
    isSettled("order_new", "pay_new"),
    [
      "lock cart_1",
      "open a session of 19.99 eur in pay_col_1",
      "process payses_new",
    ],
  ],
  [
    "no session, for a person who decided to try it again",
    {
      session: null,
      attempt: { state: "attention", attention_reason: "amount_mismatch" },
    },
    isSettled("order_new", "pay_new"),
    [
      "lock cart_1",
      "open a session of 19.99 eur in pay_col_1",
      "process payses_new",
    ],
    ["retried"],
  ],
  [
    "a cart for another price",
    { cart: { total: 24.99 }, core: [refused] },
    attention("amount_mismatch", "cart_price_differs", {
      paid: eur("19.99"),
      due: eur("24.99"),
    }),
    ["process payses_1", "lock cart_1"],
  ],
  [
    "a cart for another price, until its lock is free",
    {
      cart: { total: 24.99 },
      core: [refused],
      meanwhile: ({ cart }) => (cart[0].total = 19.99),
    },
    isSettled("order_new", "pay_new"),
    ["process payses_1", "lock cart_1", "process payses_1"],
  ],
  [
    "an order for another price, whose cart was deleted",
    { order: { total: 24.99 }, cart: null, links: { order_cart: [] } },
    attention("amount_mismatch", "order_price_differs", { due: eur("24.99") }),
    [],
  ],
  [
    "an order that costs more by now, and no session",
    {
      order: { version: 2, total: 24.99 },
      collection: { amount: 24.99 },
      session: null,
    },
    attention("amount_mismatch", "order_price_differs", { due: eur("24.99") }),
    [],
  ],
  [
    "an order that awaits its payment, without its stock, of which none is left",
    { order: {}, reservations: [], stock: 0 },
    attention("order_not_placed", "stock_not_reserved"),
    ["process payses_1", "lock cart_1"],
  ],
  [
    "a canceled order that holds the payment",
    { payment: {}, order: { status: "canceled" } },
    attention("late_payment", "canceled_order_holds_payment"),
    [],
    ["order_canceled"],
  ],
  [
    "a canceled order with a refund that the provider refused",
    {
      payment: {},
      order: { status: "canceled" },
      bookings: [{}, refusedRefund],
    },
    attention("late_payment", "canceled_order_holds_payment"),
    ["lock order_1", "move ordtrx_2 to version 1", "delete ordtrx_2"],
    ["order_canceled"],
  ],
  [
    "a canceled order that gave all of it back",
    {
      payment: { refunds: [refund] },
      order: { status: "canceled" },
      bookings: [
        {},
        {
          id: "ordtrx_2",
          amount: -19.99,
          reference: "refund",
          reference_id: "ref_1",
        },
      ],
      refunds: [{ id: "cpayref_1", refund_id: "ref_1" }],
    },
    isSettled("order_1", "pay_1"),
    [],
    ["order_canceled"],
  ],
  [
    "a capture that was given back, without an order",
    {
      payment: { refunds: [refund] },
      refunds: [{ id: "cpayref_1", refund_id: "ref_1" }],
    },
    attention("order_not_placed", "decided_by_admin"),
    ["lock cart_1"],
  ],
  [
    "an order of which core's summary lost the capture",
    { payment: {}, order: { lost: 19.99 } },
    isSettled("order_1", "pay_1"),
    [],
    ["order_misstated"],
  ],
  [
    "an order, of an attempt whose price is unknown",
    { ...placed, attempt: { amount: null, currency_code: null } },
    { ...isSettled("order_1", "pay_1"), price: eur("19.99") },
    [],
  ],
  [
    "the order of a settled attempt",
    { ...placed, attempt: settled },
    { type: "verified", verified: { id: "cpay_1", order_id: "order_1" } },
    [],
  ],
  [
    "the order of a settled attempt, without its stock",
    { ...placed, attempt: settled, reservations: [] },
    { type: "verified" },
    ["lock cart_1", "lock iitem_1", "reserve 1 for ordli_1"],
  ],
  [
    "no order of a settled attempt any more",
    {
      payment: {},
      attempt: settled,
      session: { status: "authorized" },
    },
    isSettled("order_new", "pay_1"),
    ["process payses_1"],
    ["reopened"],
  ],
  [
    "no capture of a settled attempt any more",
    { order: {}, attempt: settled },
    isSettled("order_1", "pay_new"),
    ["process payses_1"],
    ["reopened"],
  ],
  [
    "a settled attempt that paid more than its order cost",
    { payment: {}, order: { total: 5 }, attempt: settled },
    attention("amount_mismatch", "captured_price_differs", {
      due: eur("5.00"),
    }),
    [],
    ["reopened"],
  ],
  [
    "a canceled order of a settled attempt, with a refund that the provider refused",
    {
      payment: {},
      order: { status: "canceled" },
      bookings: [{}, refusedRefund],
      attempt: settled,
    },
    attention("late_payment", "canceled_order_holds_payment"),
    ["lock order_1", "move ordtrx_2 to version 1", "delete ordtrx_2"],
    ["reopened", "order_canceled"],
  ],
  [
    "an order that nothing but a settled attempt names, without its payment",
    {
      ...placed,
      cart: null,
      links: { order_cart: [], order_payment_collection: [] },
      bookings: [],
      attempt: settled,
    },
    isSettled("order_1", "pay_1"),
    ["link order_1 to pay_col_1", "process payses_1"],
    ["reopened"],
  ],
  [
    "an attempt that a person resolved",
    { attempt: { state: "resolved" } },
    { type: "recorded" },
    [],
  ],
  [
    "an attempt that nobody paid in time",
    { attempt: { state: "open", gateway_status: "expired" } },
    { type: "closed", order_id: null, paid_otherwise: false },
    ["end payses_1 as canceled"],
  ],
  [
    "an attempt that failed, of an order that awaits its payment",
    { order: {}, attempt: { state: "open", gateway_status: "failed" } },
    { type: "closed", order_id: "order_1", paid_otherwise: false },
    ["end payses_1 as error"],
  ],
  [
    "an attempt that nobody paid, since another payment did",
    {
      otherPayments: [{ id: "pay_2", payment_session_id: "payses_2" }],
      attempt: { state: "open", gateway_status: "expired" },
    },
    { type: "closed", order_id: null, paid_otherwise: true },
    ["end payses_1 as canceled"],
  ],
]

const failures: Row[] = [
  [
    "with the connection is told, and may pass",
    { core: [lost] },
    failed({ type: "failed", message: "Connection lost." }, true),
    ["process payses_1"],
  ],
  [
    "since our provider refused, and is tried once more",
    { core: [refused] },
    isSettled("order_new", "pay_new"),
    ["process payses_1", "process payses_1"],
  ],
  [
    "since our provider refused, and refuses again",
    { core: [refused, refused] },
    failed({ type: "failed" }, false),
    ["process payses_1", "process payses_1"],
  ],
  [
    "for want of stock is no use to try again",
    { attempt: { tries: 1 }, core: [noStock] },
    failed({ type: "blocked", blocker: "out_of_stock" }, false),
    ["process payses_1"],
  ],
  [
    "with its lock, after the order was placed: it is read before anything is tried again",
    { core: [{ placedBefore: new Error("Timed-out acquiring lock.") }] },
    isSettled("order_new", "pay_new"),
    ["process payses_1"],
  ],
  [
    "after it captured",
    { core: [{ capturedBefore: lost }] },
    failed({ type: "failed", message: "Connection lost." }, true),
    ["process payses_1"],
  ],
  [
    "after it captured, for want of stock",
    { core: [{ capturedBefore: noStock }] },
    failed({ type: "blocked", blocker: "out_of_stock" }, false),
    ["process payses_1"],
  ],
  [
    "since the order's lock is never free",
    {
      ...placed,
      bookings: [{}, { id: "ordtrx_2", created_at: ago(590) }],
      locked: ["order_1"],
    },
    { ...failed(locked, true), order_id: "order_1" },
    ["lock order_1"],
  ],
  [
    "to remove a transaction",
    {
      ...placed,
      bookings: [{}, { id: "ordtrx_2", created_at: ago(590) }],
      fails: ["delete ordtrx_2"],
    },
    failed({ type: "failed" }, true),
    ["lock order_1", "move ordtrx_2 to version 1", "delete ordtrx_2"],
    ["transaction_removed"],
  ],
  [
    "to take back an order, which is not named then",
    { ...half, fails: ["delete order_1"] },
    { ...failed({ type: "failed" }, true), order_id: null },
    ["lock cart_1", "delete order_1"],
  ],
  [
    "to book",
    { ...placed, bookings: [], core: [lost] },
    { ...failed({ type: "failed" }, true), order_id: "order_1" },
    ["process payses_1"],
  ],
  [
    "to reserve",
    { ...placed, reservations: [], fails: ["reserve 1 for ordli_1"] },
    failed({ type: "failed", message: "Connection lost." }, true),
    ["lock cart_1", "lock iitem_1", "reserve 1 for ordli_1"],
  ],
  [
    "to reserve for a settled order, as yet",
    {
      ...placed,
      attempt: settled,
      reservations: [],
      fails: ["reserve 1 for ordli_1"],
      failingForMs: 59 * 60_000,
    },
    { type: "recorded" },
    ["lock cart_1", "lock iitem_1", "reserve 1 for ordli_1"],
  ],
  [
    "to reserve for a settled order, for an hour",
    {
      ...placed,
      attempt: settled,
      reservations: [],
      fails: ["reserve 1 for ordli_1"],
      failingForMs: 60 * 60_000,
    },
    failed({ type: "failed" }, false),
    ["lock cart_1", "lock iitem_1", "reserve 1 for ordli_1"],
    ["reopened"],
  ],
  [
    "to open a session",
    {
      session: null,
      fails: ["open a session of 19.99 eur in pay_col_1"],
    },
    failed({ type: "failed" }, true),
    ["lock cart_1", "open a session of 19.99 eur in pay_col_1"],
  ],
]

const play = async (shown: Shown) => {
  const played = playMedusa(shown)
  const { container, attempt, timeline } = played
  const outcome = await executeDecision(container, { ...attempt })
  const noted = timeline.map(({ type }) => type)
  return { ...played, outcome, noted }
}

describe("where core shows", () => {
  it.each(rows)("%s", async (_what, shown, outcome, asked, noted = []) => {
    const played = await play(shown)
    expect(played.asked).toEqual(asked)
    expect(played.outcome).toMatchObject(outcome)
    expect(played.noted).toEqual(noted)
  })
})

describe("what core fails at", () => {
  it.each(failures)("%s", async (_what, shown, outcome, asked, noted = []) => {
    const played = await play(shown)
    expect(played.asked).toEqual(asked)
    expect(played.outcome).toMatchObject(outcome)
    expect(played.noted).toEqual(noted)
  })
})

it("keeps the order and the payment that are not gone where it reopens", async () => {
  const withoutOrder = await play({
    payment: {},
    attempt: settled,
    core: [lost],
  })
  expect(withoutOrder.attempt).toMatchObject({
    state: "paid",
    order_id: null,
    payment_id: "pay_1",
  })
  const withoutCapture = await play({
    order: {},
    attempt: settled,
    core: [lost],
  })
  expect(withoutCapture.attempt).toMatchObject({
    state: "paid",
    order_id: "order_1",
    payment_id: null,
  })
})
