import type { MedusaContainer } from "@medusajs/framework/types"

import { deliverLeftEvents } from "./deliver-crypto-payment-events"
import { lookAtDue, settleDueFirst } from "./reconcile/look-at-due"
import { Run } from "./reconcile/run"
import { followCanceledOrders } from "./reconcile/follow-canceled-orders"
import { sweepMerchants } from "./reconcile/sweep"
import { sweepUnknownPayments } from "./reconcile/sweep-unknown"
import { describeSummary, type ReconcileSummary } from "./reconcile/tally"
import { removeLeftRefunds } from "./reconcile/unsent-refunds"

export type { ReconcileSummary } from "./reconcile/tally"

/**
 * The clock's work: learns from the gateway what no webhook told, so that an
 * order appears even when none ever arrives, ends payments that nobody needs
 * any more, and takes up what a crash left behind. Safe to run at any time,
 * from any instance, and several times at once: each attempt is looked at by
 * one of them.
 */
export async function reconcileCryptoPayments(
  container: MedusaContainer
): Promise<ReconcileSummary> {
  const run = await Run.begin(container)
  await deliverLeftEvents(container)
  await settleDueFirst(run)
  await sweepMerchants(run)
  await lookAtDue(run)
  await sweepUnknownPayments(run)
  await followCanceledOrders(run)
  await removeLeftRefunds(run)
  run.summary.duration_ms = run.elapsedMs
  const line = describeSummary(run.summary)
  if (line) run.logger.info(line)
  if (run.unknownProviders.size > 0) {
    run.logger.warn(
      `crypto payments wait for a provider that is not configured any more: ${[...run.unknownProviders].join(", ")}`
    )
  }
  return run.summary
}
