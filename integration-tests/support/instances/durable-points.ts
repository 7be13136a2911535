import { existsSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import { setTimeout as wait } from "node:timers/promises"

const LOOK_INTERVAL_MS = 50

/** What point-counter.js does with a process, counted from now on. */
export type PointPlan = {
  action: "kill" | "cut" | "hold" | "slow"
  /** After so many durable points; without it they are only counted. */
  point?: number
  /** How long to hold, or the longest delay. */
  ms?: number
  /** Whether a connection is cut before a commit arrives, in place of after it. */
  isLost?: boolean
  /** Of the delays. */
  seed?: number
}

/** Strikes a process right after a durable point of its own. */
export class DurablePoints {
  private plans = 0

  /** @param file that point-counter.js reads, by the variable POINTS_FILE */
  constructor(readonly file: string) {}

  async arm(plan: PointPlan): Promise<void> {
    await writeFile(`${this.file}.log`, "")
    // No two plans are equal, so that each is counted anew.
    const text = JSON.stringify({ seed: 0, ...plan, number: ++this.plans })
    await writeFile(this.file, text)
  }

  async disarm(): Promise<void> {
    await rm(this.file, { force: true })
  }

  /** The points since then, each with its writes. */
  async seen(): Promise<string[]> {
    const text = await readFile(`${this.file}.log`, "utf8").catch(() => "")
    return text.split("\n").filter(Boolean)
  }

  /** Whether a process has come to the plan's point. */
  get isReached(): boolean {
    return !existsSync(this.file)
  }

  /** Resolves to whether that happens soon; otherwise there is no plan any more. */
  async untilReached(limitMs: number): Promise<boolean> {
    const deadline = Date.now() + limitMs
    while (!this.isReached && Date.now() < deadline) {
      await wait(LOOK_INTERVAL_MS)
    }
    const { isReached } = this
    await this.disarm()
    return isReached
  }
}
