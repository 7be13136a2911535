import { setTimeout as wait } from "node:timers/promises"
import { type SandboxOptions, startSandbox } from "../../../src/sandbox"
import type { Instances } from "../../support/instances"
import { DatabaseSnapshot } from "../../support/shop/database-snapshot"

const HOUR_MS = 60 * 60_000

/** Puts the demo back to its beginning, again and again. */
export class StartingAnew {
  /** When it does so next. */
  at = new Date(Date.now() + HOUR_MS)
  private underWay: Promise<void> | undefined
  private isClosed = false

  private constructor(
    private readonly instances: Instances,
    private readonly sandboxOptions: SandboxOptions,
    private readonly snapshot: DatabaseSnapshot,
    private sandbox = instances.sandbox
  ) {}

  /** What the database holds now is what it will start with. */
  static async prepare(
    instances: Instances,
    sandboxOptions: SandboxOptions
  ): Promise<StartingAnew> {
    const snapshot = await DatabaseSnapshot.take(instances.databaseUrl)
    return new StartingAnew(instances, sandboxOptions, snapshot)
  }

  get isUnderWay(): boolean {
    return this.underWay !== undefined
  }

  /**
   * Starts the demo anew, and again each hour; rejects when Medusa ends or does not start.
   *
   * @param firstMs until the first time
   */
  async repeat(firstMs = HOUR_MS): Promise<never> {
    const [medusa] = this.instances.members
    for (let periodMs = firstMs; ; periodMs = HOUR_MS) {
      this.at = new Date(Date.now() + periodMs)
      const period = wait(periodMs, undefined, { ref: false })
      await Promise.race([period, medusa.untilItFails()])
      if (this.isClosed) throw new Error("The demo was stopped.")
      this.underWay = this.begin().finally(() => (this.underWay = undefined))
      await this.underWay
    }
  }

  /** Resolves when nothing is started any more. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.underWay?.catch(() => {})
    await this.sandbox.close()
  }

  private async begin(): Promise<void> {
    const [medusa] = this.instances.members
    await medusa.stop()
    // It holds the payments of the old carts, and would announce them to the new database.
    await this.sandbox.close()
    await this.snapshot.restore()
    this.sandbox = await startSandbox(this.sandboxOptions)
    await medusa.start()
  }
}
