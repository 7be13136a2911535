import en from "../i18n/json/en.json"
import type { Translate } from "../i18n/use-texts"
import type {
  AdminCryptoAttentionFact,
  AdminCryptoDifference,
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
} from "../../api/types"
import {
  atLeastZero,
  formatDecimal,
  fractionDigits,
  isDecimal,
  isMore,
  isPositive,
  parseDecimal,
  readDecimal,
  subtractDecimals,
  unsigned,
  withoutZeros,
} from "../../coins/decimal"
import { formatPrice } from "../../coins/price"

type Coin = Pick<
  AdminCryptoPayment,
  "crypto_symbol" | "crypto_network" | "crypto_currency"
>

/**
 * The symbol of the coin where its network is known, else the gateway's code, which may name one;
 * null before one is chosen.
 */
export function coinText({
  crypto_symbol,
  crypto_network,
  crypto_currency,
}: Coin): string | null {
  return (crypto_network ? crypto_symbol : null) ?? crypto_currency
}

/** With the name of its network, where one is known: "USDT, Tron". */
export function networkCoinText(payment: Coin): string | null {
  const { crypto_network } = payment
  return [coinText(payment), crypto_network].filter(Boolean).join(", ") || null
}

/** As the language writes it, with exactly its digits: "15.984 USDC", "15,984 USDC". */
export function coinsText(
  amount: string,
  coin: string | null,
  locale: string
): string {
  const digits = fractionDigits(amount)
  const number = isDecimal(amount)
    ? new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(amount)
    : amount
  return coin ? `${number} ${isolateText(coin)}` : number
}

type Worth = Coin &
  Pick<
    AdminCryptoPayment,
    | "crypto_rate"
    | "received_value"
    | "currency_code"
    | "gateway_amount"
    | "gateway_currency"
    | "settled_at"
  >

/** The rate of the quote, the price of one coin; null where it is unknown. */
export function rateText(payment: Worth, locale: string): string | null {
  const { crypto_rate } = payment
  const price =
    crypto_rate && formatWorth(shortRate(crypto_rate), payment, locale)
  const coin = coinText(payment)
  return price && (coin ? `1 ${coin} = ${price}` : price)
}

const RATE_DIGITS = { maximumSignificantDigits: 8, useGrouping: false }

function shortRate(rate: string): string {
  return Number(rate).toLocaleString("en", RATE_DIGITS)
}

/** What arrived, at that rate; null where it is unknown. */
export function receivedValueText(
  payment: Worth,
  locale: string
): string | null {
  const { received_value } = payment
  return received_value && formatWorth(received_value, payment, locale)
}

function formatWorth(
  amount: string,
  { gateway_amount, gateway_currency, currency_code, settled_at }: Worth,
  locale: string
): string | null {
  const named = gateway_amount !== null ? gateway_currency : null
  // What counted when it was settled, whatever the gateway names later.
  const currency =
    settled_at === null ? (named ?? currency_code) : (currency_code ?? named)
  return currency && formatPrice(amount, currency, locale)
}

/** What can be given back in all. */
export function refundablePrice({
  refundable_price,
  currency_code,
}: Pick<AdminCryptoPayment, "refundable_price" | "currency_code">) {
  const unpriced = { amount: "0", currency_code: currency_code ?? "" }
  return refundable_price ?? unpriced
}

/** An amount without its refunds, exact decimal strings; never below zero. */
export function remainingAmount(amount: string, refunded: string[]): string {
  const { units, digits } = atLeastZero(
    refunded.map(readDecimal).reduce(subtractDecimals, readDecimal(amount))
  )
  return formatDecimal(units, digits)
}

/** True for a decimal string above zero that does not exceed `remaining`. */
export function isRefundable(amount: string, remaining: string): boolean {
  const value = parseDecimal(amount)
  return (
    value !== null && value.units > 0n && !isMore(value, readDecimal(remaining))
  )
}

/** Digits of the preview, which the server's exact coins replace. */
const ABOUT_DIGITS = 6

/**
 * About how many coins a refund of `amount` sends,
 * as the same share of what arrived without its surplus.
 */
