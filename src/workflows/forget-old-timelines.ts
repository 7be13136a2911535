import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment"

/** Small enough to hold no lock for long. */
const batch = 1_000

/**
 * Deletes what the timelines of finished payments say of times longer ago than
 * `timelineRetentionDays`, in small batches; of merchants without that option
 * nothing. Safe to run at any time and several times at once.
 *
 * @returns how many entries were deleted
 */
export async function forgetOldTimelines(
  container: MedusaContainer
): Promise<number> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  let total = 0
  for (const { merchantId, timelineRetentionDays } of ledger.merchants.all()) {
    if (timelineRetentionDays === undefined) continue
    const sweeping = { merchantId, olderThanDays: timelineRetentionDays, batch }
    let after
    do {
      const swept = await ledger.housekeeping.deleteOldEntries({
        ...sweeping,
        after,
      })
      total += swept.deleted
      after = swept.next
    } while (after)
  }
  if (total > 0) {
    container
      .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
      .info(`crypto payments: ${total} old timeline entries were deleted`)
  }
  return total
}
