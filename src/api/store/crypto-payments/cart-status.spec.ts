import { readCartStatus } from "./cart-status"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"

/** A `query.graph` with one record, or none. */
const queryOf = (found: object | null) =>
  ({ graph: async () => ({ data: found ? [found] : [] }) }) as never

const session = (id: string) => ({
  id,
  provider_id: "pp_crypto_crypto",
  data: { session_id: id },
})

const attempt = attemptRow({ state: "open", cart_id: "cart_1" })

type CartPatch = Record<string, unknown> & { total: number; order?: unknown }

/** The attempt was given two sessions. */
const links = {
  linksOf: async (ids: readonly string[]) =>
    new Map(
      ids.filter((id) => /_[12]$/.test(id)).map((id) => [id, attempt.id])
    ),
}

const cart = (patch: Record<string, unknown> = {}): CartPatch => ({
  id: "cart_1",
  currency_code: "eur",
  total: 19.99,
  completed_at: null,
  payment_collection: {
    payment_sessions: [session("payses_2")],
    payments: [],
  },
  ...patch,
})

const unpaidOrder = ({ due = 19.99, status = "pending" } = {}) => ({
  id: "order_1",
  region_id: "reg_1",
  display_id: 7,
  status,
  version: 1,
  currency_code: "eur",
  summary: { pending_difference: due, transaction_total: 0 },
  transactions: [],
})

const sessions = (...ids: string[]) => ({
  payment_collection: { payment_sessions: ids.map(session), payments: [] },
})

const collectionOfNoOrder = {
  id: "pay_col_1",
  amount: 19.99,
  currency_code: "eur",
  status: "not_paid",
  payment_sessions: [],
  payments: [],
}

/** Inline, with the address that the shopper saw. */
const SHOWN = { flow: "h2h", wallet_address: "T-wallet" } as const
const unused = cart({ ...sessions(), total: 20 })
const UNKNOWN = { cart: null, cartPrice: null, order: null, replaced: false }

describe("the cart of an unpaid payment", () => {
  const ordered = (patch: object = {}, order = unpaidOrder()) =>
    cart({ completed_at: new Date(), order, ...patch })
  const usd = { currency_code: "usd" }
  const paid = {
    payment_collection: {
      payment_sessions: [],
      payments: [
        { currency_code: "eur", canceled_at: null, captures: [], refunds: [] },
      ],
    },
  }
  const canceled = unpaidOrder({ status: "canceled" })

  it.each<[string, CartPatch, string, boolean?]>([
    ["unchanged", cart(), "same"],
    ["with another total", cart({ total: 20 }), "changed"],
    ["in another currency", cart(usd), "changed"],
    [
      "ordered with another payment",
      cart({ completed_at: new Date() }),
      "completed",
    ],
    ["ordered before its payment", ordered(), "same"],
    ["ordered and edited", ordered({}, unpaidOrder({ due: 25 })), "changed"],
    ["ordered and canceled", ordered({}, canceled), "canceled"],
    ["ordered and paid in another way", ordered(paid), "completed"],
    [
      "ordered, with a session of another payment",
      ordered(sessions("payses_3")),
      "same",
      true,
    ],
    [
      "with another payment's session",
      cart(sessions("payses_3")),
      "same",
      true,
    ],
    ["with an earlier session of it", cart(sessions("payses_1")), "same"],
    ["with its session removed", cart(sessions()), "same"],
    ["without a collection", cart({ payment_collection: null }), "same"],
  ])("%s", async (_, found, comparison, replaced = false) => {
    const { total, currency_code, completed_at } = found
    const isChanged = comparison === "changed" && completed_at === null
    expect(await readCartStatus(queryOf(found), links, attempt)).toEqual({
      cart: comparison,
      cartPrice: isChanged ? { amount: total.toFixed(2), currency_code } : null,
      order: found.order ? { id: "order_1", display_id: 7 } : null,
      replaced,
    })
  })

  it.each<[string, Partial<Attempt>, object | null]>([
    ["for a deleted cart", {}, null],
    ["without a cart or an order", { cart_id: null }, collectionOfNoOrder],
    ["once it is paid", { state: "paid" }, cart({ total: 1 })],
    ["once it is settled", { state: "settled" }, cart({ total: 1 })],
    ["once it needs attention", { state: "attention" }, cart({ total: 1 })],
  ])("is not known %s", async (_, patch, found) => {
    const row = attemptRow({ ...attempt, ...patch })
    expect(await readCartStatus(queryOf(found), links, row)).toEqual(UNKNOWN)
  })

  describe("that was opened for the collection of an order", () => {
    const cartless = attemptRow({ ...attempt, cart_id: null })
    const collection = (patch: object = {}) => ({
      id: "pay_col_1",
      amount: 19.99,
      currency_code: "eur",
      status: "not_paid",
      order: unpaidOrder(),
      payment_sessions: [session("payses_1")],
      payments: [],
      ...patch,
    })

    it.each<[string, object, string, boolean?]>([
      ["that is unchanged", {}, "same"],
      ["that costs something else", { amount: 15 }, "changed"],
      ["of which less is due", { order: unpaidOrder({ due: 5 }) }, "changed"],
      ["of which nothing is", { order: unpaidOrder({ due: 0 }) }, "completed"],
      ["that is canceled", { order: canceled }, "canceled"],
      [
        "with a session of another payment",
        { payment_sessions: [session("payses_3")] },
        "same",
        true,
      ],
    ])("%s", async (_, patch, comparison, replaced = false) => {
      const found = collection(patch)
      expect(await readCartStatus(queryOf(found), links, cartless)).toEqual({
        cart: comparison,
        cartPrice: null,
        order: { id: "order_1", display_id: 7 },
        replaced,
      })
    })
  })

  it.each<[string, Partial<Attempt>, object | null, object]>([
    [
      "not one whose address was shown",
      SHOWN,
      unused,
      { cart: "changed", replaced: false },
    ],
    [
      "one whose address was shown, of no cart",
      SHOWN,
      null,
      { replaced: true },
    ],
    ["a hosted one without its session", {}, unused, { replaced: true }],
    ["one that is superseded", {}, cart(), { replaced: true }],
  ])(
    "replaced, where it is superseded, %s",
    async (_, patch, found, status) => {
      const superseded_at = new Date()
      const old = attemptRow({ ...attempt, superseded_at, ...patch })
      const read = await readCartStatus(queryOf(found), links, old)
      expect(read).toMatchObject(status)
    }
  )
})
