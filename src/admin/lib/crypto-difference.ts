import type {
  AdminCryptoDifference,
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
} from "../../api/types"
import type { Translate } from "../i18n/use-texts"
import { formatPrice } from "./money"

type DifferencePart = Pick<
  AdminCryptoPayment,
  "crypto_currency" | "crypto_difference"
>

/** What arrived too little or too much, in full; null where it is unknown. */
export function differenceText(
  { crypto_currency, crypto_difference: difference }: DifferencePart,
  t: Translate,
  locale: string
): string | null {
  if (!difference) return null
  const { kind } = difference
  if (kind === "exact") return t("difference.exact")
  return t(`difference.${kind}`, parts(difference, crypto_currency, locale))
}

/** What to do about coins that arrived too much; null where none are left to request. */
export function surplusText(
  {
    crypto_currency,
    surplus_to_return: surplus,
    surplus_left,
  }: Pick<AdminCryptoPayment, "crypto_currency" | "surplus_to_return"> &
    Partial<Pick<AdminCryptoPaymentDetail, "surplus_left">>,
  t: Translate,
  locale: string
): string | null {
  if (surplus_left === null) return null
  return surplus && t("surplusHint", parts(surplus, crypto_currency, locale))
}

function parts(
  { crypto_amount, percent, amount, currency_code }: AdminCryptoDifference,
  coin: string | null,
  locale: string
) {
  const price = amount && currency_code && [unsigned(amount), currency_code]
  const details = [
    formatPercent(percent, locale),
    price && formatPrice(price[0], price[1], locale),
  ]
  return {
    amount: [unsigned(crypto_amount), coin].filter(Boolean).join(" "),
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
  const percent = formatPercent(difference.percent, locale)
  return t(`difference.${difference.kind}Percent`, { percent })
}

/** Without its sign; "<0.01%" for what is rounded to zero. */
function formatPercent(percent: string, locale: string): string {
  const isTiny = !/[1-9]/.test(percent)
  // Intl formats a decimal string exactly; its type asks for a number in it.
  const shown = (isTiny ? "0.01" : unsigned(percent)) as `${number}`
  const text = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(shown)
  return isTiny ? `<${text}` : text
}

function unsigned(decimal: string): string {
  return decimal.replace("-", "")
}
