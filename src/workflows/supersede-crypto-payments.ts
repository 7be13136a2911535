import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment"
import { expireAtGateway } from "./reconcile/expire-at-gateway"

/**
 * For attempts that are known to be needed no more (their order was cancelled,
 * say): marks those that are open, and tries at once to expire them at the
 * gateway, where no coin was chosen yet. What fails is logged, and tried again
 * by the reconcile job. Attempts in any other state are left alone.
 *
 * @param source who says so, for the timeline.
 */
export async function supersedeAttempts(
  container: MedusaContainer,
  attemptIds: readonly string[],
  source = "event"
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const id of attemptIds) {
    const seen = await ledger.findAttempt(id)
    const attempt = seen && (await ledger.watch.supersede(seen, source))
    if (!attempt) continue
    try {
      await expireAtGateway(container, attempt)
    } catch (error) {
      container
        .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
        .warn(
          `crypto payment ${id} is needed no more, but could not be expired at the gateway: ${error instanceof Error ? error.message : String(error)}`
        )
    }
  }
}
