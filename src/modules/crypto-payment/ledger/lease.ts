import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts } from "./rows"

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
