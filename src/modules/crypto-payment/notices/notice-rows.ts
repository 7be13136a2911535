import { generateEntityId } from "@medusajs/framework/utils"
import type { InferTypeOf } from "@medusajs/framework/types"
import type { Database } from "../database"
import { type NoticeKind, noticeOfPayment } from "./notice"
import type CryptoNotice from "../models/crypto-notice"
import type { Attempt } from "../models/rows"
import { attempts } from "../attempts/rows"

export const NOTICE_TABLE = "crypto_notice"

export type Notice = InferTypeOf<typeof CryptoNotice>

/** What a notice is about, and what its text names. */
export type NewNotice = Pick<Notice, "kind" | "subject_id" | "merchant_id"> & {
  provider_id?: string
  crypto_payment_id?: string
  order_id?: string | null
  reason?: string | null
  data?: Record<string, unknown>
}

/** The notices that are not deleted, through a connection or a transaction. */
export function notices(db: Database) {
  return db<Notice>(NOTICE_TABLE).whereNull("deleted_at")
}

/**
 * Opens a notice, or updates the open one of this kind about the same subject. One that says the
 * same already stays as it is.
 * @returns the id of the open notice.
 */
export async function openNotice(
  db: Database,
  notice: NewNotice
): Promise<string> {
  const { kind, subject_id } = notice
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `INSERT INTO ${NOTICE_TABLE} AS notice
            (id, kind, subject_id, merchant_id, provider_id, crypto_payment_id,
             order_id, reason, data, opened_at, deliver_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, now(), now())
     ON CONFLICT (kind, subject_id) WHERE cleared_at IS NULL AND deleted_at IS NULL
     DO UPDATE SET order_id = excluded.order_id, reason = excluded.reason,
                   data = excluded.data, revision = notice.revision + 1,
                   deliver_at = now(), failures = 0, updated_at = now()
             WHERE (notice.order_id, notice.reason, notice.data)
                   IS DISTINCT FROM (excluded.order_id, excluded.reason, excluded.data)
     RETURNING notice.id`,
    [
      generateEntityId(undefined, "cpaynot"),
      ...[kind, subject_id, notice.merchant_id],
      notice.provider_id ?? null,
      notice.crypto_payment_id ?? null,
      notice.order_id ?? null,
      notice.reason ?? null,
      notice.data ? JSON.stringify(notice.data) : null,
    ]
  )
  if (rows[0]) return rows[0].id
  const unchanged = await notices(db)
    .where({ kind, subject_id })
    .whereNull("cleared_at")
    .first("id")
  // It was cleared at this moment: the occurrence that begins now is another one.
  return unchanged?.id ?? (await openNotice(db, notice))
}

/** Clears the open notice of a kind about a subject, if there is one. */
export async function clearNotice(
  db: Database,
  kind: NoticeKind,
  subjectId: string
): Promise<void> {
  await notices(db)
    .where({ kind, subject_id: subjectId })
    .whereNull("cleared_at")
    .update({
      cleared_at: db.fn.now(),
      revision: db.raw("revision + 1"),
      deliver_at: db.fn.now(),
      failures: 0,
      updated_at: db.fn.now(),
    })
}

/**
 * Opens, updates or clears the notice about an attempt, in the transaction that changed its state or
 * its reason. Costs nothing where the attempt needs none and has none.
 * @param isStuck whether it has waited for its order for so long that somebody is told.
 * @returns the attempt with the id of its notice.
 */
export async function syncNotice(
  db: Database,
  attempt: Attempt,
  isStuck = false
): Promise<Attempt> {
  const { id, notice_id } = attempt
  const kind = noticeOfPayment(attempt)
  const isNeeded = kind === "attention" || (kind !== null && isStuck)
  if (!isNeeded && notice_id === null) return attempt
  for (const other of ["attention", "money_without_order"] as const) {
    if (notice_id && other !== kind) await clearNotice(db, other, id)
  }
  const opened = isNeeded
    ? await openNotice(db, { kind, subject_id: id, ...contentOf(attempt) })
    : null
  if (opened === notice_id) return attempt
  await attempts(db).where({ id }).update({ notice_id: opened })
  return { ...attempt, notice_id: opened }
}

function contentOf(attempt: Attempt) {
  const { id, merchant_id, provider_id, order_id, attention_reason } = attempt
  return {
    merchant_id,
    provider_id,
    crypto_payment_id: id,
    order_id,
    reason: attention_reason,
  }
}
