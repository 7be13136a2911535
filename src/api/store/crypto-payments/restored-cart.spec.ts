import { isCartRestored } from "./restored-cart"
import { isSentBack } from "../../../modules/crypto-payment/attempts/states"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"

/** A `query.graph` with one record, or none. */
const queryOf = (found: object | null) =>
  ({ graph: async () => ({ data: found ? [found] : [] }) }) as never

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
