import type {
  Notice,
  NoticeLanguage,
} from "../../modules/crypto-payment/internal"
import type { NoticeView } from "./describe-notice"
import { noticeTexts } from "./locales"
import type { Notifications } from "./notifications"

/** An e-mail before it is sent; providers with templates of their own get `data`. */
export type Mail = {
  template: string
  subject: string
  text: string
  html: string
  data: Record<string, unknown>
}

/** The e-mail about one notice. */
export function noticeMail(
  { kind, reason, crypto_payment_id }: Notice,
  view: NoticeView,
  language: NoticeLanguage
): Mail {
  const texts = noticeTexts[language]
  return {
    template: "crypto-payment-notice",
    subject: view.title,
    text: [view.text, `${texts.open}: ${view.url}`, texts.footer].join("\n\n"),
    html: page(language, view.title, [
      `<p>${escape(view.text)}</p>`,
      `<p>${link(view.url, texts.open)}</p>`,
    ]),
    data: { ...view, kind, reason, crypto_payment_id, language },
  }
}

/**
 * Sends an e-mail, once for each notice and address. One whose sending failed, or whose process
 * died while it was sent, is sent anew: it may arrive twice then.
 */
export async function sendMail(
  notifications: Notifications,
  notice: Notice,
  to: string,
  { template, subject, text, html, data }: Mail
): Promise<void> {
  const channel = "email"
  const earlier = await notifications.find(notice, { channel, to })
  if (earlier) {
    if (notifications.isSent(earlier)) return
    await notifications.remove(earlier)
  }
  await notifications.create(
    notice,
    { to, channel, template, data, content: { subject, text, html } },
    `${notice.id}:${to}`
  )
}

function page(
  language: NoticeLanguage,
  title: string,
  parts: readonly string[]
): string {
  const footer = `<p style="color:#71717a;font-size:13px">${escape(noticeTexts[language].footer)}</p>`
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escape(title)}</title></head>`,
    `<body style="font-family:sans-serif;line-height:1.5;color:#18181b"><h1 style="font-size:18px">${escape(title)}</h1>`,
    ...parts,
    footer,
    "</body></html>",
  ].join("\n")
}

function link(url: string, label: string): string {
  return `<a href="${escape(url)}">${escape(label)}</a>`
}

function escape(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  }
  return text.replace(/[&<>"]/g, (character) => entities[character])
}
