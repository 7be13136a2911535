import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/internal"

/** Small enough to keep its row locks short. */
const BATCH = 1_000

/**
 * Deletes timeline entries of finished payments that are older than `timelineRetentionDays`, in
 * small batches. Safe to run several times at once. Returns how many entries were deleted.
 */
export async function deleteOldTimelineEntries(container: MedusaContainer) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  let total = 0
  for (const { merchantId, timelineRetentionDays } of ledger.merchants.all()) {
    if (timelineRetentionDays === undefined) continue
    const olderThanDays = timelineRetentionDays
    let after
    do {
      const page = { merchantId, olderThanDays, batch: BATCH, after }
      const { deleted, next } = await ledger.timeline.deleteOld(page)
      total += deleted
      after = next
    } while (after)
  }
  if (total > 0) {
    const logger = container.resolve("logger")
    logger.info(`crypto payments: ${total} old timeline entries were deleted`)
  }
  return total
}
