import type { MedusaContainer } from "@medusajs/framework/types"
import { JobPace, type JobContext } from "../workflows/job-pace"
import { deleteOldNotices } from "../workflows/notices"

const pace = new JobPace("CRYPTO_HOUSEKEEPING_SCHEDULE")

export default async function housekeepingJob(
  container: MedusaContainer,
  context?: JobContext
) {
  await pace.run(container, context, async () => {
    await deleteOldNotices(container)
  })
}

export const config = {
  name: "crypto-payment-housekeeping",
  /**
   * Schedule (cron) of the job that deletes old notices: by default once a night, at a minute when
   * few other jobs run. Read when the file loads, before the options.
   */
  schedule: process.env.CRYPTO_HOUSEKEEPING_SCHEDULE || "23 3 * * *",
}
