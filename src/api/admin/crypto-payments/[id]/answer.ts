import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import {
  actionFacts,
  allowedActions,
  CRYPTO_PAYMENT_MODULE,
} from "../../../../modules/crypto-payment"
import { addSales } from "../add-sales"
import { inOrder } from "../in-order"
import { withAdvice } from "../with-advice"

/**
 * Answers with one attempt as it is now: `{ crypto_payment }` with timeline
 * (oldest entry first), refunds, order and cart, what can be done about it
 * (`allowed_actions`), and `advice` where it needs attention. Every route of a
 * single payment answers so.
 */
export async function answerWithCryptoPayment<Body>(
  req: AuthenticatedMedusaRequest<Body>,
  res: MedusaResponse
): Promise<void> {
  const { id } = req.params
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "crypto_payment",
    fields: req.queryConfig.fields,
    filters: { id },
  })
  const [cryptoPayment] = data
  if (!cryptoPayment) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Crypto payment ${id} was not found.`
    )
  }
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const [attempt, refunds] = await Promise.all([
    ledger.attempts.retrieve(id),
    ledger.listCryptoPaymentRefunds({ crypto_payment_id: id }),
  ])
  const [shown] = await addSales(query, [withAdvice(cryptoPayment)])
  res.json({
    crypto_payment: {
      ...shown,
      ...(shown.events && { events: inOrder(shown.events) }),
      allowed_actions: allowedActions(actionFacts(attempt, refunds)),
    },
  })
}
