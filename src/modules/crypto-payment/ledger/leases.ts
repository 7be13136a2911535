import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Attempt, attempts } from "./rows"
import type { AttemptState } from "../domain/states"
import { takeDue, takeTurnToCheck } from "./due-queue"
import type { Connect } from "./watch"

/**
 * Takes the attempt's lease by one conditional UPDATE on the database's clock,
 * so that it holds across instances. A lease that ran out may be taken over.
 *
 * @returns whether `owner` holds it now.
 */
export async function acquireLease(
  db: Knex,
  id: string,
  owner: string,
  ttlSeconds: number
): Promise<boolean> {
  const taken = await attempts(db)
    .where({ id })
    .andWhere((free) => {
      void free
        .whereNull("lease_owner")
        .orWhere("lease_owner", owner)
        .orWhereRaw("lease_until < now()")
    })
    .update({
      lease_owner: owner,
      lease_until: db.raw("now() + ? * interval '1 second'", [ttlSeconds]),
    })
  return taken > 0
}

/**
 * Whether a run holds the lease at the moment: good for leaving something to
 * that run, not for keeping it out.
 */
export async function isLeased(db: Knex, id: string): Promise<boolean> {
  const held = await attempts(db)
    .where({ id })
    .whereNotNull("lease_owner")
    .andWhereRaw("lease_until > now()")
    .first("id")
  return held !== undefined
}

/** Gives the lease back, if `owner` still holds it. */
export async function releaseLease(
  db: Knex,
  id: string,
  owner: string
): Promise<void> {
  await attempts(db)
    .where({ id, lease_owner: owner })
    .update({ lease_owner: null, lease_until: null })
}

/** Whose turn it is to work on an attempt, among all processes. */
export class Turns {
  constructor(private readonly connect: Connect) {}

  /** See `acquireLease`. */
  acquireLease(
    id: string,
    owner: string,
    ttlSeconds: number
  ): Promise<boolean> {
    return this.connect((db) => acquireLease(db, id, owner, ttlSeconds))
  }

  /** See `isLeased`. */
  isLeased(id: string): Promise<boolean> {
    return this.connect((db) => isLeased(db, id))
  }

  /** See `releaseLease`. */
  releaseLease(id: string, owner: string): Promise<void> {
    return this.connect((db) => releaseLease(db, id, owner))
  }

  /** See `takeDue`. */
  takeDue(
    limit: number,
    holdSeconds: number,
    only?: readonly AttemptState[]
  ): Promise<Attempt[]> {
    return this.connect((db) => takeDue(db, limit, holdSeconds, only))
  }

  /** Lets one caller in `everySeconds` ask the gateway about an attempt. */
  mayCheck(id: string, everySeconds: number): Promise<boolean> {
    return this.connect((db) => takeTurnToCheck(db, id, everySeconds))
  }
}
