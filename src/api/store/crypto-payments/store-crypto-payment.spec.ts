import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import { isSentBack } from "../../../modules/crypto-payment/attempts/states"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import {
  cartAttempt,
  isCartRestored,
  type PaymentContext,
  readCartStatus,
  toStoreCryptoPayment,
} from "./store-crypto-payment"

/** A `query.graph` with one record, or none. */
const queryOf = (found: object | null) =>
  ({ graph: async () => ({ data: found ? [found] : [] }) }) as never

const context: PaymentContext = {
  sessionId: "payses_1",
  cartId: undefined,
  coin: { code: "USDT_TRC20", name: "Tether USD", network: "Tron" },
  token: undefined,
  cart: "same",
  cartPrice: null,
  order: null,
  ...{ payUntil: null, surplus: "0.5" },
  replaced: false,
  expiresAt: new Date("2026-01-01T00:15:00Z"),
  now: new Date("2026-01-01T00:00:01Z"),
}

const noAmounts = {
  quoted_crypto_amount: null,
  received_crypto_amount: null,
  missing_crypto_amount: null,
}

describe("toStoreCryptoPayment", () => {
  const inline = attemptRow({
    flow: "h2h",
    checkout_url: null,
    wallet_address: "T-wallet",
    crypto_amount: "21.5",
    crypto_currency: "USDT_TRC20",
    opened_at: new Date("2026-01-01T00:00:00Z"),
    attention_fact: { type: "failed", message: "hush" },
    resolution: { note: "hush" },
  })

  it("has all that is needed to pay an open payment", () => {
    expect(toStoreCryptoPayment(inline, context)).toEqual({
      ...{ payment_session_id: "payses_1", provider_id: "pp_crypto_crypto" },
      ...{ current: true, cart: "same", payment_collection_id: "pay_col_1" },
      ...{ replaced: false, duplicate: false, is_test: false },
      ...{ state: "open", gateway_status: "created", pay_until: null },
      ...{ order_id: null, order_display_id: null, crypto_token: null },
      ...{ cart_amount: null, cart_currency_code: null },
      ...{ flow: "h2h", amount: "19.99", currency_code: "eur" },
      ...{ wallet_address: "T-wallet", checkout_url: null },
      ...{ crypto_amount: "21.5", crypto_currency: "USDT_TRC20" },
      ...{ ...noAmounts, surplus_crypto_amount: "0.5" },
      ...{ crypto_name: "Tether USD", crypto_network: "Tron" },
      opened_at: "2026-01-01T00:00:00.000Z",
      expires_at: "2026-01-01T00:15:00.000Z",
      server_time: "2026-01-01T00:00:01.000Z",
    })
  })

  it("has what the options say about the coin", () => {
    const same = { decimals: 18, test: true }
    const token = { chainId: 11155111, ...same }
    const shown = toStoreCryptoPayment(inline, { ...context, token })
    const facts = { chain_id: 11155111, address: null, ...same }
    expect(shown.crypto_token).toEqual(facts)
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
    const cartless = { cart_id: null }
    const strangers = [shown(), shown("cart_2"), shown("", cartless)]
    for (const answer of [...strangers, shown(undefined, cartless)]) {
      expect(answer).toMatchObject({ order_id: null, order_display_id: 7 })
      expect(JSON.stringify(answer)).not.toMatch(/order_1|cart_1/)
    }
  })

  it("has the price of a changed cart for who knows the cart, and for nobody else", () => {
    const cartPrice = { amount: "29.9", currency_code: "eur" }
    const changed = { ...context, cart: "changed" as const, cartPrice }
    const shown = (cartId?: string) =>
      toStoreCryptoPayment(inline, { ...changed, cartId })
    expect(shown("cart_1")).toMatchObject({
      cart_amount: "29.9",
      cart_currency_code: "eur",
    })
    expect(JSON.stringify([shown(), shown("cart_2")])).not.toContain("29.9")
  })

  it("has no attention reason", () => {
    const row = attemptRow({
      state: "attention",
      attention_reason: "amount_mismatch",
      attention_fact: { type: "failed", message: "hush" },
    })
    const json = JSON.stringify(toStoreCryptoPayment(row, context))
    expect(json).not.toMatch(/hush|mismatch/)
    expect(json).toContain(`"state":"attention"`)
  })

  it.each<[boolean, Partial<Attempt>]>([
    [true, { state: "attention", attention_reason: "duplicate_payment" }],
    [false, { state: "attention", attention_reason: "late_payment" }],
    [false, { state: "resolved", attention_reason: "duplicate_payment" }],
  ])("says %s to a second payment, of %o", (duplicate, patch) => {
    const shown = toStoreCryptoPayment(attemptRow(patch), context)
    expect(shown.duplicate).toBe(duplicate)
  })

  const short = {
    quoted_crypto_amount: "0.00216",
    received_crypto_amount: "0.00194",
    missing_crypto_amount: "0.00022",
  }
  it.each<[string, Partial<Attempt>, object?]>([
    ["an underpaid payment", {}, short],
    ["one that needs attention otherwise", { attention_reason: "unmatched" }],
    ["one that was accepted", { state: "settled" }],
    ["one that is waited for", { state: "open", attention_reason: null }],
    ["one of an unknown amount", { received_crypto_amount: null }],
    ["one of which all arrived", { received_crypto_amount: "0.00216" }],
  ])(
    "has the amounts of %s where they are short, and no others",
    (_name, patch, amounts = noAmounts) => {
      const { quoted_crypto_amount, received_crypto_amount } = short
      const row = attemptRow({
        state: "attention",
        attention_reason: "underpaid",
        quoted_crypto_amount,
        received_crypto_amount,
        ...patch,
      })
      expect(toStoreCryptoPayment(row, context)).toMatchObject(amounts)
    }
  )

  it("shows that another session or another payment replaced it, and where to pay no more", () => {
    const row = attemptRow({ ...inline, payment_session_id: "payses_2" })
    const replaced = { ...context, replaced: true }
    expect(toStoreCryptoPayment(row, replaced)).toMatchObject({
      current: false,
      replaced: true,
      wallet_address: null,
    })
  })
})

