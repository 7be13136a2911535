import type { Database } from "../database"
import type { Attempt } from "../models/crypto-payment"
import { attempts, inSeconds } from "./rows"

/** The exclusive right to work on an attempt, among all processes, with a time limit. */
export class Leases {
  constructor(private readonly db: Database) {}

  /** Undefined where another owner still has it, or there is no such attempt. */
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

  /** Nothing where it was given back, or taken over. */
  async renew(id: string, owner: string, ttlSeconds: number): Promise<void> {
    await attempts(this.db)
      .where({ id, lease_owner: owner })
      .update({ lease_until: inSeconds(this.db, ttlSeconds) })
  }

  async release(id: string, owner: string): Promise<void> {
    await attempts(this.db)
      .where({ id, lease_owner: owner })
      .update({ lease_owner: null, lease_until: null })
  }
}