export function aboutCoins(
  payment: Pick<
    AdminCryptoPayment,
    "crypto_amount" | "refundable_price" | "surplus_to_return"
  >,
  amount: string
): string | null {
  const { crypto_amount, refundable_price, surplus_to_return } = payment
  if (!isPositive(amount)) return null
  const price = Number(refundable_price?.amount ?? 0)
  const coins =
    Number(crypto_amount ?? 0) - Number(surplus_to_return?.crypto_amount ?? 0)
  if (!(price > 0) || !(coins > 0)) return null
  const about = (Number(amount) / price) * coins
  return Number(about.toPrecision(ABOUT_DIGITS)).toLocaleString("en", {
    maximumFractionDigits: 18,
    useGrouping: false,
  })
}

type DifferencePart = Coin & Pick<AdminCryptoPayment, "crypto_difference">

/** What arrived too little or too much, in full; null where it is unknown. */
export function differenceText(
  payment: DifferencePart,
  t: Translate,
  locale: string
): string | null {
  const { crypto_difference: difference } = payment
  if (!difference || difference.kind === "exact") return null
  const { kind } = difference
  return t(`difference.${kind}`, parts(difference, coinText(payment), locale))
}

/** What to do about coins that arrived too much; null where none are left to request. */
export function surplusText(
  payment: Coin &
    Pick<AdminCryptoPayment, "surplus_to_return"> &
    Partial<Pick<AdminCryptoPaymentDetail, "surplus_left">>,
  t: Translate,
  locale: string
): string | null {
  const { surplus_to_return: surplus, surplus_left } = payment
  if (surplus_left === null) return null
  return surplus && t("surplusHint", parts(surplus, coinText(payment), locale))
}

function parts(
  { crypto_amount, percent, amount, currency_code }: AdminCryptoDifference,
  coin: string | null,
  locale: string
) {
  const price = amount && currency_code && [unsigned(amount), currency_code]
  const details = [
    shareText(percent, locale),
    price && formatPrice(price[0], price[1], locale),
  ]
  return {
    amount: coinsText(unsigned(crypto_amount), coin, locale),
    details: details.filter(Boolean).join(", "),
  }
}

/** The same as a percentage, for lists; null where there is no difference. */
export function shortDifferenceText(
  { crypto_difference: difference }: DifferencePart,
  t: Translate,
  locale: string
): string | null {
  if (!difference || difference.kind === "exact") return null
  const percent = shareText(difference.percent, locale)
  return t(`difference.${difference.kind}Percent`, { percent })
}

/** Without its sign; "<0.01%" for what is rounded to zero. */
function shareText(percent: string, locale: string): string {
  return /[1-9]/.test(percent)
    ? formatPercent(unsigned(percent), locale, 2)
    : `<${formatPercent("0.01", locale)}`
}

/** A decimal string as a percentage. */
export function formatPercent(
  percent: string,
  locale: string,
  digits = fractionDigits(percent)
): string {
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Intl formats a decimal string exactly; its type asks for a number in it.
  }).format(percent as `${number}`)
}

const TO_THE_SECOND = {
  day: "2-digit",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
} as const

const TO_THE_MINUTE = { dateStyle: "medium", timeStyle: "short" } as const

/** Formats ISO 8601 in the browser's time zone: short, or as block explorers do, to the second. */
export function formatTime(
  time: string,
  locale: string,
  short = false
): string {
  const precision = short ? TO_THE_MINUTE : TO_THE_SECOND
  return new Intl.DateTimeFormat(locale, precision).format(new Date(time))
}

/** As short, with a word for the days that have one: "11:51, today". */
export function formatDay(
  time: string,
  locale: string,
  now = new Date()
): string {
  const midnight = (moment: Date) => new Date(moment).setHours(0, 0, 0, 0)
  const at = new Date(time)
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000)
  if (days !== 0 && days !== -1) return formatTime(time, locale, true)
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" })
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  return `${clock.format(at)}, ${words.format(days, "day")}`
}

/** The unit of an age and its length in milliseconds, the longest first. */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const

