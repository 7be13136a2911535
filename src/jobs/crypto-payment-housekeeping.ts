import type { MedusaContainer } from "@medusajs/framework/types"
import { deleteOldTimelineEntries } from "../workflows/delete-old-timeline-entries"
import { JobPace, type JobContext } from "../workflows/job-pace"
import { deleteOldNotices } from "../workflows/notices"

const pace = new JobPace("CRYPTO_HOUSEKEEPING_SCHEDULE")

export default async function housekeepingJob(
  container: MedusaContainer,
  context?: JobContext
) {
  await pace.run(container, context, async () => {
    await deleteOldTimelineEntries(container)
    await deleteOldNotices(container)
  })
}

export const config = {
  name: "crypto-payment-housekeeping",
  /**
   * Schedule (cron) of the job that deletes old timeline entries and notices: by default once a
   * night, at a minute when few other jobs run. Read when the file loads, before the options.
   */
  schedule: process.env.CRYPTO_HOUSEKEEPING_SCHEDULE || "23 3 * * *",
}
