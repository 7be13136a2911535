import type {
  AttentionReason,
  NoticeKind,
} from "../../../modules/crypto-payment/internal"

type Text = { title: string; text: string }

/**
 * What the feed and e-mails say, in one language. Placeholders: `{{order}}` a number, `{{time}}`,
 * `{{provider}}` and `{{merchant}}` as the configuration names them, `{{reason}}` one of `reasons`.
 */
export type NoticeTexts = {
  attention: { title: string }
  /** What happened, for each reason why a payment needs attention. */
  reasons: Record<AttentionReason, Text>
  money_without_order: Text
  unpaid_order_ending: Text
  refund_to_send: Text
  webhooks: Record<"missing" | "failing", Text>
  order: string
  open: string
  footer: string
} & Record<NoticeKind, unknown>
