import { integration, type Mutant } from "../mutant"

const ledger = "src/modules/crypto-payment/ledger"

/** What a merchant sent back, in the ledger and in Medusa's books. */
export const refundMutants: Mutant[] = [
  {
    name: "books one recorded refund for two refunds of Medusa",
    file: `${ledger}/refunds.ts`,
    search: ".forUpdate()",
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "give a recorded refund to one refund of Medusa"
    ),
  },
  {
    name: "books a recorded refund with another amount",
    file: `${ledger}/refunds.ts`,
    search: "if (!refund || !sameAmount(refund.amount, amount)) return false",
    replace: "if (!refund) return false",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "match no refund record of another attempt or another amount"
    ),
  },
  {
    name: "records more refunds than were paid at the same moment",
    file: `${ledger}/rows.ts`,
    search: ".forUpdate()",
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "never record more refunds than were paid"
    ),
  },
  {
    name: "resolves as refunded what was refunded at the same moment",
    file: `${ledger}/rows.ts`,
    search: ".forUpdate()",
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "never resolve as refunded what the other recorded already"
    ),
  },
  {
    name: "books a refund that is booked already",
    file: "src/workflows/record-crypto-refund.ts",
    search: "if (refund_id && payment.refundIds.includes(refund_id)) continue",
    replace: "",
    killedBy: integration(
      "http/after-payment.spec.ts",
      "is shown by the order, in part and then in full"
    ),
  },
]
