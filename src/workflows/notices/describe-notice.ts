import {
  type AttentionReason,
  ATTENTION_REASONS,
  type Notice,
  type NoticeLanguage,
} from "../../modules/crypto-payment/internal"
import { type NoticeTexts, noticeTexts } from "./locales"

/** A notice as a person reads it; `url` is of the admin's page about it. */
export type NoticeView = { title: string; text: string; url: string }

/** What a text needs besides the notice. */
export type ViewContext = {
  language: NoticeLanguage
  merchant_key: string
  admin_url: string
  /** By order id. */
  orderNumbers: ReadonlyMap<string, number>
}

/** Title and text in one language. They contain no data of a customer but the order's number. */
export function describeNotice(
  notice: Notice,
  { language, merchant_key, admin_url, orderNumbers }: ViewContext
): NoticeView {
  const texts = noticeTexts[language]
  const { title, text } = textsOf(notice, texts)
  const fill = (template: string) =>
    fillPlaceholders(template, {
      provider: notice.provider_id ?? "",
      merchant: merchant_key,
      time: formatTime(notice.data?.until, language),
    })
  const number = orderNumbers.get(notice.order_id ?? "")
  const order = number
    ? [fillPlaceholders(texts.order, { order: `#${number}` })]
    : []
  return {
    title: fill([title, ...order].join(" · ")),
    text: fill(text),
    url: `${admin_url}${pathOf(notice)}`,
  }
}

/** Replaces `{{name}}`. */
function fillPlaceholders(
  template: string,
  values: Record<string, string>
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name])
}

/** A time in UTC, in words of a language. @param time ISO 8601 */
function formatTime(time: unknown, language: NoticeLanguage): string {
  if (typeof time !== "string") return ""
  return new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  })
    .format(new Date(time))
    .concat(" UTC")
}

function textsOf(
  { kind, reason }: Notice,
  texts: NoticeTexts
): { title: string; text: string } {
  switch (kind) {
    case "attention": {
      const known = ATTENTION_REASONS.find((each) => each === reason)
      return attentionText(known ?? "order_not_placed", texts)
    }
    case "webhooks":
      return texts.webhooks[reason === "failing" ? reason : "missing"]
    case "money_without_order":
    case "unpaid_order_ending":
    case "refund_to_send":
      return texts[kind]
  }
}

function attentionText(reason: AttentionReason, texts: NoticeTexts) {
  const { title, text } = texts.reasons[reason]
  return {
    title: fillPlaceholders(texts.attention.title, { reason: title }),
    text,
  }
}

function pathOf({ kind, crypto_payment_id, order_id }: Notice): string {
  switch (kind) {
    case "attention":
    case "money_without_order":
    case "refund_to_send":
      return `/crypto-payments/${crypto_payment_id}`
    case "unpaid_order_ending":
      return `/orders/${order_id}`
    case "webhooks":
      return "/settings/crypto-payments"
  }
}
