import type { Database } from "../database"
import { NOTICE_AFTER_MINUTES, type NoticeKind } from "./notice"
import {
  clearNotice,
  type NewNotice,
  type Notice,
  NOTICE_TABLE,
  notices,
  openNotice,
  syncNotice,
} from "./notice-rows"
import type { Attempt } from "../models/rows"
import { ATTEMPT_TABLE, inSeconds } from "../attempts/rows"

/** The run that delivers a notice has finished within this time, or died. */
const DELIVERY_SECONDS = 120

/** Notices that one run opens or clears by what the ledger shows. */
const LIMIT = 100

const STATE_NEEDS_ATTENTION =
  "(attempt.state = 'attention' OR (attempt.state = 'open' AND attempt.attention_reason IS NOT NULL))"

/** What the people of the store are told, and what of it was not delivered yet. */
export class Notices {
  constructor(private readonly db: Database) {}

  async open(notice: NewNotice): Promise<void> {
    await openNotice(this.db, notice)
  }

  async clear(kind: NoticeKind, subjectId: string): Promise<void> {
    await clearNotice(this.db, kind, subjectId)
  }

  /** The open notices of one kind. */
  async listOpen(kind: NoticeKind): Promise<Notice[]> {
    return await notices(this.db).where({ kind }).whereNull("cleared_at")
  }

  /**
   * Brings the notices about payments in line with the payments: opens those of confirmed money
   * that has had no order for ten minutes, and those that a version before this one, or a restored
   * ledger, does not have; clears those whose payment is gone or needs nothing.
   */
  async syncPayments(): Promise<void> {
    await this.db.transaction(async (db) => {
      const { rows } = await db.raw<{ rows: Attempt[] }>(
        `SELECT attempt.* FROM ${ATTEMPT_TABLE} AS attempt
          WHERE attempt.deleted_at IS NULL
            AND (${STATE_NEEDS_ATTENTION}
                 OR (attempt.state = 'paid'
                     AND attempt.updated_at <= now() - ? * interval '1 minute'))
            AND NOT EXISTS (
              SELECT FROM ${NOTICE_TABLE} AS notice
               WHERE notice.id = attempt.notice_id AND notice.cleared_at IS NULL)
          LIMIT ? FOR UPDATE SKIP LOCKED`,
        [NOTICE_AFTER_MINUTES, LIMIT]
      )
      for (const attempt of rows) await syncNotice(db, attempt, true)
    })
    const { rows } = await this.db.raw<{ rows: Notice[] }>(
      `SELECT notice.* FROM ${NOTICE_TABLE} AS notice
        WHERE notice.kind IN ('attention', 'money_without_order')
          AND notice.cleared_at IS NULL AND notice.deleted_at IS NULL
          AND NOT EXISTS (
            SELECT FROM ${ATTEMPT_TABLE} AS attempt
             WHERE attempt.id = notice.subject_id AND attempt.deleted_at IS NULL
               AND CASE notice.kind WHEN 'attention' THEN ${STATE_NEEDS_ATTENTION}
                                    ELSE attempt.state = 'paid' END)
        LIMIT ?`,
      [LIMIT]
    )
    for (const { kind, subject_id } of rows) await this.clear(kind, subject_id)
  }

  /** Takes notices to deliver, oldest first; each comes back until it is delivered. */
  async dequeue(limit: number): Promise<Notice[]> {
    const { rows } = await this.db.raw<{ rows: Notice[] }>(
      `UPDATE ${NOTICE_TABLE} AS notice
          SET deliver_at = now() + ? * interval '1 second'
        WHERE notice.id IN (
              SELECT id FROM ${NOTICE_TABLE}
               WHERE deliver_at <= now() AND deleted_at IS NULL
               ORDER BY deliver_at, id
               LIMIT ?
               FOR UPDATE SKIP LOCKED)
      RETURNING notice.*`,
      [DELIVERY_SECONDS, limit]
    )
    return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** A notice was delivered as it was dequeued; one that changed since stays due. */
  async markDelivered({ id, revision }: Pick<Notice, "id" | "revision">) {
    await notices(this.db)
      .where({ id })
      .update({
        shown_revision: revision,
        mailed_at: this.db.raw("coalesce(mailed_at, now())"),
        deliver_at: this.db.raw(
          "CASE WHEN revision = ? THEN NULL ELSE deliver_at END",
          [revision]
        ),
        failures: 0,
      })
  }

  /** Delivers it later; null gives it up. */
  async postpone(
    { id, revision, failures }: Pick<Notice, "id" | "revision" | "failures">,
    seconds: number | null
  ): Promise<void> {
    await notices(this.db)
      .where({ id, revision })
      .update({
        deliver_at: seconds === null ? null : inSeconds(this.db, seconds),
        failures,
      })
  }

  /** Deletes what was cleared and delivered so many days ago. */
  async deleteOld(days: number): Promise<number> {
    return await this.db(NOTICE_TABLE)
      .whereRaw("cleared_at < now() - ? * interval '1 day'", [days])
      .whereNull("deliver_at")
      .delete()
  }
}
