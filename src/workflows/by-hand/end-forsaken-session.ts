import type {
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  isGivenBack,
} from "../../modules/crypto-payment"
import { endSession } from "../settle/end-session"

/**
 * Ends the session of a payment that a person dealt with, or sent some money of
 * back. Core asks nobody about a session that is authorized already: its cart
 * could still be completed on money that is not there any more.
 */
export async function endForsakenSession(
  container: MedusaContainer,
  attemptId: string
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const id = await forsakenSession(
    ledger,
    await ledger.retrieveAttempt(attemptId)
  )
  if (!id) return
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

async function forsakenSession(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<string | null> {
  const { state, authorized_session_id, payment_session_id } = attempt
  if (state === "resolved" || state === "closed") {
    return authorized_session_id ?? payment_session_id
  }
  return (await isGivenBack(ledger, attempt)) ? authorized_session_id : null
}
