import { integration, type Mutant } from "../mutant"

const settle = "src/workflows/settle-crypto-payment"

const law = integration(
  "model/law.spec.ts",
  "each confirmed payment ends as one paid order or needs attention"
)

/** Money faults that the model world's stories must notice in their normal run. */
export const worldMutants: Mutant[] = [
  {
    name: "hands core the first session of an attempt, gone or not",
    file: `${settle}/execute-decision.ts`,
    search: "decision.session_id, facts, ifStands",
    replace: "attempt.session_ids[0], facts, ifStands",
    killedBy: law,
  },
  {
    name: "settles a payment that its order does not show",
    file: `${settle}/gather-facts.ts`,
    search: "booked: order?.booked ?? true,",
    replace: "booked: true,",
    killedBy: law,
  },
  {
    name: "takes the session of the right attempt away, and keeps another's",
    file: `${settle}/reattach-session.ts`,
    search: "if (session.data?.crypto_payment_id === attempt.id) return",
    replace: "if (session.data?.crypto_payment_id !== attempt.id) return",
    killedBy: law,
  },
  {
    name: "asks for another payment of what is paid",
    file: "src/modules/crypto-payment/opening/open-attempt.ts",
    search: "if (request.not_payable) throw notPayable(request.not_payable)",
    replace: "",
    killedBy: law,
  },
  {
    name: "captures real money in test mode, and test coins out of it",
    file: "src/providers/crypto/authorize-session.ts",
    search:
      "test_mode: ledger.merchants.options(provider.merchantKey).testMode,",
    replace: "test_mode: attempt.is_test ?? false,",
    killedBy: law,
  },
]
