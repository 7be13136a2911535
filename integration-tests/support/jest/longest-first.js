const { default: Sequencer } = require("@jest/test-sequencer")

/** Those that take minutes. A new machine does not know yet which they are. */
const LONGEST = [
  "chaos/chaos.spec.ts",
  "http/checkout.spec.ts",
  "browser/admin.spec.ts",
  "browser/storefront-purchase.spec.ts",
  "http/orders.spec.ts",
  "http/recovery.spec.ts",
  "http/instances.spec.ts",
  "demo/demo.spec.ts",
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
