const { default: Sequencer } = require("@jest/test-sequencer")

/** Those that take long. A new machine does not know yet which they are. */
const LONGEST = [
  // Begin by installing, which is waiting.
  "package/package.spec.ts",
  "chaos/chaos.spec.ts",
  "browser/admin.spec.ts",
  "http/before-payment.spec.ts",
  "http/after-payment.spec.ts",
  "http/order-first.spec.ts",
  "http/checkout.spec.ts",
  "browser/storefront-purchase.spec.ts",
  "package/pnpm-workspace.spec.ts",
  "http/orders.spec.ts",
  "http/recovery.spec.ts",
  "http/instances.spec.ts",
  "demo/demo.spec.ts",
  "http/paid-cart.spec.ts",
  "http/job.spec.ts",
  "gateway/malformed/hook-route.spec.ts",
]

/** Jest's order, but what takes long begins first: nothing then waits for it alone at the end. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const at = LONGEST.findIndex((name) => path.endsWith(`/${name}`))
      return at === -1 ? LONGEST.length : at
    }
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b))
  }
}
