import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts, type Attempt } from "./rows"
import { appendEvent } from "./timeline"

/**
 * Marks an open attempt as one that serves no further session, unless a
 * session was attached to it since it was read: then that session wins. The
 * looks at it start anew: at each of the first ones its expiry is tried.
 *
 * @returns the row as written, or undefined when it may still serve, or was
 * marked before.
 */
export async function supersede(
  db: Knex,
  seen: Pick<Attempt, "id" | "payment_session_id">,
  source: string
): Promise<Attempt | undefined> {
  return await db.transaction(async (transaction) => {
    const [row] = await attempts(transaction)
      .where({ id: seen.id, state: "open" })
      .whereNull("superseded_at")
      .whereRaw("payment_session_id IS NOT DISTINCT FROM ?", [
        seen.payment_session_id,
      ])
      .update({
        superseded_at: transaction.fn.now(),
        checks: 0,
        next_check_at: transaction.raw("now() + interval '1 minute'"),
        updated_at: transaction.fn.now(),
      })
      .returning("*")
    if (row) {
      await appendEvent(transaction, row.id, {
        type: "superseded",
        source,
        fact: "superseded",
      })
    }
    return row
  })
}
