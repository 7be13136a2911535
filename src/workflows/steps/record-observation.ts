import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import {
  type Attempt,
  countObservation,
  CRYPTO_PAYMENT_MODULE,
  needsSettling,
} from "../../modules/crypto-payment"
import { adoptPayment } from "../settle/adopt-payment"
import type { SettleCryptoPaymentInput } from "../settle-crypto-payment"

/**
 * Writes the observation down before anything else, and without the lease:
 * whatever happens afterwards, what the gateway said is not lost. There is
 * nothing to compensate, since a fact stays one when acting on it fails.
 */
export const recordObservationStep = createStep(
  "record-crypto-payment-observation",
  async (input: SettleCryptoPaymentInput, { container }) => {
    const attempt = await record(container, input)
    return new StepResponse({
      id: attempt.id,
      state: attempt.state,
      order_id: attempt.order_id,
      attention_reason: attempt.attention_reason,
      needs_settling: needsSettling(attempt, input.again),
    })
  }
)

async function record(
  container: MedusaContainer,
  { observation, crypto_payment_id }: SettleCryptoPaymentInput
): Promise<Attempt> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (!observation) return await ledger.retrieveAttempt(crypto_payment_id ?? "")
  const attempt =
    (await ledger.findForObservation(observation)) ??
    (await adoptPayment(container, observation))
  const recorded = await ledger.recordObservation(attempt.id, observation)
  countObservation(observation.source, observation.status)
  return recorded
}
