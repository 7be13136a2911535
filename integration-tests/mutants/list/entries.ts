import type { Mutant } from "../mutant"

const provider = "src/providers/crypto"

/** What comes from outside is not believed, and what is paid not changed. */
export const entryMutants: Mutant[] = [
  {
    name: "accepts a refund that was not recorded",
    file: `${provider}/service.ts`,
    search: "if (!recorded) throw errors.refundNotRecorded()",
    replace: "",
    killedBy: {
      spec: "integration-tests/http/after-payment.spec.ts",
      title: "is the only one that Medusa can book",
    },
  },
  {
    name: "believes a forged delivery to core's hook route",
    file: `${provider}/webhook.ts`,
    search: "if (!verdict.verified) {",
    replace: "if (false) {",
    killedBy: {
      spec: "integration-tests/http/checkout.spec.ts",
      title:
        "gets nothing out of core's own hook route that the gateway did not confirm",
    },
  },
  {
    name: "lets a paid cart be changed",
    file: `${provider}/cart-guards.ts`,
    search:
      "if (paid && !isSamePrice(paid, priceOf(cart))) throw errors.cartIsPaid()",
    replace: "",
    killedBy: {
      spec: "integration-tests/http/after-payment.spec.ts",
      title: "is refused: more of an item, once, twice and in parallel",
    },
  },
  {
    name: "opens an attempt again that was closed meanwhile",
    file: "src/modules/crypto-payment/opening/gateway-payment.ts",
    search: 'return attempt.state === "closed" ? undefined : attempt',
    replace: "return attempt",
    killedBy: {
      spec: "integration-tests/modules/reopening.spec.ts",
      title:
        "does not serve an attempt that was closed while the gateway opened it",
    },
  },
  {
    name: "believes a delivery without a valid signature",
    file: "src/api/hooks/crypto/[provider_id]/observe-delivery.ts",
    search: "if (!verdict.verified && !stale) {",
    replace: "if (false) {",
    killedBy: {
      spec: "integration-tests/http/before-payment.spec.ts",
      title: "refuses a wrong secret with 401",
    },
  },
]