/** How long ago a time (ISO 8601) was, in whole units: "3 days ago", "now". */
export function formatAge(
  time: string,
  locale: string,
  now = new Date()
): string {
  const ageMs = Math.max(0, now.getTime() - new Date(time).getTime())
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  const [unit, lengthMs] =
    UNITS.find(([, length]) => ageMs >= length) ?? (["second", 0] as const)
  return format.format(lengthMs ? -Math.floor(ageMs / lengthMs) : 0, unit)
}

/** Whether a time (ISO 8601) has passed, by the browser's clock. */
export function isOver(time: string, now = new Date()): boolean {
  return new Date(time) <= now
}

/**
 * In the admin's language. An unknown one is never part of a key:
 * i18next would interpret some of its characters.
 */
export function statusText(status: string, t: Translate): string {
  return Object.hasOwn(en.gatewayStatus, status)
    ? t(`gatewayStatus.${status}`, { defaultValue: status })
    : t("unknownStatus", { status: isolateText(status) })
}

/**
 * Keeps foreign text inside a sentence from reordering what surrounds it.
 * In its own element use `<bdi>`.
 */
export function isolateText(text: string): string {
  return /^[ -~\xa0-\xff\u20a0-\u20cf]*$/.test(text)
    ? text
    : `\u2068${text}\u2069`
}

/** Only languages other than English have texts for facts. */
const NO_TEXT = { defaultValue: "" }

type Price = Extract<AdminCryptoAttentionFact, { excess: unknown }>["excess"]

type ShortfallFact = Extract<AdminCryptoAttentionFact, { quoted: unknown }>

type Named = NonNullable<AdminCryptoPayment["attention_about"]>

type Found = Pick<AdminCryptoPayment, "attention_fact" | "attention_detail"> & {
  /** Nobody, for an entry of the timeline. */
  attention_about?: Named | null
}

/**
 * What was found about a payment; English, and what this page does not know, is the server's text.
 */
export function factText(
  { attention_fact: fact, attention_about: about, attention_detail }: Found,
  t: Translate,
  locale: string
): string | null {
  return (
    (fact && translateFact(fact, about ?? null, t, locale)) ??
    (attention_detail && isolateText(attention_detail))
  )
}

function translateFact(
  fact: AdminCryptoAttentionFact,
  about: Named | null,
  t: Translate,
  locale: string
): string | null {
  const values = valuesOf(fact, about, t, locale)
  const text = sentenceOf(fact, values, t)
  if (!text || !about?.price || !about.leads) return text
  const paid = t("attention.paid", { ...values, ...NO_TEXT })
  return `${capitalize(paid)} ${text}`
}

function sentenceOf(
  fact: AdminCryptoAttentionFact,
  values: Record<string, string>,
  t: Translate
): string | null {
  if (fact.type === "blocked") return blockedText(fact, t)
  if (fact.type === "failed" && fact.message === null) {
    return t("attention.noError", NO_TEXT) || null
  }
  const isHeld =
    fact.type === "canceled_order_holds_payment" && values.left !== ""
  const key = isHeld ? "attention.held" : `attention.facts.${fact.type}`
  if (!t(key, NO_TEXT)) return null
  const text = capitalize(t(key, { ...values, ...NO_TEXT }))
  return fact.type === "order_canceled" && fact.shortfall
    ? `${text} ${sentenceOf(fact.shortfall, values, t)}`
    : text
}

/** Medusa's own sentence would say it again; the API has it. */
function blockedText(
  { blocker, name }: Extract<AdminCryptoAttentionFact, { type: "blocked" }>,
  t: Translate
): string | null {
  const values = { name: isolateText(name ?? "?"), ...NO_TEXT }
  return t(`attention.blockers.${blocker}`, values) || null
}

