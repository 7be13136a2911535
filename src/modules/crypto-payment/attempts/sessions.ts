import { attempts, isUniqueViolation, SESSION_TABLE } from "./rows"
import type { Database } from "../database"
import type { Attempt } from "../models/crypto-payment"

export type SessionLinks = ReadonlyMap<string, string>

const HOLDING_STATES = ["paid", "attention", "settled"] as const

export class Sessions {
  constructor(private readonly db: Database) {}

  async findAttempt(sessionId: string): Promise<Attempt | undefined> {
    return await attempts(this.db)
      .whereIn("id", this.attemptIds([sessionId]))
      .first()
  }

  /** Of sessions that no run works on now: to leave work to that run, not to keep it out. */
  async findIdle(sessionIds: readonly string[]): Promise<Attempt[]> {
    if (sessionIds.length === 0) return []
    return await this.idle().whereIn("id", this.attemptIds(sessionIds))
  }

  /**
   * Whether anything at all waits for what core did: a paid attempt that is not settled and that no
   * run works on now, the order of a cart that is completed before its payment, or an attempt that
   * was verified before core had ended the capture of this payment.
   */
  async areWaiting(paymentId: string | null = null): Promise<boolean> {
    const paid = this.idle().whereIn("state", ["paid", "attention"])
    const placed = this.db("crypto_unpaid_order").whereNull("order_id")
    const verified = this.verifiedBy(paymentId)
    const { rows } = await this.db.raw<{ rows: { waiting: boolean }[] }>(
      "SELECT EXISTS (?) OR EXISTS (?) OR EXISTS (?) AS waiting",
      [paid.select("id"), placed.select("id"), verified.select("id")]
    )
    return rows[0].waiting
  }

  /** What core books after the verification may be a second transaction of the capture. */
  async verifyAgain(paymentId: string): Promise<void> {
    await this.verifiedBy(paymentId).update({
      verified_at: null,
      next_check_at: this.db.fn.now(),
    })
  }

  private verifiedBy(payment_id: string | null) {
    return (
      attempts(this.db)
        .where({ state: "settled" })
        // Null is no payment's id.
        .whereRaw("payment_id = ?", [payment_id])
        .whereNotNull("verified_at")
    )
  }

  async linksOf(sessionIds: readonly string[]): Promise<SessionLinks> {
    return await this.links("id", sessionIds)
  }

  async linksTo(attemptIds: readonly string[]): Promise<SessionLinks> {
    return await this.links("crypto_payment_id", attemptIds)
  }

  /**
   * The shopper is there, so it is checked soon. Undefined where it was superseded unpaid.
   * @param collectionId the session's, which may have taken the place of the attempt's
   */
  async attach(
    id: string,
    sessionId: string,
    collectionId?: string
  ): Promise<Attempt | undefined> {
    const served = attempts(this.db)
      .where({ id })
      .andWhere((serving) => {
        void serving.whereNull("superseded_at").orWhereNot({ state: "open" })
      })
      .update({
        payment_session_id: sessionId,
        payment_collection_id: this.db.raw(
          "CASE WHEN authorized_session_id IS NULL THEN coalesce(?, payment_collection_id) ELSE payment_collection_id END",
          [collectionId ?? null]
        ),
        checks: this.db.raw(
          "CASE WHEN state = 'open' THEN least(checks, 1) ELSE checks END"
        ),
        next_check_at: this.db.raw(
          "CASE WHEN state = 'open' THEN least(next_check_at, now() + interval '1 minute') ELSE next_check_at END"
        ),
        updated_at: this.db.fn.now(),
      })
      .returning("*")
    const linked = this.db.raw(
      `INSERT INTO ${SESSION_TABLE} (id, crypto_payment_id)
       SELECT ?, id FROM served
           ON CONFLICT (id) DO UPDATE SET crypto_payment_id = excluded.crypto_payment_id`,
      [sessionId]
    )
    const [row] = await this.db
      .with("served", served)
      .with("linked", linked)
      .from<Attempt>("served")
      .select("*")
    return row
  }

  /**
   * Two sessions can share an attempt, and two attempts can both be paid: one holds the money. Of
   * attempts, a unique index sees to it (see the migration).
   */
  async authorize(
    { id }: Attempt,
    sessionId: string,
    goneSessionId: string | null
  ): Promise<boolean> {
    const { db } = this
    try {
      const authorized = await attempts(db)
        .where({ id })
        // A person may have recorded a refund at this moment.
        .whereIn("state", HOLDING_STATES)
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
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  }

  /** Of an attempt whose opening got no answer; undefined once it is no longer being created. */
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

  private idle() {
    return attempts(this.db).andWhere((idle) => {
      void idle.whereNull("lease_owner").orWhereRaw("lease_until <= now()")
    })
  }

  private attemptIds(sessionIds: readonly string[]) {
    return sessions(this.db)
      .whereIn("id", [...sessionIds])
      .select("crypto_payment_id")
  }

  private async links(
    column: "id" | "crypto_payment_id",
    ids: readonly string[]
  ): Promise<SessionLinks> {
    if (ids.length === 0) return new Map()
    const rows = await sessions(this.db).whereIn(column, [...ids])
    return new Map(rows.map((each) => [each.id, each.crypto_payment_id]))
  }
}

/** Its indexes are of what is not deleted. */
function sessions(db: Database) {
  type Link = { id: string; crypto_payment_id: string }
  return db<Link>(SESSION_TABLE).whereNull("deleted_at")
}
