import type { Mutant } from "../mutant"

const settle = "src/workflows/settle-crypto-payment"

/** Acting through core under its locks, only while the decision stands. */
export const workflowMutants: Mutant[] = [
  {
    name: "acts on a decision that no longer stands",
    file: `${settle}/locks.ts`,
    search: "if (!isDeepStrictEqual(decide(facts), decision)) return false",
    replace: "",
    killedBy: {
      spec: "integration-tests/http/paid-cart.spec.ts",
      title: "opens no session for a price that the cart no longer has",
    },
  },
  {
    name: "raises attention without waiting for the cart's lock",
    file: `${settle}/execute-decision.ts`,
    search: "if (mayPass && !(await ifStands(async () => {}))) break",
    replace: "",
    killedBy: {
      spec: "integration-tests/http/paid-cart.spec.ts",
      title: "needs no attention when the cart costs again what was paid",
    },
  },
  {
    name: "removes an order's transaction without its lock",
    file: "src/workflows/medusa/orphaned-refunds.ts",
    search: "await withCoreLock(container, orderId, () =>",
    replace: "await withCoreLock(container, null, () =>",
    killedBy: {
      spec: "integration-tests/http/orders.spec.ts",
      title:
        "loses core's orphaned refund once when its event, the job and a verification meet",
    },
  },
  {
    name: "cancels an unpaid order without its cart's lock",
    file: "src/workflows/reconcile-crypto-payments/unpaid-orders.ts",
    search: "await withCoreLock(run.container, unpaid.id, async () => {",
    replace:
      "await ((..._: [unknown, string, () => Promise<void>]) => _[2]())(run.container, unpaid.id, async () => {",
    killedBy: {
      spec: "integration-tests/http/order-first.spec.ts",
      title: "while the job waits for the cart's lock",
    },
  },
  {
    name: "cancels an unpaid order as it was before the lock",
    file: "src/workflows/reconcile-crypto-payments/unpaid-orders.ts",
    search: `async () => {
      decision = await decide(run, unpaid, reading)`,
    replace: "async () => {",
    killedBy: {
      spec: "integration-tests/http/order-first.spec.ts",
      title: "while the job waits for the cart's lock",
    },
  },
]
