import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { isNotMigrated, NOT_MIGRATED } from "../medusa-errors"
import { DAY_MS } from "../modules/crypto-payment/settling/schedule"

/** A little less than one second, the shortest schedule, because its runs jitter. */
const SHORTEST_GAP_MS = 900

/** A timer that fires more than this too early has overflowed. */
const OVERFLOW_GAP_MS = 60_000

const MIGRATION_WARNING_MS = 60 * 60_000

/** How long a skipped run takes: Medusa starts the next one right after it. */
const SKIPPED_MS = 1_000

export type JobContext = { scheduledFor?: Date }

/**
 * Medusa's in-memory engine waits with one timer, which holds no more than 24.8 days: with a longer
 * schedule it fires at once, over and over. Such a job runs once a minute instead.
 */
export class JobPace {
  private lastBeganMs = -Infinity
  private hasWarned = false
  private warnedOfMigrationMs = -Infinity

  /** @param setting the environment variable with the job's schedule */
  constructor(private readonly setting: string) {}

  /** Whether a run may begin; `nowMs` is by the same clock as `scheduledFor`. */
  mayBegin(nowMs: number, { scheduledFor }: JobContext = {}): boolean {
    const isEarly = (scheduledFor?.getTime() ?? nowMs) - nowMs > DAY_MS
    const gapMs = isEarly ? OVERFLOW_GAP_MS : SHORTEST_GAP_MS
    const sinceMs = nowMs - this.lastBeganMs
    // The clock was set back: the gap is not known.
    if (sinceMs >= 0 && sinceMs < gapMs) return false
    this.lastBeganMs = nowMs
    return true
  }

  async run(
    container: MedusaContainer,
    context: JobContext | undefined,
    work: () => Promise<unknown>
  ): Promise<void> {
    if (this.mayBegin(Date.now(), context)) {
      await work().catch((error: unknown) => {
        if (!isNotMigrated(error)) throw error
        this.warnOfMigration(container)
      })
      return
    }
    if (!this.hasWarned) {
      this.hasWarned = true
      const logger = container.resolve("logger")
      logger.warn(
        `crypto payments: skipped a run that began right after the last one; further skips are not logged. ${this.setting} must not wait longer than 24 days: Medusa's timer overflows and fires at once.`
      )
    }
    await sleep(SKIPPED_MS, undefined, { ref: false })
  }

  private warnOfMigration(container: MedusaContainer): void {
    const nowMs = Date.now()
    if (nowMs - this.warnedOfMigrationMs < MIGRATION_WARNING_MS) return
    this.warnedOfMigrationMs = nowMs
    container.resolve("logger").error(`crypto payments: ${NOT_MIGRATED}`)
  }
}
