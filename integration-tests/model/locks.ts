import { MedusaError } from "@medusajs/framework/utils"

import type { ShopProcess } from "./shop-process"

/** So many turns of the others a process waits for a lock before it gives up. */
const maxTurns = 400

/**
 * The Locking Module. The locks of a killed process are free at once: that is
 * the in-memory provider, and the others after their time limit.
 */
export class Locks {
  private readonly holders = new Map<string, ShopProcess>()

  /** @throws MedusaError when the lock is not free in time; retryable. */
  async acquire(process: ShopProcess, key: string): Promise<void> {
    for (let turn = 0; ; turn++) {
      await process.read()
      if (!this.holders.has(key)) break
      if (turn >= maxTurns || !process.hasCompany) {
        throw new MedusaError(
          MedusaError.Types.UNEXPECTED_STATE,
          "Timed-out acquiring lock."
        )
      }
      await process.letOthersRun()
    }
    this.holders.set(key, process)
  }

  release(process: ShopProcess, key: string): void {
    if (this.holders.get(key) === process) this.holders.delete(key)
  }

  releaseAllOf(process: ShopProcess): void {
    for (const [key, holder] of this.holders) {
      if (holder === process) this.holders.delete(key)
    }
  }
}
