import type {
  BigNumberInput,
  BigNumberRawValue,
} from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { DecimalString } from "../../../coins/decimal"
import { formatPrice } from "../../../coins/price"
import { invalidData } from "../../../medusa-errors"
import { isPaidState } from "../attempts/states"
import type { Price } from "../column-values"
import type { Attempt } from "../models/crypto-payment"

/**
 * In the currency's digits, halves away from zero: 98.9009 EUR is "98.90", 100 JPY is "100". Core's
 * totals can carry more digits, so both sides of each comparison go through here.
 * @throws MedusaError INVALID_DATA for an unknown currency, and for what is no finite number.
 */
export function toDecimalString(
  amount: BigNumberInput | BigNumberRawValue,
  currencyCode: string
): DecimalString {
  const digits = currencyDigits(currencyCode)
  if (digits === undefined) {
    throw invalidData(
      `Crypto payments need a price in an ISO 4217 currency; "${currencyCode}" is none.`
    )
  }
  return toNumber(amount).toFixed(digits, 4)
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** For what is no number the library throws in one version, and answers NaN in another. */
function toNumber(amount: BigNumberInput | BigNumberRawValue) {
  const isRaw = typeof amount === "object" && "value" in amount
  const text = String(isRaw ? amount.value : amount)
  if (!NUMBER.test(text)) {
    throw invalidData(
      `Crypto payments need an amount that is a number; got ${text === "" ? "nothing" : text}.`
    )
  }
  return MathBN.convert(amount)
}

/** @throws MedusaError INVALID_DATA as `toDecimalString`, and unless it is above zero. */
export function toPrice(
  amount: BigNumberInput | BigNumberRawValue,
  currencyCode: string
): DecimalString {
  const price = toDecimalString(amount, currencyCode)
  if (!MathBN.gt(price, 0)) {
    throw invalidData(
      `Crypto payments need an amount above zero; got ${price} ${currencyCode.toUpperCase()}.`
    )
  }
  return price
}

/** As `toDecimalString`, but an unknown currency keeps all digits: for comparisons. */
export function toComparableAmount(
  amount: BigNumberInput | BigNumberRawValue,
  currencyCode: string
): DecimalString {
  return currencyDigits(currencyCode) === undefined
    ? toNumber(amount).toFixed()
    : toDecimalString(amount, currencyCode)
}

/** "19.9" and "19.90" are the same. */
export function sameAmount(left: DecimalString, right: DecimalString): boolean {
  return NUMBER.test(left) && NUMBER.test(right) && MathBN.eq(left, right)
}

/** ISO 4217. Not from `Intl`: its table follows cash habits (0 digits for ISK or HUF). */
const CODES_BY_DIGITS: Readonly<Record<number, string>> = {
  0: "bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf",
  2:
    "aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob bov " +
    "brl bsd btn bwp byn bzd cad cdf che chf chw cny cop cou crc cup cve czk " +
    "dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl " +
    "htg huf idr ils inr irr jmd kes kgs khr kpw kyd kzt lak lbp lkr lrd lsl " +
    "mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn mxv myr mzn nad ngn nio " +
    "nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek " +
    "sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt top try ttd twd tzs " +
    "uah usd usn uyu uzs ved ves wst xcd xcg yer zar zmw zwg",
  3: "bhd iqd jod kwd lyd omr tnd",
  4: "clf uyw",
}

const digitsByCode = new Map(
  Object.entries(CODES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(" ").map((code): [string, number] => [code, Number(digits)])
  )
)

/** The digits of an ISO 4217 currency, in either case; undefined for other codes. */
export function currencyDigits(currencyCode: string): number | undefined {
  return digitsByCode.get(currencyCode.toLowerCase())
}

/** In the digits of its currency, for comparisons. */
export function comparablePrice({
  amount,
  currency_code,
}: {
  amount: BigNumberInput | BigNumberRawValue
  currency_code: string
}): Price {
  return {
    amount: toComparableAmount(amount, currency_code),
    currency_code: currency_code.toLowerCase(),
  }
}

export function describePrice(price: Price | null): string {
  return price
    ? formatPrice(price.amount, price.currency_code, "en")
    : "an unknown amount"
}

/** Null on a row made from an observation. */
export function attemptPrice({
  amount,
  currency_code,
}: Pick<Attempt, "amount" | "currency_code">): Price | null {
  return amount !== null && currency_code !== null
    ? { amount, currency_code }
    : null
}

export function gatewayPrice(
  attempt: Pick<Attempt, "gateway_amount" | "gateway_currency">
): Price | null {
  const { gateway_amount, gateway_currency } = attempt
  return gateway_amount !== null && gateway_currency !== null
    ? { amount: gateway_amount, currency_code: gateway_currency }
    : null
}

/** Whether it was settled, and Medusa has its payment still, whatever was found later. */
export function isSettledMoney({
  state,
  settled_at,
  payment_id,
}: Pick<Attempt, "state" | "settled_at" | "payment_id">): boolean {
  return state === "settled" || (settled_at !== null && payment_id !== null)
}

/** As the gateway names it, else as it was opened; what counted when it was settled stays. */
export function paidPrice(
  attempt: Parameters<typeof gatewayPrice>[0] &
    Parameters<typeof attemptPrice>[0] &
    Pick<Attempt, "settled_at">
): Price | null {
  const [own, named] = [attemptPrice(attempt), gatewayPrice(attempt)]
  const price = attempt.settled_at === null ? (named ?? own) : (own ?? named)
  return price && comparablePrice(price)
}

/** `due` is what the payment was opened for, `paid` what the gateway names. */
export type Repriced = {
  type: "gateway_price_differs"
  paid: Price
  due: Price
}

export function gatewayObjection(
  price: Price | null,
  named: Price | null
): Repriced | undefined {
  if (!price || !named || isSamePrice(price, named)) return undefined
  return { type: "gateway_price_differs", paid: named, due: price }
}

export function isSamePrice(left: Price, right: Price): boolean {
  return (
    left.currency_code.toLowerCase() === right.currency_code.toLowerCase() &&
    sameAmount(left.amount, right.amount)
  )
}

/** The session that holds confirmed money and must stay; null once a person resolved it. */
export function paidSession(
  attempt: Pick<
    Attempt,
    "state" | "authorized_session_id" | "payment_session_id"
  >
): string | null {
  if (!isPaidState(attempt.state) || attempt.state === "resolved") return null
  return attempt.authorized_session_id ?? attempt.payment_session_id
}
