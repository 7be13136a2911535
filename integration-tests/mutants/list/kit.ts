import { unit, type Mutant } from "../mutant"

/** The storefront kit. */
export const kitMutants: Mutant[] = [
  {
    name: "keeps the delay of failed reads after an answer",
    file: "src/storefront/watch.ts",
    search: "failed = 0\n      // The server",
    replace: "// The server",
    killedBy: unit(
      "storefront/watch.spec.ts",
      "resets the delay of failed reads after an answer"
    ),
  },
  {
    name: "does not abort its request when it is stopped",
    file: "src/storefront/watch.ts",
    search: "inFlight?.abort()",
    replace: "",
    killedBy: unit(
      "storefront/watch.spec.ts",
      "aborts the current request when it is stopped"
    ),
  },
  {
    name: "keeps the listener of its signal after it was stopped",
    file: "src/storefront/watch.ts",
    search: 'signal?.removeEventListener("abort", stop)',
    replace: "",
    killedBy: unit(
      "storefront/watch.spec.ts",
      "removes the listener of its signal when it is stopped"
    ),
  },
  {
    name: "does not stop with its signal",
    file: "src/storefront/watch.ts",
    search: 'signal?.addEventListener("abort", stop)',
    replace: "",
    killedBy: unit(
      "storefront/watch.spec.ts",
      "stops with its signal, or does not start"
    ),
  },
  {
    name: "shows a payment with an outdated price as waiting",
    file: "src/storefront/phase.ts",
    search: 'if (payment.cart === "changed") return "cart_changed"',
    replace: "",
    killedBy: unit("storefront/phase.spec.ts", "phase of a payment"),
  },
]
