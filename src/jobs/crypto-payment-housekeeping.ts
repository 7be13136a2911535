import type { MedusaContainer } from "@medusajs/framework/types"

import { forgetOldTimelines } from "../workflows/forget-old-timelines"

export default async function housekeepingJob(container: MedusaContainer) {
  await forgetOldTimelines(container)
}

export const config = {
  name: "crypto-payment-housekeeping",
  // Once a night, at a minute when few other jobs run; see the reconcile job.
  schedule: process.env.CRYPTO_HOUSEKEEPING_SCHEDULE || "23 3 * * *",
}
