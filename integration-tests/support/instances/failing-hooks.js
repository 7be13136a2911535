/**
 * Preloaded into Medusa, as a store's own workflow hooks that fail: a cart
 * whose e-mail address begins with `fails-<times>-before-order` fails so often
 * before core creates its order, one with `…-after-order` afterwards. Each
 * process counts for itself.
 */
const { completeCartWorkflow } = require("@medusajs/medusa/core-flows")

const failures = new Map()

completeCartWorkflow.hooks.validate((input, { container }) =>
  failIfWanted("before-order", input.cart.id, container)
)
completeCartWorkflow.hooks.orderCreated((input, { container }) =>
  failIfWanted("after-order", input.cart_id, container)
)

async function failIfWanted(moment, cartId, container) {
  const { data } = await container
    .resolve("query")
    .graph({ entity: "cart", fields: ["email"], filters: { id: cartId } })
  const wanted = /^fails-(\d+)-(before-order|after-order)/.exec(data[0]?.email)
  if (wanted?.[2] !== moment) return
  const before = failures.get(cartId) ?? 0
  if (before >= Number(wanted[1])) return
  failures.set(cartId, before + 1)
  throw new Error(`The store's own hook failed (${moment}).`)
}
