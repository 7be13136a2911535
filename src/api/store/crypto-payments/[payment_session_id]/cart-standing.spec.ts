import { attemptRow } from "../../../../modules/crypto-payment/fixtures/attempt-row"
import { standingOf } from "./cart-standing"

const attempt = attemptRow({
  state: "open",
  cart_id: "cart_1",
  session_ids: ["payses_1", "payses_2"],
})

/** Plays `query.graph` with one cart, or none. */
function queryOf(cart: Record<string, unknown> | null) {
  return { graph: async () => ({ data: cart ? [cart] : [] }) } as never
}

const cart = (patch: Record<string, unknown> = {}) => ({
  id: "cart_1",
  currency_code: "eur",
  total: 19.99,
  completed_at: null,
  payment_collection: { payment_sessions: [{ id: "payses_2" }] },
  ...patch,
})

const sessions = (...ids: string[]) => ({
  payment_collection: { payment_sessions: ids.map((id) => ({ id })) },
})

describe("what the shopper did with the cart of an unpaid payment", () => {
  it.each([
    ["nothing", cart(), "same", false],
    ["changed it", cart({ total: 20 }), "changed", false],
    ["changed its currency", cart({ currency_code: "usd" }), "changed", false],
    ["ordered it otherwise", cart({ completed_at: "now" }), "completed", false],
    ["started another payment", cart(sessions("payses_3")), "same", true],
    ["opened it twice", cart(sessions("payses_1")), "same", false],
    ["let go of the payment", cart(sessions()), "same", false],
    ["never chose one", cart({ payment_collection: null }), "same", false],
  ])("%s", async (_, found, standing, replaced) => {
    expect(await standingOf(queryOf(found), attempt)).toEqual({
      cart: standing,
      replaced,
    })
  })

  it("is not known of a cart that is gone, or that never was", async () => {
    const unknown = { cart: null, replaced: false }
    const without = attemptRow({ state: "open", cart_id: null })
    expect(await standingOf(queryOf(null), attempt)).toEqual(unknown)
    expect(await standingOf(queryOf(cart()), without)).toEqual(unknown)
  })

  it("matters no more once money was seen", async () => {
    for (const state of ["paid", "settled", "attention"] as const) {
      const paid = attemptRow({ ...attempt, state })
      expect(await standingOf(queryOf(cart({ total: 1 })), paid)).toEqual({
        cart: null,
        replaced: false,
      })
    }
  })

  it("has replaced what the ledger gave up", async () => {
    const old = attemptRow({ ...attempt, superseded_at: new Date() })
    expect(await standingOf(queryOf(cart()), old)).toMatchObject({
      replaced: true,
    })
  })
})
