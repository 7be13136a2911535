import { integration, type Mutant } from "../mutant"

const settle = "src/workflows/settle"

/** Deciding, acting through core, and writing down what came of it. */
export const workflowMutants: Mutant[] = [
  {
    name: "acts on a decision that no longer stands",
    file: `${settle}/if-still-so.ts`,
    search: "if (!isDeepStrictEqual(decide(facts), decision)) return false",
    replace: "",
    killedBy: integration(
      "shop/paid-cart.spec.ts",
      "opens no session for a price that the cart no longer has"
    ),
  },
  {
    name: "calls for a person without waiting for the cart's lock",
    file: `${settle}/carry-out.ts`,
    search: "if (!facts.order && !(await stillSo(async () => {}))) break",
    replace: "",
    killedBy: integration(
      "shop/paid-cart.spec.ts",
      "calls for nobody when the cart costs again what was paid"
    ),
  },
  {
    name: "keeps a refund that core began and nobody sent",
    file: `${settle}/carry-out.ts`,
    search: "await removeUnsentRefunds(container, attempt)",
    replace: "",
    killedBy: integration(
      "shop/trouble.spec.ts",
      "a refund that core began, and was killed over, is none"
    ),
  },
  {
    name: "lets core book a payment on an order that an interrupted completion left",
    file: `${settle}/carry-out.ts`,
    search: "await detachLeftoverOrders(container, attempt)",
    replace: "",
    killedBy: integration(
      "shop/trouble.spec.ts",
      "in the collection gives way to the order of the payment that comes"
    ),
  },
  {
    name: "removes a refund that is being booked",
    file: "src/workflows/reconcile/unsent-refunds.ts",
    search: `if (!(await turns.acquireLease(attempt.id, owner, leaseSeconds))) return false`,
    replace: "await turns.acquireLease(attempt.id, owner, leaseSeconds)",
    killedBy: integration(
      "shop/orders.spec.ts",
      "is not one that is being booked, however long that takes"
    ),
  },
  {
    name: "gives no session to money that a person was told of",
    file: `${settle}/reattach-session.ts`,
    search: "await giveHope(container, attempt)",
    replace: "",
    killedBy: integration(
      "shop/selling.spec.ts",
      "takes the crypto payment, once that one is cancelled and a person tries again"
    ),
  },
  {
    name: "tries a failing completion for ever",
    file: `${settle}/conclude.ts`,
    search: "outcome.retryable && tries < maxTries",
    replace: "outcome.retryable",
    killedBy: integration(
      "settle/conclude.spec.ts",
      "is for a person when the machinery failed five times"
    ),
  },
  {
    name: "tells nobody of another reason for attention",
    file: `${settle}/conclude.ts`,
    search: "current.attention_reason === reason &&",
    replace: "",
    killedBy: integration(
      "settle/conclude.spec.ts",
      "has another event, with the order it concerns, when the reason is another"
    ),
  },
  {
    name: "keeps the reason for attention on a settled attempt",
    file: `${settle}/conclude.ts`,
    search: `          attention_reason: null,
          attention_detail: null,
`,
    replace: "",
    killedBy: integration(
      "settle/conclude.spec.ts",
      "takes a payment out of a person's hands once its order is there"
    ),
  },
  {
    name: "tries again where only a person can help",
    file: `${settle}/core-errors.ts`,
    search: "retryable: !errors.some(isAboutTheCart),",
    replace: "retryable: true,",
    killedBy: integration(
      "settle/core-errors.spec.ts",
      "needs a person when one of several failures does"
    ),
  },
  {
    name: "takes any payment of the gateway for the one that a webhook names",
    file: `${settle}/adopt-payment.ts`,
    search: "payment.external_id === external_id ? payment : undefined",
    replace: "payment",
    killedBy: integration(
      "shop/trouble.spec.ts",
      "brings no unknown payment and a cart together on a webhook's word alone"
    ),
  },
  {
    name: "ends no session of an attempt that ran out",
    file: `${settle}/end-session.ts`,
    search: "if (session.status === status) return",
    replace: "return",
    killedBy: integration(
      "shop/trouble.spec.ts",
      "an expired webhook ends the session of a row that nobody priced"
    ),
  },
]
