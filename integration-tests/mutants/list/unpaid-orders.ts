import { integration, unit, type Mutant } from "../mutant"

const job = "src/workflows/reconcile-crypto-payments/unpaid-orders.ts"
const ends = "src/workflows/reconcile-crypto-payments/end-unpaid-order.ts"
const rules = "src/modules/crypto-payment/domain/unpaid-order.ts"
const authorize = "src/providers/crypto/authorize-session.ts"

const orders = (title: string) =>
  integration("http/before-payment.spec.ts", title)
const cancellation = (title: string) =>
  integration("http/order-first.spec.ts", title)

/** Orders that are placed before their payment. */
export const unpaidOrderMutants: Mutant[] = [
  {
    name: "cancels an unpaid order whose payments were not read",
    file: rules,
    search:
      'if (reading === "none" && attempts.length > 0) return { type: "end_attempts" }',
    replace: "",
    killedBy: orders("where only the gateway knows of the money"),
  },
  {
    name: "cancels an unpaid order whose coins may be on their way",
    file: rules,
    search: "const isHeld = -leftMs < facts.late_window_days * DAY_MS",
    replace: "const isHeld = false",
    killedBy: orders(
      "is held back by a payment that was seen until its outcome is known"
    ),
  },
  {
    name: "cancels an unpaid order while it can be paid",
    file: rules,
    search: "if (leftMs > 0) {",
    replace: "if (false) {",
    killedBy: unit(
      "modules/crypto-payment/domain/unpaid-order.spec.ts",
      "waits until its time is over"
    ),
  },
  {
    name: "cancels an order that is paid by something else",
    file: rules,
    search: 'if (facts.has_payment) return { type: "forget" }',
    replace: "",
    killedBy: unit(
      "modules/crypto-payment/domain/unpaid-order.spec.ts",
      "is forgotten once it is paid"
    ),
  },
  {
    name: "cancels an order of confirmed money that is not settled yet",
    file: rules,
    search: "if (attempts.some(holdsMoney))",
    replace: "if (false)",
    killedBy: unit(
      "modules/crypto-payment/domain/unpaid-order.spec.ts",
      "is held by confirmed money"
    ),
  },
  {
    name: "cancels an unpaid order without its cart's lock",
    file: job,
    search: "await withCoreLock(run.container, unpaid.id, async () => {",
    replace:
      "await ((..._: [unknown, string, () => Promise<void>]) => _[2]())(run.container, unpaid.id, async () => {",
    killedBy: cancellation("while the job waits for the cart's lock"),
  },
  {
    name: "cancels an unpaid order as it was before the lock",
    file: job,
    search: `async () => {
      decision = await decide(run, unpaid, reading)`,
    replace: "async () => {",
    killedBy: cancellation("while the job waits for the cart's lock"),
  },
  {
    name: "cancels an unpaid order while the gateway does not answer",
    file: ends,
    search: 'reading = "some"',
    replace: "",
    killedBy: orders("is not canceled while the gateway does not answer"),
  },
  {
    name: "forgets an unpaid order that core does not cancel",
    file: job,
    search: 'decision = { type: "wait", ms: DAY_MS, is_ending: false }',
    replace: "",
    killedBy: cancellation("stays where an admin has begun to fulfill it"),
  },
  {
    name: "keeps stock that a second cancellation reserved again",
    file: job,
    search: "await releaseStock(run, unpaid)",
    replace: "",
    killedBy: cancellation("has stock released that core reserved again"),
  },
  {
    name: "looks only once at the stock of a canceled order",
    file: job,
    search: "return await unpaidOrders.end(unpaid.id)",
    replace: "return await unpaidOrders.delete(unpaid.id)",
    killedBy: cancellation("has stock released that core reserved again"),
  },
  {
    name: "places an unpaid order that nobody ends",
    file: authorize,
    search: "await unpaidOrders.expect(cart_id, attempt.provider_id)",
    replace: "",
    killedBy: orders("awaits its payment for a day"),
  },
  {
    name: "places an unpaid order for another price than is asked for",
    file: authorize,
    search: "if (!allowed || cart_id === null) return false",
    replace: "if (cart_id === null) return false",
    killedBy: orders("is not placed for another price than the payment"),
  },
  {
    name: "asks for a payment of an order that is about to be canceled",
    file: "src/providers/crypto/payment-request.ts",
    search: 'until && until <= (await ledger.now()) ? "too_late" : null',
    replace: 'until && until <= new Date(0) ? "too_late" : null',
    killedBy: orders("opens no other payment once its time is over"),
  },
  {
    name: "takes what Medusa keeps as due for an edited order",
    file: "src/medusa-order.ts",
    search: "if (order.version === 1) return",
    replace: "if (order) return",
    killedBy: cancellation("is paid for what is due after an exchange"),
  },
  {
    name: "ends the page of an unpaid order",
    file: "src/workflows/reconcile-crypto-payments/superseded.ts",
    search: "not_due: carts.has(cart_id) && !isDue(attempt, unpaid),",
    replace: "not_due: carts.has(cart_id),",
    killedBy: orders("keeps its page while that is due"),
  },
]
