import { type Index, isConfirmed } from "./index-books"
import type { Violation } from "./report"

const FINISHED = ["settled", "attention", "resolved"]

/** What the gateway calls confirmed: none of it may be missing or unfinished. */
export function auditConfirmed(index: Index): Violation[] {
  return index.gatewayPayments
    .filter(isConfirmed)
    .flatMap((payment): Violation[] => {
      const found = { gatewayPaymentId: payment.id, orderId: null }
      // Made without our address, it is another system's of this merchant.
      if (!payment.callback_url?.includes("/hooks/crypto/")) return []
      const [row] = index.rowsOf(payment)
      if (!row) {
        return [
          {
            ...found,
            rule: "confirmed_payment_unknown",
            finding: `The ledger has no row of ${payment.external_id}.`,
          },
        ]
      }
      if (FINISHED.includes(row.state)) return []
      return [
        {
          ...found,
          rule: "confirmed_payment_unfinished",
          finding: `${row.id} of ${payment.external_id} is ${row.state}.`,
        },
      ]
    })
}
