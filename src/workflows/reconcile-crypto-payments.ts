import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment"
import type { Attempt } from "../modules/crypto-payment/ledger/rows"
import type CryptoPaymentModuleService from "../modules/crypto-payment/service"
import { checkCryptoPayment } from "./check-crypto-payment"
import { settleCryptoPaymentWorkflow } from "./settle-crypto-payment"

/** How many attempts one batch takes, and how many batches a run. */
const batchSize = 50
const maxBatches = 20

/** How long a taken attempt is kept from other reconcilers. */
const holdSeconds = 120

/** An attempt that the gateway never confirmed to have opened is given up. */
const creatingMs = 60 * 60_000

export type ReconcileSummary = { looked_at: number; failed: number }

/**
 * The clock's work: every attempt whose next look is due is asked about at the
 * gateway, or settled from what is known; so an order appears even when no
 * webhook ever arrives. One bad payment does not stop the others.
 */
export async function reconcileCryptoPayments(
  container: MedusaContainer
): Promise<ReconcileSummary> {
  const ledger = container.resolve<CryptoPaymentModuleService>(
    CRYPTO_PAYMENT_MODULE
  )
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const summary: ReconcileSummary = { looked_at: 0, failed: 0 }
  for (let batch = 0; batch < maxBatches; batch++) {
    const due = await ledger.takeDue(batchSize, holdSeconds)
    for (const attempt of due) {
      summary.looked_at++
      try {
        await reconcile(container, ledger, attempt)
      } catch (error) {
        summary.failed++
        logger.error(
          `crypto payment ${attempt.id} could not be reconciled: ${error instanceof Error ? error.message : String(error)}`
        )
      }
    }
    if (due.length < batchSize) break
  }
  return summary
}

async function reconcile(
  container: MedusaContainer,
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<void> {
  switch (attempt.state) {
    case "creating":
      await giveUpOld(ledger, attempt)
      return await lookAgainLater(ledger, attempt)
    case "open":
    case "closed":
      await checkCryptoPayment(container, attempt, "poll")
      return await lookAgainLater(ledger, attempt)
    case "paid":
    case "attention":
      await settleCryptoPaymentWorkflow(container).run({
        input: { crypto_payment_id: attempt.id, reconsider: true },
      })
      return
    case "settled":
    case "resolved":
      return
  }
}

/** What went on to another state was given its next look with it. */
async function lookAgainLater(
  ledger: CryptoPaymentModuleService,
  before: Attempt
): Promise<void> {
  const attempt = await ledger.findAttempt(before.id)
  if (attempt?.state !== before.state) return
  await ledger.scheduleNextCheck(attempt, new Date())
}

async function giveUpOld(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<void> {
  if (Date.now() - attempt.created_at.getTime() < creatingMs) return
  const closed = await ledger.transitionAttempt(
    attempt.id,
    "closed",
    {},
    { type: "closed", source: "reconcile", data: { why: "never_opened" } }
  )
  if (closed) await ledger.scheduleNextCheck(closed, new Date())
}
