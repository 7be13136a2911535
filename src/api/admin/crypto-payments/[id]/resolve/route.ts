import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { resolveCryptoPaymentWorkflow } from "../../../../../workflows/resolve-crypto-payment"
import {
  assertRefundBooked,
  respondWithCryptoPayment,
} from "../../crypto-payment-response"
import type { AdminResolveCryptoPayment } from "../../validators"

/** Marks a payment that needed attention as resolved: `{ crypto_payment }`. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminResolveCryptoPayment>,
  res: MedusaResponse
): Promise<void> {
  const { result } = await resolveCryptoPaymentWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      id: req.params.id,
      actor_id: req.auth_context.actor_id,
    },
  })
  assertRefundBooked(result)
  await respondWithCryptoPayment(req, res)
}