function valuesOf(
  fact: AdminCryptoAttentionFact,
  about: Named | null,
  t: Translate,
  locale: string
): Record<string, string> {
  const price = (value: Price | null) =>
    value
      ? formatPrice(value.amount, value.currency_code, locale)
      : t("attention.unknownAmount", NO_TEXT)
  const { customer = null, left = null, coins = null } = about ?? {}
  const reference = about?.reference
  const shortfall = fact.type === "order_canceled" ? fact.shortfall : fact
  return {
    customer: isolateText(customer ?? t("attention.customer", NO_TEXT)),
    price: price(about?.price ?? null),
    left: left ? price(left) : "",
    coins: coins ? ` (${coinsText(coins.amount, coins.coin, locale)})` : "",
    reference: reference ? ` (${isolateText(`"${reference}"`)})` : "",
    ...("paid" in fact && { paid: price(fact.paid) }),
    ...("due" in fact && { due: price(fact.due) }),
    ...("excess" in fact && { excess: price(fact.excess) }),
    ...("order_number" in fact && { order: orderText(fact.order_number, t) }),
    ...("unreserved" in fact && {
      items: fact.unreserved
        .map(({ title, quantity }) => `${quantity} × ${isolateText(title)}`)
        .join(", "),
    }),
    ...("status" in fact && { status: isolateText(fact.status) }),
    ...("message" in fact && { message: isolateText(fact.message ?? "") }),
    ...(shortfall &&
      "quoted" in shortfall &&
      shortfallValues(shortfall, about, t, locale)),
  }
}

function orderText(number: number | null, t: Translate): string {
  return number === null
    ? t("attention.order.unknown", NO_TEXT)
    : t("attention.order.known", { number, ...NO_TEXT })
}

function shortfallValues(
  fact: ShortfallFact,
  about: Named | null,
  t: Translate,
  locale: string
): Record<string, string> {
  const coins = (amount: string | null) =>
    amount === null
      ? t("attention.unknownAmount", NO_TEXT)
      : coinsText(amount, fact.coin ?? t("attention.coins", NO_TEXT), locale)
  const amounts = { quoted: coins(fact.quoted), received: coins(fact.received) }
  if (fact.type === "received_amount_unknown") return amounts
  const { price: missing, percent, max_percent } = fact
  const price = about?.price
  const isPriced = price && missing?.currency_code === price.currency_code
  const priced = (amount: string) =>
    formatPrice(amount, price?.currency_code ?? "", locale)
  return {
    ...amounts,
    sent: isPriced
      ? priced(remainingAmount(price.amount, [missing.amount]))
      : coinsText(fact.received, null, locale),
    asked: isPriced ? priced(price.amount) : coins(fact.quoted),
    percent: formatPercent(withoutZeros(percent), locale),
    max: formatPercent(withoutZeros(max_percent), locale),
  }
}

/** Where the money of a payment that needs attention is, unless the fact says so. */
export function moneyText(
  payment: AdminCryptoPayment,
  t: Translate,
  locale: string
): string {
  const { attention_about: about, attention_fact: fact } = payment
  const isUnplaced = about?.unplaced && !payment.order_id && !payment.order
  const unplaced = isUnplaced ? [t("attention.money.unplaced")] : []
  return [...unplaced, whereText(payment, fact?.type, t, locale)].join(" ")
}

function whereText(
  { attention_about: about, refund_status }: AdminCryptoPayment,
  type: AdminCryptoAttentionFact["type"] | undefined,
  t: Translate,
  locale: string
): string {
  if (type === "test_coins") return t("attention.money.test")
  if (type === "unknown_status") return t("attention.money.unconfirmed")
  if (type === "canceled_order_holds_payment") return ""
  const left = about?.left
  if (refund_status !== null) {
    return left
      ? t("attention.money.left", {
          left: formatPrice(left.amount, left.currency_code, locale),
        })
      : ""
  }
  const { coins } = about ?? {}
  return coins
    ? t("attention.money.coins", {
        coins: coinsText(coins.amount, coins.coin, locale),
      })
    : t("attention.money.unnamed")
}

/** What is promised of a payment that needs attention: no decision is needed meanwhile. */
export function waitingText(
  {
    state,
    created_at,
    expires_at,
  }: NonNullable<AdminCryptoPayment["open_refund"]>,
  t: Translate,
  locale: string
): string {
  if (state === "address_entered") return t("attention.toSend")
  return t("attention.waiting", {
    since: formatSince(created_at, locale),
    until: new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
    }).format(new Date(expires_at)),
  })
}

/** A time of today without its date. */
function formatSince(time: string, locale: string, now = new Date()): string {
  const moment = new Date(time)
  const isToday = moment.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(
    locale,
    isToday ? { timeStyle: "short" } : TO_THE_MINUTE
  ).format(moment)
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
