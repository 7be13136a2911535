import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import {
  isCartRestored,
  type PaymentContext,
  readCartStatus,
  toStoreCryptoPayment,
} from "./store-crypto-payment"

const context: PaymentContext = {
  sessionId: "payses_1",
  cartId: undefined,
  coin: { code: "USDT_TRC20", name: "Tether USD", network: "Tron" },
  token: undefined,
  cart: "same",
  cartPrice: null,
  order: null,
  payUntil: null,
  replaced: false,
  expiresAt: new Date("2026-01-01T00:15:00Z"),
  now: new Date("2026-01-01T00:00:01Z"),
}

describe("toStoreCryptoPayment", () => {
  const inline = attemptRow({
    flow: "h2h",
    checkout_url: null,
    wallet_address: "T-wallet",
    crypto_amount: "21.5",
    crypto_currency: "USDT_TRC20",
    opened_at: new Date("2026-01-01T00:00:00Z"),
    attention_detail: "hush",
    resolution: { note: "hush" },
  })

  it("has all that is needed to pay an open payment", () => {
    expect(toStoreCryptoPayment(inline, context)).toEqual({
      payment_session_id: "payses_1",
      provider_id: "pp_crypto_crypto",
      current: true,
      replaced: false,
      state: "open",
      gateway_status: "created",
      cart: "same",
      order_id: null,
      order_display_id: null,
      cart_amount: null,
      cart_currency_code: null,
      payment_collection_id: "pay_col_1",
      pay_until: null,
      flow: "h2h",
      amount: "19.99",
      currency_code: "eur",
      checkout_url: null,
      wallet_address: "T-wallet",
      crypto_amount: "21.5",
      crypto_currency: "USDT_TRC20",
      crypto_name: "Tether USD",
      crypto_network: "Tron",
      crypto_token: null,
      is_test: false,
      opened_at: "2026-01-01T00:00:00.000Z",
      expires_at: "2026-01-01T00:15:00.000Z",
      server_time: "2026-01-01T00:00:01.000Z",
    })
  })

  it("has what the options say about the coin", () => {
    const token = { chainId: 11155111, decimals: 18, test: true }
    expect(
      toStoreCryptoPayment(inline, { ...context, token }).crypto_token
    ).toEqual({ chain_id: 11155111, address: null, decimals: 18, test: true })
  })

  it.each(["closed", "paid", "settled", "attention", "resolved"] as const)(
    "has no URL and address to pay to in state %s",
    (state) => {
      const row = attemptRow({ ...inline, state, checkout_url: "https://g.e/" })
      expect(toStoreCryptoPayment(row, context)).toMatchObject({
        checkout_url: null,
        wallet_address: null,
      })
    }
  )

  it("names the order to who knows the cart, and its number to everybody", () => {
    const row = attemptRow({ state: "settled", order_id: "order_1" })
    const order = { id: "order_1", display_id: 7 }
    const shown = (cartId?: string, patch: object = {}) =>
      toStoreCryptoPayment({ ...row, ...patch }, { ...context, order, cartId })
    expect(shown("cart_1")).toMatchObject({ order_id: "order_1" })
    for (const answer of [
      shown(),
      shown("cart_2"),
      shown("", { cart_id: null }),
      shown(undefined, { cart_id: null }),
    ]) {
      expect(answer).toMatchObject({ order_id: null, order_display_id: 7 })
      expect(JSON.stringify(answer)).not.toMatch(/order_1|cart_1/)
    }
  })

  it("has the price of a changed cart for who knows the cart, and for nobody else", () => {
    const cartPrice = { amount: "29.9", currency_code: "eur" }
    const shown = (cartId?: string) =>
      toStoreCryptoPayment(inline, {
        ...context,
        cart: "changed",
        cartPrice,
        cartId,
      })
    expect(shown("cart_1")).toMatchObject({
      cart_amount: "29.9",
      cart_currency_code: "eur",
    })
    expect(JSON.stringify([shown(), shown("cart_2")])).not.toContain("29.9")
  })

  it("has no attention reason", () => {
    const row = attemptRow({
      state: "attention",
      attention_reason: "duplicate_payment",
      attention_detail: "hush",
    })
    const json = JSON.stringify(toStoreCryptoPayment(row, context))
    expect(json).not.toMatch(/hush|duplicate/)
    expect(json).toContain(`"state":"attention"`)
  })

  it("shows that another session or another payment replaced it", () => {
    const row = attemptRow({ payment_session_id: "payses_2" })
    const replaced = { ...context, replaced: true }
    expect(toStoreCryptoPayment(row, replaced)).toMatchObject({
      current: false,
      replaced: true,
    })
  })
})

