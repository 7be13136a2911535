import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"
import type { Attempt } from "../../modules/crypto-payment/ledger/rows"
import { needsSettling } from "../../modules/crypto-payment/lifecycle/needs-settling"
import type { Observation } from "../../modules/crypto-payment/observation"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
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
    const attempt = input.observation
      ? await record(container, input.observation)
      : await find(container, input.crypto_payment_id)
    return new StepResponse({
      id: attempt.id,
      state: attempt.state,
      order_id: attempt.order_id,
      attention_reason: attempt.attention_reason,
      needs_settling: needsSettling(attempt, input.reconsider ?? false),
    })
  }
)

async function record(
  container: MedusaContainer,
  observation: Observation
): Promise<Attempt> {
  const ledger = container.resolve<CryptoPaymentModuleService>(
    CRYPTO_PAYMENT_MODULE
  )
  const attempt =
    (await ledger.findForObservation(observation)) ??
    (await adoptPayment(container, observation))
  return await ledger.recordObservation(attempt.id, observation)
}

async function find(
  container: MedusaContainer,
  id: string | undefined
): Promise<Attempt> {
  const attempt = id
    ? await container
        .resolve<CryptoPaymentModuleService>(CRYPTO_PAYMENT_MODULE)
        .findAttempt(id)
    : undefined
  if (attempt) return attempt
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    `Crypto payment ${id ?? ""} was not found.`
  )
}
