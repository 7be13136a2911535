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
  // A job's schedule is read when its file loads: options are out of its reach.
  schedule: process.env.CRYPTO_RECONCILE_SCHEDULE || "* * * * *",
}
