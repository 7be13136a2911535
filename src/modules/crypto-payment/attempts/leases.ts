import type { Database } from "../database"
import type { Attempt } from "../models/rows"
import { attempts, inSeconds } from "./rows"

/** The exclusive right to work on an attempt, among all processes, with a time limit. */
export class Leases {
  constructor(private readonly db: Database) {}

  /**
   * Takes the lease by one conditional UPDATE. Undefined where another owner's still runs, or there is
   * no such attempt.
   */
  async acquire(
    id: string,
    owner: string,
    ttlSeconds: number
  ): Promise<Attempt | undefined> {
    const [leased] = await attempts(this.db)
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
      .returning("*")
    return leased
  }

  async release(id: string, owner: string): Promise<void> {
    await attempts(this.db)
      .where({ id, lease_owner: owner })
      .update({ lease_owner: null, lease_until: null })
  }
}
