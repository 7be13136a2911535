import { integration, type Mutant } from "../mutant"

const settle = "src/workflows/settle-crypto-payment"

/** Deciding, acting through core, and writing down what came of it. */
export const workflowMutants: Mutant[] = [
  {
    name: "acts on a decision that no longer stands",
    file: `${settle}/locks.ts`,
    search: "if (!isDeepStrictEqual(decide(facts), decision)) return false",
    replace: "",
    killedBy: integration(
      "http/paid-cart.spec.ts",
      "opens no session for a price that the cart no longer has"
    ),
  },
  {
    name: "raises attention without waiting for the cart's lock",
    file: `${settle}/execute-decision.ts`,
    search: "if (!facts.order && !(await ifStands(async () => {}))) break",
    replace: "",
    killedBy: integration(
      "http/paid-cart.spec.ts",
      "needs no attention when the cart costs again what was paid"
    ),
  },
  {
    name: "keeps an orphaned refund",
    file: `${settle}/execute-decision.ts`,
    search: "await removeOrphanedRefunds(container, attempt)",
    replace: "",
    killedBy: integration(
      "http/after-payment.spec.ts",
      "an orphaned refund of core does not count as a refund"
    ),
  },
  {
    name: "lets core book a payment on an order that an interrupted completion left",
    file: `${settle}/execute-decision.ts`,
    search: "await detachLeftoverOrders(container, attempt)",
    replace: "",
    killedBy: integration(
      "http/recovery.spec.ts",
      "in the collection gives way to the order of the payment that comes"
    ),
  },
  {
    name: "removes an order's transaction without its lock",
    file: `${settle}/orphaned-refunds.ts`,
    search: "await withCoreLock(container, orderId, () =>",
    replace: "await withCoreLock(container, null, () =>",
    killedBy: integration(
      "http/orders.spec.ts",
      "loses core's orphaned refund once when its event, the job and a verification meet"
    ),
  },
  {
    name: "removes a refund that is being booked",
    file: "src/workflows/reconcile-crypto-payments/orphaned-refunds.ts",
    search: `if (!(await leases.acquire(attempt.id, owner, LEASE_SECONDS))) return false`,
    replace: "await leases.acquire(attempt.id, owner, LEASE_SECONDS)",
    killedBy: integration(
      "http/orders.spec.ts",
      "is not one that is being booked, however long that takes"
    ),
  },
  {
    name: "attaches no session to an attempt that needs attention",
    file: `${settle}/reattach-session.ts`,
    search: "await resetAttentionReason(container, attempt)",
    replace: "",
    killedBy: integration(
      "http/checkout.spec.ts",
      "is paid by the crypto payment when the other payment is canceled and an admin retries"
    ),
  },
  {
    name: "leaves the total of a refused change on the collection",
    file: `${settle}/payment-session.ts`,
    search:
      "if (isSamePrice(comparablePrice(collection), due)) return collection",
    replace: "if (collection && due) return collection",
    killedBy: integration(
      "http/paid-cart.spec.ts",
      "is placed by a new session, and its collection shows its total again"
    ),
  },
  {
    name: "tries a failing completion for ever",
    file: `${settle}/apply-outcome.ts`,
    search: "outcome.retryable && tries < MAX_TRIES",
    replace: "outcome.retryable",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "needs attention after five retryable failures"
    ),
  },
  {
    name: "writes no event for another attention reason",
    file: `${settle}/apply-outcome.ts`,
    search: "current.attention_reason === reason &&",
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "has another event, with the order it concerns, when the reason is another"
    ),
  },
  {
    name: "writes no event for attention about another order",
    file: `${settle}/apply-outcome.ts`,
    search: "current.order_id === order_id",
    replace: "true",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "has another event, with the order it concerns, when the order is another"
    ),
  },
  {
    name: "keeps the reason for attention on a settled attempt",
    file: `${settle}/apply-outcome.ts`,
    search: `          attention_reason: null,
          attention_detail: null,
`,
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "clears the attention of a payment once its order exists"
    ),
  },
  {
    name: "tries again where only a person can help",
    file: `${settle}/blocker.ts`,
    search: "retryable: !errors.some(isCartError),",
    replace: "retryable: true,",
    killedBy: integration(
      "modules/describe-failures.spec.ts",
      "needs attention when one of several failures does"
    ),
  },
  {
    name: "takes any payment of the gateway for the one that a webhook names",
    file: `${settle}/record-observation.ts`,
    search: "payment?.external_id === external_id ? payment : undefined",
    replace: "payment",
    killedBy: integration(
      "http/before-payment.spec.ts",
      "does not connect an unknown payment with a cart by a webhook alone, that the gateway has under another external_id"
    ),
  },
  {
    name: "ends no session of an attempt that ran out",
    file: `${settle}/payment-session.ts`,
    search: "if (session.status === status) return",
    replace: "return",
    killedBy: integration(
      "http/recovery.spec.ts",
      "an expired webhook ends the session of an attempt without a price"
    ),
  },
]
