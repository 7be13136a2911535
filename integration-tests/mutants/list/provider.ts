import { integration, unit, type Mutant } from "../mutant"

const provider = "src/providers/crypto"
const opening = "src/modules/crypto-payment/opening"

/** What core is answered, and what is opened at the gateway. */
export const providerMutants: Mutant[] = [
  {
    name: "captures a session although another one holds the money",
    file: `${provider}/authorize-session.ts`,
    search: "(await authorizeOnce(dependencies, attempt, sessionId))",
    replace:
      "((await authorizeOnce(dependencies, attempt, sessionId)) || true)",
    killedBy: integration(
      "http/paid-cart.spec.ts",
      "do not both become payments when the second asks while the first holds the money"
    ),
  },
  {
    name: "captures a session of a cart with another total",
    file: `${provider}/authorize-session.ts`,
    search: "allowed && (await authorizeOnce(",
    replace: "(await authorizeOnce(",
    killedBy: integration(
      "http/paid-cart.spec.ts",
      "authorizes no cart that costs something else than was paid"
    ),
  },
  {
    name: "captures a session for an order that was canceled",
    file: `${provider}/authorize-session.ts`,
    search: "order_canceled: order?.canceled ?? false,",
    replace: "order_canceled: false,",
    killedBy: integration(
      "http/paid-cart.spec.ts",
      "authorizes no session for an order that was canceled"
    ),
  },
  {
    name: "captures a session with money of which some was sent back",
    file: `${provider}/authorize-session.ts`,
    search: "sent_back: await isSentBack(ledger, attempt),",
    replace: "sent_back: false,",
    killedBy: integration(
      "http/paid-cart.spec.ts",
      "authorizes no session of a paid attempt of which some was sent back"
    ),
  },
  {
    name: "captures an unpaid attempt",
    file: `${provider}/service.ts`,
    search:
      "if (!attempt || !isPaidState(attempt.state)) throw errors.notPaid()",
    replace: "if (!attempt) throw errors.notPaid()",
    killedBy: integration(
      "modules/provider.spec.ts",
      "refuses to capture an attempt that is"
    ),
  },
  {
    name: "cancels a paid attempt",
    file: `${provider}/service.ts`,
    search:
      "if (attempt && isPaidState(attempt.state)) throw errors.confirmed(attempt)",
    replace: "void attempt",
    killedBy: integration(
      "modules/provider.spec.ts",
      "refuses to cancel an attempt that is"
    ),
  },
  {
    name: "deletes the session that holds the money",
    file: `${provider}/service.ts`,
    search:
      "if (paidSession(attempt) === sessionId) throw errors.confirmed(attempt)",
    replace: "",
    killedBy: integration(
      "modules/provider.spec.ts",
      "refuses to delete the session of a paid attempt"
    ),
  },
  {
    name: "accepts a refund that was not recorded",
    file: `${provider}/service.ts`,
    search: "if (!recorded) throw errors.refundNotRecorded()",
    replace: "",
    killedBy: integration(
      "http/after-payment.spec.ts",
      "is the only one that Medusa can book"
    ),
  },
  {
    name: "believes a forged delivery to core's hook route",
    file: `${provider}/webhook.ts`,
    search: "if (!verdict.verified) {",
    replace: "if (false) {",
    killedBy: integration(
      "http/checkout.spec.ts",
      "gets nothing out of core's own hook route that the gateway did not confirm"
    ),
  },
  {
    name: "lets a paid cart be changed",
    file: `${provider}/cart-guards.ts`,
    search:
      "if (paid && !isSamePrice(paid, priceOf(cart))) throw errors.cartIsPaid()",
    replace: "",
    killedBy: integration(
      "http/after-payment.spec.ts",
      "is refused: more of an item, once, twice and in parallel"
    ),
  },
  {
    name: "opens a payment for a completed cart",
    file: `${provider}/payment-request.ts`,
    search:
      'if (state === "unpaid") return isSamePrice(due, price) ? null : "not_due"',
    replace: "return null",
    killedBy: integration(
      "http/after-payment.spec.ts",
      "that is completed opens no payment for a stale tab"
    ),
  },
  {
    name: "opens an attempt again that was closed meanwhile",
    file: `${opening}/gateway-payment.ts`,
    search: 'return attempt.state === "closed" ? undefined : attempt',
    replace: "return attempt",
    killedBy: integration(
      "modules/reopening.spec.ts",
      "does not serve an attempt that was closed while the gateway opened it"
    ),
  },
  {
    name: "gives an inline payment return URLs",
    file: `${opening}/return-urls.ts`,
    search: 'if (request.provider.flow !== "widget") {',
    replace: "if (false) {",
    killedBy: unit(
      "modules/crypto-payment/opening/return-urls.spec.ts",
      "are none for an inline payment"
    ),
  },
  {
    name: "sends shoppers to any origin",
    file: `${provider}/payment-request.ts`,
    search: "if (origin === undefined || !isAllowed) {",
    replace: "if (origin === undefined) {",
    killedBy: unit("providers/crypto/return-urls.spec.ts", "may not be"),
  },
]
