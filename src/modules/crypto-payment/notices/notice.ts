import type { Attempt } from "../models/rows"
import type { WebhookLogRow } from "./webhook-log"
import { needsAttention } from "../attempts/states"

/**
 * What the people of the store are told about, each with what it is about (`subject_id`):
 * - `attention`: a payment that needs attention;
 * - `money_without_order`: a payment that is confirmed, and has had no order for ten minutes;
 * - `unpaid_order_ending`: an order that is canceled soon, since it is not paid;
 * - `refund_to_send`: a refund request whose address was entered;
 * - `webhooks`: a provider whose payments are found by polling only.
 */
export const NOTICE_KINDS = [
  "attention",
  "money_without_order",
  "unpaid_order_ending",
  "refund_to_send",
  "webhooks",
] as const

export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Since when a payment has no order before somebody is told. */
export const NOTICE_AFTER_MINUTES = 10

/** Whether e-mails are sent about a kind; the others are in the feed only. */
export function isMailed(kind: NoticeKind): boolean {
  return kind === "attention" || kind === "refund_to_send"
}

/** The notice that a payment's own state asks for; `money_without_order` takes time besides. */
export function noticeOfPayment(
  attempt: Pick<Attempt, "state" | "attention_reason">
): Extract<NoticeKind, "attention" | "money_without_order"> | null {
  if (needsAttention(attempt)) return "attention"
  return attempt.state === "paid" ? "money_without_order" : null
}

/** Paid payments of the last days that no webhook reported. */
export type MissedWebhooks = { provider_id: string; last_at: Date }

/** Not every delivery is written down (notices/webhook-log.ts). */
const LOG_RESOLUTION_MS = 10_000

/**
 * What is wrong with the webhooks of a provider: polling found a paid payment, and since then none
 * arrived (`missing`) or only ones that were refused (`failing`). What strangers post alone is no
 * reason, since anyone can have a delivery refused.
 */
export function webhookFault(
  missed: MissedWebhooks | undefined,
  log: WebhookLogRow | undefined
): "missing" | "failing" | null {
  if (!missed) return null
  const delivered = log?.last_delivery_at?.getTime() ?? -Infinity
  const failed = log?.last_failure_at?.getTime() ?? -Infinity
  if (delivered > missed.last_at.getTime() + LOG_RESOLUTION_MS) return null
  return failed > delivered ? "failing" : "missing"
}

const HOUR_MS = 60 * 60_000

/** An unpaid order is said to end soon for the last two hours, or the last quarter of a short time. */
export function endingMs(payableMs: number): number {
  return Math.min(2 * HOUR_MS, payableMs / 4)
}

/** Minutes until a delivery that failed is tried again; null when it is given up, after three days. */
export function redeliveryMinutes(failures: number): number | null {
  const minutes = Math.min(60, 2 ** Math.min(failures - 1, 6))
  return failures > 78 ? null : minutes
}
