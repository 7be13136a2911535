import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import { describeTotals } from "../crypto-payment-response"
import { findDiffering } from "../differing-payments"
import { guarded, permissions } from "../guarded-route"
import { inTurn, readFilters } from "../list-filters"
import type { AdminCryptoSummaryResponse } from "../../../types"
import { AdminFilterCryptoPayments } from "../validators"

/**
 * What the confirmed payments of the list's filters add up to, by currency and by coin, live and
 * test apart, and how many each tab of the list has: `{ summary }`. Nothing is converted. What is
 * on orders is what Medusa captured of these payments, but for those that `differing` names.
 */
export const GET = guarded(
  { policies: permissions.readsPayment, query: AdminFilterCryptoPayments },
  async (req, res): Promise<AdminCryptoSummaryResponse> => {
    const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
    const { totals, counts } = await inTurn(res, async () => {
      const filters = await readFilters(req.scope, req.validatedQuery)
      const differingOf = await findDiffering(
        req.scope.resolve("query"),
        await ledger.totals.doubtful(filters)
      )
      const totals = (await ledger.totals.read(filters)).map((total) => ({
        ...total,
        differing: differingOf(total),
      }))
      return { totals, counts: await ledger.search.tabCounts(filters) }
    })
    return { summary: { totals: await describeTotals(ledger, totals), counts } }
  }
)
