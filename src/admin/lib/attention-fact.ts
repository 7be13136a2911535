import type {
  AdminCryptoAttentionFact,
  AdminCryptoFactPrice,
  AdminCryptoPayment,
  AdminCryptoShortfallFact,
} from "../../api/types"
import en from "../i18n/json/en.json"
import type { Translate } from "../i18n/use-texts"
import { isolateText } from "./gateway-text"
import { formatPrice } from "./money"

/**
 * What was found about a payment, in the admin's language; in English where a newer server
 * found what this page has no text for. Null where nothing was found.
 */
export function factText(
  {
    attention_fact: fact,
    attention_detail,
  }: Pick<AdminCryptoPayment, "attention_fact" | "attention_detail">,
  t: Translate,
  locale: string
): string | null {
  return (fact && sentenceOf(fact, t, locale)) ?? attention_detail
}

function sentenceOf(
  fact: AdminCryptoAttentionFact,
  t: Translate,
  locale: string
): string | null {
  if (fact.type === "blocked") return blockedText(fact, t)
  if (fact.type === "failed" && fact.message === null) {
    return t("attention.noError")
  }
  if (!Object.hasOwn(en.attention.facts, fact.type)) return null
  const text = capitalize(
    t(`attention.facts.${fact.type}`, valuesOf(fact, t, locale))
  )
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
  if (!Object.hasOwn(en.attention.blockers, blocker)) return null
  const values = { name: isolateText(name ?? "?") }
  const text = t(`attention.blockers.${blocker}`, values)
  return message ? `${text} (Medusa: ${isolateText(message)})` : text
}

/** What the text of a fact names. */
function valuesOf(
  fact: AdminCryptoAttentionFact,
  t: Translate,
  locale: string
): Record<string, string> {
  const price = (value: AdminCryptoFactPrice | null) =>
    value
      ? formatPrice(value.amount, value.currency_code, locale)
      : t("attention.unknownAmount")
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
    ? t("attention.order.unknown")
    : t("attention.order.known", { number })
}

function shortfallValues(
  fact: AdminCryptoShortfallFact,
  t: Translate,
  locale: string
): Record<string, string> {
  const coins = (amount: string | null) =>
    amount === null
      ? t("attention.unknownAmount")
      : `${amount} ${isolateText(fact.coin ?? t("attention.coins"))}`
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

/** With the digits of the decimal string. */
function formatPercent(percent: string, locale: string): string {
  const digits = percent.split(".")[1]?.length ?? 0
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(percent))
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
