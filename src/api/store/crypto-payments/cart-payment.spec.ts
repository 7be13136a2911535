import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import { cartAttempt, isCartRestored } from "./store-crypto-payment"

const row = (id: string, patch: Partial<Attempt> = {}) =>
  attemptRow({ id, payment_session_id: `payses_${id}`, ...patch })

const cart = (patch: object = {}) => ({
  price: { amount: "19.99", currency_code: "eur" },
  session_ids: [] as string[],
  paid_otherwise: false,
  ...patch,
})

/** Each attempt was given the session of its name. */
const linksOf = (
  { session_ids }: { session_ids: string[] },
  attempts: Attempt[]
) =>
  new Map(
    attempts.flatMap(({ id }) =>
      session_ids.includes(`payses_${id}`) ? [[`payses_${id}`, id]] : []
    )
  )

describe("the attempt that a checkout shows for its cart", () => {
  const shown = (attempts: Attempt[], patch: object = {}) => {
    const paidBy = cart(patch)
    const found = cartAttempt(attempts, paidBy, linksOf(paidBy, attempts))
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
  const paid = row("paid", {
    state: "attention",
    attention_reason: "amount_mismatch",
    cart_id: "cart_1",
  })

  const isRestored = async (found: object | null, attempt: Attempt = paid) => {
    const services: Record<string, unknown> = {
      query: { graph: async () => ({ data: found ? [found] : [] }) },
      [CRYPTO_PAYMENT_MODULE]: { refunds: { isGivenBack: async () => false } },
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
    ...patch,
  })

  it("can become the order", async () => {
    expect(await isRestored(record())).toBe(true)
  })

  const stripe = [{ id: "x", provider_id: "pp_stripe_stripe" }]
  it.each<[string, object | null, Partial<Attempt>?]>([
    ["costs something else", record({ total: 29.9 })],
    ["is in another currency", record({ currency_code: "usd" })],
    ["is an order already", record({ completed_at: "now" })],
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
