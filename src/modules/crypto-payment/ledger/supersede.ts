import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts, type Attempt } from "./rows"
import type { Subject } from "./subject"
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

/**
 * Attempts of a subject that may be ended at the gateway to make room for
 * another: hosted pages on which, as far as the ledger knows, nobody has chosen
 * a coin. Up to `superseded` that serve nobody already, the one that was not
 * looked at for longest first, then the oldest that still may. (So a gateway
 * that ends nothing costs a shopper no page that serves.)
 */
export async function findEndable(
  db: Knex,
  subject: Subject,
  superseded: number
): Promise<Attempt[]> {
  const waiting = () =>
    attempts(db)
      .where({ ...subject, state: "open", flow: "widget" })
      .where({ gateway_status: "created" })
      .whereNotNull("gateway_payment_id")
      .whereNull("crypto_currency")
      .whereNull("wallet_address")
  const replaced = await waiting()
    .whereNotNull("superseded_at")
    .orderByRaw("last_checked_at NULLS FIRST, created_at, revision")
    .limit(superseded)
  const oldest = await waiting()
    .whereNull("superseded_at")
    .orderBy(["created_at", "revision"])
    .limit(1)
  return [...replaced, ...oldest]
}

/**
 * The open attempt of a subject that was not looked at for longest, whoever may
 * end it: its own countdown may have ended it.
 */
export async function findLongestUnread(
  db: Knex,
  subject: Subject
): Promise<Attempt | undefined> {
  return await attempts(db)
    .where({ ...subject, state: "open" })
    .whereNotNull("gateway_payment_id")
    .orderByRaw("last_checked_at NULLS FIRST, created_at")
    .first()
}
