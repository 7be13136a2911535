import { BigNumber } from "@medusajs/framework/utils"
import { guardCart, type HookCart } from "./hooks"

type Handler = (input: unknown, context: { container: object }) => unknown

/** A workflow as core makes it, and its hook called with a cart. */
function hooked(guard: (cart: HookCart | null) => unknown) {
  const handlers: Handler[] = []
  const workflow = {
    getName: () => "complete-cart",
    hooks: { validate: (handler: Handler) => handlers.push(handler) },
  }
  guardCart(workflow, "cart-query", (_container, cart) => guard(cart))
  return async (cart: unknown) => await handlers[0]({ cart }, { container: {} })
}

const cart = {
  id: "cart_1",
  total: new BigNumber("19.95"),
  currency_code: "eur",
  completed_at: null,
  payment_collection: {
    payment_sessions: [{ id: "payses_1", status: "pending", amount: 19.95 }],
  },
}

describe("the cart that core hands to its hook", () => {
  const session = { id: "payses_1", status: "pending", amount: 19.95 }
  const one = { payment_sessions: [session, null] }
  const two = { payment_sessions: [{ id: "payses_2" }] }
  const read = {
    id: "cart_1",
    total: cart.total,
    currency_code: "eur",
    sessions: [session],
  }
  const unpriced = { ...read, total: null, sessions: [] }

  it.each<[string, unknown, unknown]>([
    ["with a session", { ...cart, payment_collection: one }, read],
    [
      "with two collections, and one that is gone",
      { ...cart, payment_collection: [one, undefined, two] },
      { ...read, sessions: [session, { id: "payses_2" }] },
    ],
    [
      "without a collection",
      { ...cart, payment_collection: null },
      { ...read, sessions: [] },
    ],
    [
      "whose total has a form that is not known",
      { ...cart, total: "much", payment_collection: undefined },
      unpriced,
    ],
    ["that is completed, whatever else it is", { completed_at: "now" }, null],
    ["that is gone", null, null],
    ["that was not handed over", undefined, null],
  ])("is handed on %s", async (_what, given, expected) => {
    const guard = jest.fn()
    await hooked(guard)(given)
    expect(guard).toHaveBeenCalledWith(expected)
  })

  it.each<[string, unknown, RegExp]>([
    ["that has no id", { ...cart, id: undefined }, /has a `id` that/],
    [
      "whose session has no id",
      { ...cart, payment_collection: { payment_sessions: [{}] } },
      /has a `payment_collection\.0\.payment_sessions\.0\.id` that/,
    ],
    ["that is a text", "cart_1", /Medusa hands to its hook/],
  ])("is refused %s", async (_what, given, message) => {
    const guard = jest.fn()
    await expect(hooked(guard)(given)).rejects.toThrow(message)
    expect(guard).not.toHaveBeenCalled()
  })
})