describe("the attempt that a checkout shows for its cart", () => {
  const row = (id: string, patch: Partial<Attempt> = {}) =>
    attemptRow({ id, payment_session_id: `payses_${id}`, ...patch })

  /** Each attempt was given the session of its name. */
  const shown = (
    attempts: Attempt[],
    { session_ids = [] as string[], paid_otherwise = false } = {}
  ) => {
    const price = { amount: "19.99", currency_code: "eur" }
    const links = new Map(
      attempts
        .map(({ id }): [string, string] => [`payses_${id}`, id])
        .filter(([session]) => session_ids.includes(session))
    )
    const cart = { price, session_ids, paid_otherwise }
    const found = cartAttempt(attempts, cart, links)
    return found && [found.attempt.id, found.sessionId]
  }
  const usedBy = (...session_ids: string[]) => ({ session_ids })

  it("is the one with money, whatever session the cart has", () => {
    const paid = row("paid", { state: "attention" })
    for (const ids of [[], ["payses_new"], ["payses_manual"]]) {
      expect(shown([row("new"), paid], usedBy(...ids))).toEqual([
        "paid",
        "payses_paid",
      ])
    }
    expect(cartAttempt([paid], null, new Map())?.attempt.id).toBe("paid")
  })

  it("is, of two with money, the one whose price the cart has", () => {
    const newer = row("newer", { state: "attention", amount: "9.99" })
    const fits = row("fits", { state: "attention" })
    expect(shown([newer, fits])?.[0]).toBe("fits")
    expect(shown([newer, row("done", { state: "settled" })])?.[0]).toBe("done")
  })

  it("is the one in use, else an open one that lost its session with a change of the cart", () => {
    const superseded_at = new Date()
    expect(shown([row("new"), row("old")], usedBy("payses_old"))).toEqual([
      "old",
      "payses_old",
    ])
    expect(shown([row("left")])).toEqual(["left", "payses_left"])
    // Its coins may be on their way, though the job found that no session uses it.
    const inline = { flow: "h2h", wallet_address: "T-wallet" } as const
    expect(shown([row("left", { ...inline, superseded_at })])?.[0]).toBe("left")
    expect(shown([row("ended", { superseded_at })])).toBeNull()
  })

  it("is none where another payment was chosen, or it ended", () => {
    expect(shown([row("left")], usedBy("payses_other"))).toBeNull()
    expect(shown([row("left")], { paid_otherwise: true })).toBeNull()
    expect(shown([row("closed", { state: "closed" })])).toBeNull()
  })

  it("is a resolved one while the cart has its session, and where its order was placed by hand", () => {
    const resolved = row("one", { state: "resolved" })
    expect(shown([resolved], usedBy("payses_one"))?.[0]).toBe("one")
    expect(shown([resolved])).toBeNull()
    const byHand = { ...resolved, resolution: { kind: "order_placed_by_hand" } }
    expect(shown([row("new"), byHand], usedBy("payses_new"))?.[0]).toBe("one")
  })
})

describe("a cart that costs again what was paid", () => {
  const paid = attemptRow({
    state: "attention",
    attention_reason: "amount_mismatch",
  })

  const isRestored = async (found: object | null, attempt: Attempt = paid) => {
    const services: Record<string, unknown> = {
      query: queryOf(found),
      // Of what is not resolved, nothing was sent back.
      [CRYPTO_PAYMENT_MODULE]: {
        refunds: { isSentBack: async (of: Attempt) => isSentBack(of, false) },
      },
    }
    const container = { resolve: (name: string) => services[name] }
    return await isCartRestored(container as never, attempt)
  }

  const record = (patch: object = {}) => ({
    id: "cart_1",
    currency_code: "eur",
    total: 19.99,
    completed_at: null,
    items: [{ requires_shipping: false }],
    shipping_methods: [],
    ...patch,
  })

  it("can become the order", async () => {
    expect(await isRestored(record())).toBe(true)
  })

  const stripe = [{ id: "x", provider_id: "pp_stripe_stripe", data: {} }]
  it.each<[string, object | null, Partial<Attempt>?]>([
    ["costs something else", record({ total: 29.9 })],
    ["is in another currency", record({ currency_code: "usd" })],
    ["is an order already", record({ completed_at: new Date() })],
    ["is gone", null],
    ["cannot be shipped yet", record({ items: [{ requires_shipping: true }] })],
    [
      "is being paid in another way",
      record({ payment_collection: { payment_sessions: stripe } }),
    ],
    ["is not the payment's", record(), { cart_id: null }],
    ["was paid too little for", record(), { attention_reason: "underpaid" }],
    [
      "was paid for another price at the gateway",
      record(),
      { gateway_amount: "5", gateway_currency: "EUR" },
    ],
    ["got its money back", record(), { resolution: { kind: "refunded" } }],
  ])("does not where it %s", async (_, found, patch = {}) => {
    expect(await isRestored(found, { ...paid, ...patch })).toBe(false)
  })
})

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
