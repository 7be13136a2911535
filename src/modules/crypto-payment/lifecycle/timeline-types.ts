/**
 * What an entry of an attempt's timeline can tell of. The admin has a text for
 * each in every language (`src/admin/i18n/json/<language>.json`, `timeline.entries`):
 * a type that is added here and has none does not compile.
 */
export const timelineTypes = [
  "created",
  "adopted",
  "opened",
  "gateway_error",
  "observation",
  "checked",
  "paid",
  "settled",
  "reopened",
  "attention",
  "failed",
  "closed",
  "resolved",
  "refund_recorded",
  "refund_booked",
  "refund_removed",
  "order_retried",
  "retried",
  "superseded",
  "not_expired",
  "session_released",
  "order_canceled",
  "leftover_order",
] as const

export type TimelineType = (typeof timelineTypes)[number]