const attempt = attemptRow({
  state: "open",
  cart_id: "cart_1",
  session_ids: ["payses_1", "payses_2"],
})

type CartPatch = Record<string, unknown> & { total: number; order?: unknown }

/** A `query.graph` with one cart, or none. */
function queryOf(cart: Record<string, unknown> | null) {
  return { graph: async () => ({ data: cart ? [cart] : [] }) } as never
}

const cart = (patch: Record<string, unknown> = {}): CartPatch => ({
  id: "cart_1",
  currency_code: "eur",
  total: 19.99,
  completed_at: null,
  payment_collection: { payment_sessions: [{ id: "payses_2" }] },
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
  payment_collection: { payment_sessions: ids.map((id) => ({ id })) },
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
    expect(await readCartStatus(queryOf(found), attempt)).toEqual({
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
    expect(await readCartStatus(queryOf(null), attempt)).toEqual(unknown)
    expect(await readCartStatus(queryOf(cart()), without)).toEqual(unknown)
  })

  describe("that was opened for the collection of an order", () => {
    const cartless = attemptRow({ ...attempt, cart_id: null })
    const collection = (patch: object = {}) => ({
      id: "pay_col_1",
      amount: 19.99,
      currency_code: "eur",
      status: "not_paid",
      order: unpaidOrder(),
      payment_sessions: [{ id: "payses_1" }],
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
        { payment_sessions: [{ id: "payses_3" }] },
        "same",
        true,
      ],
    ])("%s", async (_, patch, comparison, replaced) => {
      const found = collection(patch)
      expect(await readCartStatus(queryOf(found), cartless)).toEqual({
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
      expect(await readCartStatus(queryOf(cart({ total: 1 })), paid)).toEqual({
        cart: null,
        cartPrice: null,
        order: null,
        replaced: false,
      })
    }
  })

  describe("that was paid for another price than the cart's", () => {
    const paid = attemptRow({
      ...attempt,
      state: "attention",
      attention_reason: "amount_mismatch",
    })

    it("is compared: it is the order's once the cart costs again what was paid", async () => {
      const more = cart({ ...sessions(), total: 29.9 })
      expect(await readCartStatus(queryOf(more), paid)).toMatchObject({
        cart: "changed",
        cartPrice: { amount: "29.90", currency_code: "eur" },
      })
      expect(await isCartRestored(queryOf(more), paid)).toBe(false)
      expect(await isCartRestored(queryOf(cart(sessions())), paid)).toBe(true)
    })

    it.each([
      ["an order already", cart({ completed_at: "now" }), paid],
      ["gone", null, paid],
      ["another's", cart(), attemptRow({ ...paid, cart_id: null })],
      [
        "paid for with a shortfall",
        cart(),
        attemptRow({ ...paid, attention_reason: "underpaid" }),
      ],
    ])("is not where the cart is %s", async (_, found, row) => {
      expect(await readCartStatus(queryOf(found), row)).toMatchObject({
        cart: null,
        cartPrice: null,
      })
      expect(await isCartRestored(queryOf(found), row)).toBe(false)
    })
  })

  it("replaced an attempt that is superseded", async () => {
    const old = attemptRow({ ...attempt, superseded_at: new Date() })
    expect(await readCartStatus(queryOf(cart()), old)).toMatchObject({
      replaced: true,
    })
  })
})
