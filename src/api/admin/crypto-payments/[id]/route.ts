import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"

import { fillInDetails } from "../../../../workflows/fill-in-details"

/** One attempt with its timeline, oldest entry first: `{ crypto_payment }`. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  await fillInDetails(req.scope, [req.params.id])
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "crypto_payment",
    fields: req.queryConfig.fields,
    filters: { id: req.params.id },
  })
  const [cryptoPayment] = data
  if (!cryptoPayment) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Crypto payment ${req.params.id} was not found.`
    )
  }
  res.json({ crypto_payment: cryptoPayment })
}
