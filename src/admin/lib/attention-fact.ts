import type { Translate } from "../i18n/use-texts"
import { formatPercent, formatPrice, isolateText } from "./format"
import type {
  AdminCryptoAttentionFact,
  AdminCryptoPayment,
} from "../../api/types"

/** Only languages other than English have texts for facts. */
const NO_TEXT = { defaultValue: "" }

type Price = Extract<AdminCryptoAttentionFact, { excess: unknown }>["excess"]

type ShortfallFact = Extract<AdminCryptoAttentionFact, { quoted: unknown }>

/** What was found about a payment; English, and what this page does not know, is the server's text. */
export function factText(
  {
    attention_fact: fact,
    attention_detail,
  }: Pick<AdminCryptoPayment, "attention_fact" | "attention_detail">,
  t: Translate,
  locale: string
): string | null {
  return (
    (fact && sentenceOf(fact, t, locale)) ??
    (attention_detail && isolateText(attention_detail))
  )
}

function sentenceOf(
  fact: AdminCryptoAttentionFact,
  t: Translate,
  locale: string
): string | null {
  if (fact.type === "blocked") return blockedText(fact, t)
  if (fact.type === "failed" && fact.message === null) {
    return t("attention.noError", NO_TEXT) || null
  }
  const key = `attention.facts.${fact.type}`
  if (!t(key, NO_TEXT)) return null
  const text = capitalize(t(key, { ...valuesOf(fact, t, locale), ...NO_TEXT }))
  return fact.type === "order_canceled" && fact.shortfall
    ? `${text} ${sentenceOf(fact.shortfall, t, locale)}`
    : text
}

function blockedText(
  {
    blocker,
    name,
    message,
  }: Extract<AdminCryptoAttentionFact, { type: "blocked" }>,
  t: Translate
): string | null {
  const values = { name: isolateText(name ?? "?"), ...NO_TEXT }
  const text = t(`attention.blockers.${blocker}`, values)
  if (!text) return null
  return message ? `${text} (Medusa: ${isolateText(message)})` : text
}

function valuesOf(
  fact: AdminCryptoAttentionFact,
  t: Translate,
  locale: string
): Record<string, string> {
  const price = (value: Price | null) =>
    value
      ? formatPrice(value.amount, value.currency_code, locale)
      : t("attention.unknownAmount", NO_TEXT)
  return {
    ...("paid" in fact && { paid: price(fact.paid) }),
    ...("due" in fact && { due: price(fact.due) }),
    ...("excess" in fact && { excess: price(fact.excess) }),
    ...("order_number" in fact && { order: orderText(fact.order_number, t) }),
    ...("status" in fact && { status: isolateText(fact.status) }),
    ...("message" in fact && { message: isolateText(fact.message ?? "") }),
    ...("quoted" in fact && shortfallValues(fact, t, locale)),
  }
}

function orderText(number: number | null, t: Translate): string {
  return number === null
    ? t("attention.order.unknown", NO_TEXT)
    : t("attention.order.known", { number, ...NO_TEXT })
}

function shortfallValues(
  fact: ShortfallFact,
  t: Translate,
  locale: string
): Record<string, string> {
  const coins = (amount: string | null) =>
    amount === null
      ? t("attention.unknownAmount", NO_TEXT)
      : `${amount} ${isolateText(fact.coin ?? t("attention.coins", NO_TEXT))}`
  const amounts = { quoted: coins(fact.quoted), received: coins(fact.received) }
  if (fact.type === "received_amount_unknown") return amounts
  const { price, percent, max_percent } = fact
  const share = [
    formatPercent(percent, locale),
    ...(price ? [formatPrice(price.amount, price.currency_code, locale)] : []),
  ]
  return {
    ...amounts,
    missing: coins(fact.missing),
    share: share.join(", "),
    max: formatPercent(max_percent, locale),
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
