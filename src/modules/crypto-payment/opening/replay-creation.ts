import { isGatewayError, type Payment } from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import type CryptoPaymentModuleService from "../service"
import { closeAttempt } from "./close-attempt"
import { createAtGateway } from "./create-at-gateway"
import { noteOpened } from "./note-opened"

/**
 * Asks the gateway once more for the payment of an attempt that a crash or a
 * lost answer left `creating`. Its external_id is the idempotency key
 * (merchant-api.md §4), so what the gateway made before comes back. A refusal
 * for good closes the attempt, with the gateway's code as the reason.
 *
 * @returns the payment, when the gateway has one now.
 * @throws GatewayError when it is not known whether it has.
 */
export async function replayCreation(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  merchantKey: string
): Promise<Payment | undefined> {
  let payment: Payment
  try {
    payment = await createAtGateway(
      ledger.merchants.gateway(merchantKey),
      ledger.merchants.options(merchantKey),
      attempt
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    const { kind, code, status } = error
    // Without a status nothing was sent: what we refuse stays refused as well.
    if (kind !== "validation" && kind !== "not_found") throw error
    const refused = status === undefined || status === 400 || status === 404
    if (!refused) throw error
    await closeAttempt(ledger, attempt, code ?? kind, "reconcile")
    return undefined
  }
  const { unfit } = await noteOpened(ledger, attempt, payment)
  return unfit ? undefined : payment
}
