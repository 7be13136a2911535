import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import { readCartStatus } from "./cart-status"

const session = (id: string) => ({
  id,
  provider_id: "pp_crypto_crypto",
  data: { session_id: id },
})

const attempt = attemptRow({
  state: "open",
  cart_id: "cart_1",
})

type CartPatch = Record<string, unknown> & { total: number; order?: unknown }

/** A `query.graph` with one cart, or none. */
function queryOf(cart: Record<string, unknown> | null) {
  return { graph: async () => ({ data: cart ? [cart] : [] }) } as never
}

/** The attempt was given two sessions. */
const links = {
  linksOf: async (ids: readonly string[]) =>
    new Map(
      ids
        .filter((id) => ["payses_1", "payses_2"].includes(id))
        .map((id) => [id, attempt.id])
    ),
}

const cart = (patch: Record<string, unknown> = {}): CartPatch => ({
  id: "cart_1",
  currency_code: "eur",
  total: 19.99,
  completed_at: null,
  payment_collection: { payment_sessions: [session("payses_2")] },
  ...patch,
})

const unpaidOrder = ({ due = 19.99, status = "pending" } = {}) => ({
  id: "order_1",
  display_id: 7,
  status,
  version: 1,
  currency_code: "eur",
  summary: { original_order_total: 19.99, pending_difference: due },
})

const sessions = (...ids: string[]) => ({
  payment_collection: { payment_sessions: ids.map(session) },
})

describe("the cart of an unpaid payment", () => {
  it.each([
    ["unchanged", cart(), "same", false],
    ["with another total", cart({ total: 20 }), "changed", false],
    ["in another currency", cart({ currency_code: "usd" }), "changed", false],
    [
      "ordered with another payment",
      cart({ completed_at: "now" }),
      "completed",
      false,
    ],
    [
      "ordered before its payment",
      cart({ completed_at: "now", order: unpaidOrder() }),
      "same",
      false,
    ],
    [
      "ordered before its payment, and edited",
      cart({ completed_at: "now", order: unpaidOrder({ due: 25 }) }),
      "changed",
      false,
    ],
    [
      "ordered before its payment, and canceled",
      cart({
        completed_at: "now",
        order: unpaidOrder({ status: "canceled" }),
      }),
      "canceled",
      false,
    ],
    [
      "ordered before its payment, and paid in another way",
      cart({
        completed_at: "now",
        order: unpaidOrder(),
        payment_collection: { payments: [{ currency_code: "eur" }] },
      }),
      "completed",
      false,
    ],
    [
      "ordered before its payment, with a session of another payment",
      cart({
        ...sessions("payses_3"),
        completed_at: "now",
        order: unpaidOrder(),
      }),
      "same",
      true,
    ],
    [
      "with a session of another payment",
      cart(sessions("payses_3")),
      "same",
      true,
    ],
    [
      "with an earlier session of the payment",
      cart(sessions("payses_1")),
      "same",
      false,
    ],
    ["with its session removed", cart(sessions()), "same", false],
    ["without a collection", cart({ payment_collection: null }), "same", false],
  ])("%s", async (_, found, comparison, replaced) => {
    const { total, currency_code, completed_at } = found
    const isChanged = comparison === "changed" && completed_at === null
    expect(await readCartStatus(queryOf(found), links, attempt)).toEqual({
      cart: comparison,
      cartPrice: isChanged ? { amount: total.toFixed(2), currency_code } : null,
      order: found.order ? { id: "order_1", display_id: 7 } : null,
      replaced,
    })
  })

  it("is not known without a cart, or for a deleted one", async () => {
    const unknown = {
      cart: null,
      cartPrice: null,
      order: null,
      replaced: false,
    }
    const without = attemptRow({ state: "open", cart_id: null })
    expect(await readCartStatus(queryOf(null), links, attempt)).toEqual(unknown)
    expect(await readCartStatus(queryOf(cart()), links, without)).toEqual(
      unknown
    )
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
      ...patch,
    })

    it.each([
      ["that is unchanged", {}, "same", false],
      ["that costs something else", { amount: 15 }, "changed", false],
      [
        "of which less is due",
        { order: unpaidOrder({ due: 5 }) },
        "changed",
        false,
      ],
      [
        "of which nothing is due",
        { order: unpaidOrder({ due: 0 }) },
        "completed",
        false,
      ],
      [
        "that is canceled",
        { order: unpaidOrder({ status: "canceled" }) },
        "canceled",
        false,
      ],
      [
        "with a session of another payment",
        { payment_sessions: [session("payses_3")] },
        "same",
        true,
      ],
    ])("%s", async (_, patch, comparison, replaced) => {
      const found = collection(patch)
      expect(await readCartStatus(queryOf(found), links, cartless)).toEqual({
        cart: comparison,
        cartPrice: null,
        order: { id: "order_1", display_id: 7 },
        replaced,
      })
    })
  })

  it("is not read once the payment is confirmed", async () => {
    for (const state of ["paid", "settled", "attention"] as const) {
      const paid = attemptRow({ ...attempt, state })
      expect(
        await readCartStatus(queryOf(cart({ total: 1 })), links, paid)
      ).toEqual({
        cart: null,
        cartPrice: null,
        order: null,
        replaced: false,
      })
    }
  })

  it("replaced no attempt whose address was shown, while it has no session", async () => {
    const superseded_at = new Date()
    const inline = attemptRow({
      ...attempt,
      superseded_at,
      flow: "h2h",
      wallet_address: "T-wallet",
    })
    const hosted = attemptRow({ ...attempt, superseded_at })
    const without = queryOf(cart({ ...sessions(), total: 20 }))
    expect(await readCartStatus(without, links, inline)).toMatchObject({
      cart: "changed",
      replaced: false,
    })
    expect(await readCartStatus(without, links, hosted)).toMatchObject({
      replaced: true,
    })
    expect(await readCartStatus(queryOf(null), links, inline)).toMatchObject({
      replaced: true,
    })
  })

  it("replaced an attempt that is superseded", async () => {
    const old = attemptRow({ ...attempt, superseded_at: new Date() })
    expect(await readCartStatus(queryOf(cart()), links, old)).toMatchObject({
      replaced: true,
    })
  })
})
