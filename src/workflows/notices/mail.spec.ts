import {
  ATTENTION_REASONS,
  type Notice,
  NOTICE_KINDS,
} from "../../modules/crypto-payment/internal"
import { NOTICE_LANGUAGES } from "../../modules/crypto-payment/merchants/options"
import { describeNotice } from "./describe-notice"
import { noticeMail } from "./mail"

const at = new Date("2026-11-25T03:00:00Z")

const notice = (patch: Partial<Notice>): Notice => ({
  id: "cpaynot_1",
  kind: "attention",
  subject_id: "cpay_1",
  merchant_id: "m1",
  provider_id: "pp_crypto_eu",
  crypto_payment_id: "cpay_1",
  order_id: "order_1",
  reason: null,
  data: { until: at.toISOString() },
  revision: 1,
  shown_revision: 0,
  mailed_at: null,
  deliver_at: at,
  failures: 0,
  opened_at: at,
  cleared_at: null,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  ...patch,
})

const reasons = [
  ...[...ATTENTION_REASONS, "missing", "failing"],
  // Of a later version, and of none.
  ...["new_reason", null],
]

const cases = NOTICE_LANGUAGES.flatMap((language) =>
  NOTICE_KINDS.flatMap((kind) =>
    reasons.map((reason) => [language, kind, reason] as const)
  )
)

const context = {
  merchant_key: "eu",
  admin_url: "https://shop.example/app",
  orderNumbers: new Map([["order_1", 7]]),
}

describe("the text of a notice", () => {
  it.each(cases)("has no gap (%s, %s, %s)", (language, kind, reason) => {
    const about = notice({ kind, reason })
    const view = describeNotice(about, { ...context, language })
    expect(view.title).toMatch(/\S.*#7$/)
    expect(view.url).toMatch(/^https:\/\/shop\.example\/app\/[\w/-]+$/)
    const { subject, text, html } = noticeMail(about, view, language)
    expect([subject, text, html].join("\n")).not.toMatch(
      /\{\{|undefined|null|NaN|Invalid/
    )
  })
})

describe("the HTML of an e-mail", () => {
  const hostile = `<img src=x onerror="alert(1)">&'`
  const view = {
    title: hostile,
    text: hostile,
    url: `https://shop.example/app/"><script>alert(1)</script>`,
  }

  it("keeps what it is given text", () => {
    const { html } = noticeMail(notice({}), view, "en")
    const tags = html.match(/<\/?[a-z!][^>]*>/gi) ?? []
    const names = tags.map((tag) => tag.replace(/^<\/?|[ >].*$/gs, ""))
    expect(new Set(names)).toEqual(
      new Set(
        ["!doctype", "html", "head", "meta", "title", "body"].concat(
          ...["h1", "p", "a"]
        )
      )
    )
    expect(html).toContain(
      "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;'"
    )
    expect(html).toContain(
      `href="https://shop.example/app/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`
    )
  })
})
