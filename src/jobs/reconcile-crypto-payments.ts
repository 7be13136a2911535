import type { MedusaContainer } from "@medusajs/framework/types"

import { reconcileCryptoPayments } from "../workflows/reconcile-crypto-payments"

export default async function reconcileJob(container: MedusaContainer) {
  await reconcileCryptoPayments(container)
}

export const config = {
  name: "crypto-payment-reconcile",
  // A job's schedule is read when its file loads: options are out of its reach.
  schedule: process.env.CRYPTO_RECONCILE_SCHEDULE || "* * * * *",
}
