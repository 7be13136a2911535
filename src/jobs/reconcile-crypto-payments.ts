import type { MedusaContainer } from "@medusajs/framework/types"
import { JobPace, type JobContext } from "../workflows/job-pace"
import { reconcileCryptoPayments } from "../workflows/reconcile-crypto-payments"

const pace = new JobPace("CRYPTO_RECONCILE_SCHEDULE")

export default async function reconcileJob(
  container: MedusaContainer,
  context?: JobContext
) {
  await pace.run(container, context, () => reconcileCryptoPayments(container))
}

export const config = {
  name: "crypto-payment-reconcile",
  /**
   * Schedule (cron) of the job that reconciles payments with the gateway. At most
   * 24 days between two runs. Read when the file loads, before the options.
   */
  schedule: process.env.CRYPTO_RECONCILE_SCHEDULE || "* * * * *",
}
