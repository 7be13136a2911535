import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Attempt } from "../models/rows"
import { attempts, lockSubject } from "./rows"

/** Number of sessions of an attempt that are always kept: the newest ones. */
export const KEPT_SESSIONS = 50

/** Which payment sessions an attempt serves, and which one holds its money. */
export class Sessions {
  constructor(private readonly db: Knex) {}

  /**
   * The attempt that a payment session was ever given; a session has only one.
   * Without LIMIT: with one, the planner reads the table instead of its index.
   */
  async findAttempt(sessionId: string): Promise<Attempt | undefined> {
    const [attempt] = await attempts(this.db).whereRaw(
      "session_ids @> ARRAY[?]::text[]",
      [sessionId]
    )
    return attempt
  }

  /**
   * The attempts of sessions that no run works on at the moment: enough to leave
   * work to that run, not to keep it out.
   */
  async findIdle(sessionIds: readonly string[]): Promise<Attempt[]> {
    if (sessionIds.length === 0) return []
    return await attempts(this.db)
      .whereRaw("session_ids && ?::text[]", [[...sessionIds]])
      .andWhere((idle) => {
        void idle.whereNull("lease_owner").orWhereRaw("lease_until <= now()")
      })
  }

  /**
   * Makes `sessionId` the session that the attempt serves. A shopper is there to pay,
   * so it is checked soon again. Undefined when it is gone, or was superseded before
   * money came: its payment is about to be expired.
   * @param forget see `forgettableSessions`; one that holds the attempt's money stays.
   */
  async attach(
    id: string,
    sessionId: string,
    forget: readonly string[] = []
  ): Promise<Attempt | undefined> {
    const [row] = await attempts(this.db)
      .where({ id })
      .andWhere((serving) => {
        void serving.whereNull("superseded_at").orWhereNot({ state: "open" })
      })
      .update({
        payment_session_id: sessionId,
        checks: this.db.raw(
          "CASE WHEN state = 'open' THEN least(checks, 1) ELSE checks END"
        ),
        next_check_at: this.db.raw(
          "CASE WHEN state = 'open' THEN least(next_check_at, now() + interval '1 minute') ELSE next_check_at END"
        ),
        session_ids: this.db.raw(
          `array_append(ARRAY(
               SELECT session FROM unnest(session_ids) WITH ORDINALITY AS kept (session, n)
                WHERE session <> ?
                  AND (session <> ALL (?::text[]) OR session = authorized_session_id)
                ORDER BY n), ?)`,
          [sessionId, [...forget], sessionId]
        ),
        updated_at: this.db.fn.now(),
      })
      .returning("*")
    return row
  }

  /**
   * Lets one session, and no other, become a Medusa payment for this money, and one
   * attempt of a cart (or collection), and no other, pay for it: two sessions can share
   * an attempt (a double click), and two attempts can both be paid.
   * @param goneSessionId a holder that no longer exists and can be succeeded.
   * @returns whether `sessionId` holds the money.
   */
  async authorize(
    { id, cart_id, payment_collection_id }: Attempt,
    sessionId: string,
    goneSessionId: string | null
  ): Promise<boolean> {
    return await this.db.transaction(async (db) => {
      await lockSubject(db, cart_id ?? payment_collection_id ?? id)
      const ofSubject = cart_id ? { cart_id } : { payment_collection_id }
      const competing = attempts(db)
        .where(ofSubject)
        .whereNot({ id })
        .whereNotNull("authorized_session_id")
        .whereNot({ state: "resolved" })
      const authorized = await attempts(db)
        .where({ id })
        .whereNotExists(competing)
        // A person may have recorded a refund at this moment.
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
      return authorized > 0
    })
  }

  /**
   * The return URLs name a session: replaces those of one whose opening got no
   * answer. Undefined once the attempt is no longer being created.
   */
  async renewReturnUrls(
    id: string,
    urls: Pick<Attempt, "success_url" | "fail_url">
  ): Promise<Attempt | undefined> {
    const [row] = await attempts(this.db)
      .where({ id, state: "creating" })
      .update(urls)
      .returning("*")
    return row
  }
}
