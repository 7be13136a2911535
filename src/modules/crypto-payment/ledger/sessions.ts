import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Attempt, attempts } from "./rows"
import { lockSubject } from "./subjects"

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

/** So many sessions of an attempt are always kept: the newest ones. */
export const keptSessions = 50

/**
 * Makes `sessionId` the session that the attempt serves from now on. Someone
 * is there to pay, so an attempt that waits for money is looked at soon again.
 *
 * @param forget sessions to forget (see `forgettableSessions`); one that holds
 * the attempt's money stays.
 * @returns undefined when the attempt is gone, or was superseded before money
 * came: its payment is about to be expired at the gateway.
 */
export async function attachSession(
  db: Knex,
  id: string,
  sessionId: string,
  forget: readonly string[] = []
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
      session_ids: db.raw(
        `array_append(ARRAY(
           SELECT session FROM unnest(session_ids) WITH ORDINALITY AS kept (session, n)
            WHERE session <> ?
              AND (session <> ALL (?::text[]) OR session = authorized_session_id)
            ORDER BY n), ?)`,
        [sessionId, [...forget], sessionId]
      ),
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
  await lockSubject(db, cart_id ?? payment_collection_id ?? id)
  const rival = await attempts(db)
    .where(cart_id ? { cart_id } : { payment_collection_id })
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
      if (goneSessionId) {
        void free.orWhere("authorized_session_id", goneSessionId)
      }
    })
    .update({
      authorized_session_id: sessionId,
      payment_session_id: sessionId,
      updated_at: db.fn.now(),
    })
  return claimed > 0
}

/**
 * The return URLs name a session: those of the session that asks now take the
 * place of the ones of a session whose opening got no answer.
 *
 * @returns undefined once the attempt is no longer being created.
 */
export async function renewReturnUrls(
  db: Knex,
  id: string,
  urls: Pick<Attempt, "success_url" | "fail_url">
): Promise<Attempt | undefined> {
  const [row] = await attempts(db)
    .where({ id, state: "creating" })
    .update(urls)
    .returning("*")
  return row
}
