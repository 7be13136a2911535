import type { Database } from "../database"
import { attempts, inSeconds } from "./rows"

/** The exclusive right to work on an attempt, among all processes, with a time limit. */
export class Leases {
  constructor(private readonly db: Database) {}

  /**
   * Takes the lease by one conditional UPDATE, unless another owner's still
   * runs. Resolves to whether `owner` has it now.
   */
  async acquire(id: string, owner: string, ttlSeconds: number) {
    const taken = await attempts(this.db)
      .where({ id })
      .andWhere((free) => {
        void free
          .whereNull("lease_owner")
          .orWhere("lease_owner", owner)
          .orWhereRaw("lease_until < now()")
      })
      .update({
        lease_owner: owner,
        lease_until: inSeconds(this.db, ttlSeconds),
      })
    return taken > 0
  }

  async release(id: string, owner: string): Promise<void> {
    await attempts(this.db)
      .where({ id, lease_owner: owner })
      .update({ lease_owner: null, lease_until: null })
  }
}
