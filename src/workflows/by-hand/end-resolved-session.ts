import type {
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import { endSession } from "../settle/end-session"

/**
 * Ends the session of a payment that a person dealt with. Core asks nobody
 * about a session that is authorized already: its cart could still be completed
 * on money that was given back.
 */
export async function endResolvedSession(
  container: MedusaContainer,
  attemptId: string
): Promise<void> {
  const { state, authorized_session_id, payment_session_id } = await container
    .resolve<CryptoPaymentModuleService>(CRYPTO_PAYMENT_MODULE)
    .retrieveAttempt(attemptId)
  const id = authorized_session_id ?? payment_session_id
  if (state !== "resolved" || !id) return
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id"],
    filters: { id },
  })
  if (data.length > 0) await endSession(container, id, "canceled")
}
