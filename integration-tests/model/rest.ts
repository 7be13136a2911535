import { deliverEvents } from "./deliver-events"
import { openRequestsOf } from "./ledger-parts"
import type { Shop } from "./shop"
import { ShopProcess } from "./shop-process"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle"

const minuteMs = 60_000

/** The job's own schedule is met within these waits, up to the daily checks. */
const waitsMs = [3, 6, 6, 61, 61, 24 * 60 + 1, 24 * 60 + 1].map(
  (minutes) => minutes * minuteMs
)

/**
 * Lets the shop come to rest: nothing fails any more, the job runs by its own
 * schedule, a person revokes the refunds of what needs attention and has it decided again,
 * and the job runs on. No webhook is delivered.
 */
export async function comeToRest(shop: Shop): Promise<void> {
  shop.passingFailures = 0
  shop.gatewayFailures = 0
  await runJobs(shop)
  for (const attempt of shop.attempts) {
    if (attempt.state !== "attention") continue
    await revokeRequests(shop, attempt.id)
    await settleCryptoPaymentWorkflow(new ShopProcess(shop).container).run({
      input: { crypto_payment_id: attempt.id, again: "reconsider" },
    })
    await deliverEvents(shop)
  }
  await runJobs(shop)
}

/** While one is open, nothing is tried again. */
async function revokeRequests(shop: Shop, attemptId: string): Promise<void> {
  const { refundRequests } = new ShopProcess(shop).ledger
  for (const { id } of openRequestsOf(shop, attemptId)) {
    await refundRequests.revoke(id, { by: "admin" })
  }
}

async function runJobs(shop: Shop): Promise<void> {
  for (const waitMs of waitsMs) {
    shop.now += waitMs
    await reconcileCryptoPayments(new ShopProcess(shop).container)
    await deliverEvents(shop)
  }
}
