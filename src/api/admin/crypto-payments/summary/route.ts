import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import { describeTotals } from "../crypto-payment-response"
import { guarded, permissions } from "../guarded-route"
import { readFilters } from "../list-filters"
import type { AdminCryptoSummaryResponse } from "../../../types"
import { AdminFilterCryptoPayments } from "../validators"

/**
 * What the confirmed payments of the list's filters add up to, by currency and by coin, live and
 * test apart, and how many each tab of the list has: `{ summary }`. Nothing is converted.
 */
export const GET = guarded(
  { policies: permissions.readsPayment, query: AdminFilterCryptoPayments },
  async (req): Promise<AdminCryptoSummaryResponse> => {
    const query = req.scope.resolve("query")
    const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
    const filters = await readFilters(query, req.validatedQuery)
    const [totals, counts] = await Promise.all([
      ledger.totals.read(filters).then((read) => describeTotals(ledger, read)),
      ledger.search.tabCounts(filters),
    ])
    return { summary: { totals, counts } }
  }
)
