import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"

import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
} from "../../modules/crypto-payment"

/** Longer than booking a refund takes; a crash frees the attempt after it. */
const ttlSeconds = 120
/** A person waits for the answer, and can ask again. */
const waitMs = 10_000
const pollMs = 100

export type Hold = { id: string; owner: string }

/**
 * Takes the attempt's lease for a person's action, so that no settling decides
 * about the same money meanwhile.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED when another run keeps it.
 */
export const holdCryptoPaymentStep = createStep(
  "hold-crypto-payment",
  async ({ id }: { id: string }, { container }) => {
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    await ledger.retrieveAttempt(id)
    const hold: Hold = { id, owner: randomUUID() }
    const giveUpAt = Date.now() + waitMs
    while (!(await ledger.turns.acquireLease(id, hold.owner, ttlSeconds))) {
      if (Date.now() >= giveUpAt) {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          "This payment is being worked on at the moment. Try again in a minute."
        )
      }
      await sleep(pollMs)
    }
    return new StepResponse(hold, hold)
  },
  async (hold, { container }) => {
    if (hold) await letGo(container.resolve(CRYPTO_PAYMENT_MODULE), hold)
  }
)

/** Gives the lease back. */
export const releaseCryptoPaymentStep = createStep(
  "release-crypto-payment",
  async (hold: Hold, { container }) => {
    await letGo(container.resolve(CRYPTO_PAYMENT_MODULE), hold)
    return new StepResponse(null)
  }
)

async function letGo(
  ledger: CryptoPaymentModuleService,
  { id, owner }: Hold
): Promise<void> {
  await ledger.turns.releaseLease(id, owner)
}
