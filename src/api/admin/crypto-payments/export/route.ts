import { isPaidState } from "../../../../modules/crypto-payment/attempts/states"
import { ATTEMPT_STATES } from "../../../../modules/crypto-payment/column-values"
import {
  exportAtOnce,
  exportCryptoPaymentsWorkflow,
} from "../../../../workflows/export-crypto-payments"
import { guarded, permissions } from "../guarded-route"
import { inTurn, readFilters } from "../list-filters"
import { AdminFilterCryptoPayments } from "../validators"

/**
 * The payments of the list's filters, and their refunds, as a CSV file; unpaid ones only where a
 * tab, a state or what needs attention is asked for. More than 5,000 are written in the background:
 * `202 { transaction_id }`. The file's link then comes with a notification, to the user who asked.
 */
export const POST = guarded(
  { policies: permissions.readsPayment, body: AdminFilterCryptoPayments },
  async (req, res) => {
    const given = req.validatedBody
    const isNarrowed = Boolean(given.attention || given.tab)
    const paid = isNarrowed ? {} : { state: ATTEMPT_STATES.filter(isPaidState) }
    const filters = await inTurn(res, () =>
      readFilters(req.scope, { ...paid, ...given })
    )
    const text = await exportAtOnce(req.scope, filters)
    if (text !== null) {
      const day = new Date().toISOString().slice(0, 10)
      res.attachment(`crypto-payments-${day}.csv`)
      res.send(text)
      return undefined
    }
    const { transaction } = await exportCryptoPaymentsWorkflow(req.scope).run({
      input: { filters, user_id: req.auth_context.actor_id },
    })
    res.status(202)
    return { transaction_id: transaction.transactionId }
  }
)
