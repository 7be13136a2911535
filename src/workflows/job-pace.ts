import { setTimeout as sleep } from "node:timers/promises"

import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * Runs that begin closer together than this are not what anyone scheduled. A
 * little less than the second of the shortest schedule, whose runs jitter.
 */
const shortestGapMs = 900

/** No timer fires a day too early, unless its wait overflowed. */
const dayMs = 24 * 60 * 60_000

/** What the job keeps to while its schedule overflows. */
const overflowGapMs = 60_000

/** Until a skipped run ends: Medusa begins the next one right after it. */
const skippedMs = 1_000

/** What Medusa tells a scheduled job: when this run was to begin. */
export type JobContext = { scheduledFor?: Date }

/**
 * Keeps a scheduled job from running in a hot loop. Medusa's in-memory engine
 * waits for the next run with one timer, and a timer holds no more than 24.8
 * days: with a longer schedule it fires at once, over and over. Such a job runs
 * once a minute instead.
 */
export class JobPace {
  private lastBeganMs = -Infinity
  private isTold = false

  /**
   * @param setting the environment variable with the job's schedule
   */
  constructor(private readonly setting: string) {}

  /**
   * Whether a run may begin. Moments in milliseconds; `nowMs` is of the clock
   * that `scheduledFor` is of.
   */
  mayBegin(nowMs: number, { scheduledFor }: JobContext = {}): boolean {
    const isEarly = (scheduledFor?.getTime() ?? nowMs) - nowMs > dayMs
    const gapMs = isEarly ? overflowGapMs : shortestGapMs
    const sinceMs = nowMs - this.lastBeganMs
    // A clock that was set back tells nothing about the gap.
    if (sinceMs >= 0 && sinceMs < gapMs) return false
    this.lastBeganMs = nowMs
    return true
  }

  /** Runs the work, or skips it, with one line in the log for all skips. */
  async run(
    container: MedusaContainer,
    context: JobContext | undefined,
    work: () => Promise<unknown>
  ): Promise<void> {
    if (this.mayBegin(Date.now(), context)) {
      await work()
      return
    }
    if (!this.isTold) {
      this.isTold = true
      container
        .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
        .warn(
          `crypto payments: a run that began right after the last one was skipped, and so will others be. ${this.setting} must not wait longer than 24 days: Medusa's timer overflows, and fires at once.`
        )
    }
    await sleep(skippedMs, undefined, { ref: false })
  }
}
