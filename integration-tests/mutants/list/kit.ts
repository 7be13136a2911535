import { unit, type Mutant } from "../mutant"

/** The storefront kit. */
export const kitMutants: Mutant[] = [
  {
    name: "keeps the pace of failures once Medusa answers again",
    file: "src/storefront/watch.ts",
    search: "      failed = 0\n",
    replace: "",
    killedBy: unit(
      "storefront/watch.spec.ts",
      "looks at the pace of a payment again after Medusa failed for a while"
    ),
  },
  {
    name: "leaves a request running when it is stopped",
    file: "src/storefront/watch.ts",
    search: "underway?.abort()",
    replace: "",
    killedBy: unit(
      "storefront/watch.spec.ts",
      "aborts the request that is under way when it is stopped"
    ),
  },
  {
    name: "listens to its signal after it was stopped",
    file: "src/storefront/watch.ts",
    search: 'signal?.removeEventListener("abort", stop)',
    replace: "",
    killedBy: unit(
      "storefront/watch.spec.ts",
      "listens to its signal only until it is stopped"
    ),
  },
  {
    name: "does not end with its signal",
    file: "src/storefront/watch.ts",
    search: 'signal?.addEventListener("abort", stop)',
    replace: "",
    killedBy: unit(
      "storefront/watch.spec.ts",
      "ends with its signal, or does not begin"
    ),
  },
  {
    name: "asks for money that the cart no longer costs",
    file: "src/storefront/phase.ts",
    search: 'if (payment.cart === "changed") return "cart_changed"',
    replace: "",
    killedBy: unit("storefront/phase.spec.ts", "the phase of a payment"),
  },
]
