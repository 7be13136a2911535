import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts, type Attempt } from "./rows"

/**
 * The attempt that a payment session was ever given; a session has only one.
 * No LIMIT: with one, the planner prefers to read the table to its index.
 */
export async function findBySession(
  db: Knex,
  sessionId: string
): Promise<Attempt | undefined> {
  const [attempt] = await attempts(db).whereRaw(
    "session_ids @> ARRAY[?]::text[]",
    [sessionId]
  )
  return attempt
}

/**
 * Makes `sessionId` the session that the attempt serves from now on. Someone
 * is there to pay, so an attempt that waits for money is looked at soon again.
 *
 * @returns undefined when the attempt is gone, or was superseded before money
 * came: its payment is about to be expired at the gateway.
 */
export async function attachSession(
  db: Knex,
  id: string,
  sessionId: string
): Promise<Attempt | undefined> {
  const [row] = await attempts(db)
    .where({ id })
    .andWhere((serving) => {
      void serving.whereNull("superseded_at").orWhereNot({ state: "open" })
    })
    .update({
      payment_session_id: sessionId,
      checks: db.raw(
        "CASE WHEN state = 'open' THEN least(checks, 1) ELSE checks END"
      ),
      next_check_at: db.raw(
        "CASE WHEN state = 'open' THEN least(next_check_at, now() + interval '1 minute') ELSE next_check_at END"
      ),
      session_ids: db.raw("array_append(array_remove(session_ids, ?), ?)", [
        sessionId,
        sessionId,
      ]),
      updated_at: db.fn.now(),
    })
    .returning("*")
  return row
}

/**
 * Lets one session, and no other, become a Medusa payment for this money, and
 * one attempt of a cart (or collection), and no other, pay for it. Two sessions
 * can share an attempt (a double click), and two attempts of a cart can both be
 * paid; the first to ask gets it. Runs in a transaction: those who ask for the
 * same cart go one after the other.
 *
 * @param goneSessionId a holder that no longer exists and can be succeeded.
 * @returns whether `sessionId` holds the money.
 */
export async function claimForSession(
  db: Knex,
  attempt: Attempt,
  sessionId: string,
  goneSessionId: string | null
): Promise<boolean> {
  const { id, cart_id, payment_collection_id } = attempt
  const sale = cart_id ? { cart_id } : { payment_collection_id }
  await db.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [
    cart_id ?? payment_collection_id ?? id,
  ])
  const rival = await attempts(db)
    .where(sale)
    .whereNot({ id })
    .whereNotNull("authorized_session_id")
    .whereNot({ state: "resolved" })
    .first("id")
  if (rival) return false
  const claimed = await attempts(db)
    .where({ id })
    // A person may have given the money back in this moment.
    .whereNot({ state: "resolved" })
    .andWhere((free) => {
      void free
        .whereNull("authorized_session_id")
        .orWhere("authorized_session_id", sessionId)
      if (goneSessionId)
        void free.orWhere("authorized_session_id", goneSessionId)
    })
    .update({
      authorized_session_id: sessionId,
      payment_session_id: sessionId,
      updated_at: db.fn.now(),
    })
  return claimed > 0
}
