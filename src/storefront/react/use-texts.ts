import { useEffect, useMemo, useState } from "react"

import { formatPrice as formatExactly } from "../../coins/price"
import {
  type CryptoPaymentTexts,
  getLanguage,
  isComplete,
  loaders,
  loadTexts,
  normalizeLocale,
  type TextLoaders,
} from "../locales"
import { en } from "../locales/en"
import type { CryptoPayment, CryptoPaymentPhase } from "../payment"
import type { CryptoTokens } from "../payment-uri"
import type { StoreSdk } from "../store-api"
import { hasLeftPaymentPage } from "../urls"
import type { CryptoPaymentView } from "../watch"
import { recallSession, rememberSession } from "./memory"

/** The properties of every component. */
export type CommonProps = {
  /** An instance of js-sdk's `Medusa` with the publishable key. */
  sdk: StoreSdk
  /** Language of the texts and format of the numbers, as "de-AT" or "de_AT". @default "en" */
  locale?: string
  /** Texts that replace the built-in ones. */
  labels?: Partial<CryptoPaymentTexts>
  /**
   * What wallets need to know about coins, by their code. Counts before the plugin's option
   * `tokens` and the built-in table.
   */
  tokens?: CryptoTokens
  /** Called with every new phase, for example to reload the cart. */
  onPhase?: (phase: CryptoPaymentPhase) => void
  /** Added to the class of the component. */
  className?: string
}

export function useTexts(props: CommonProps, isStage = false) {
  return useLanguage(props, en, loaders, isStage)
}

/** The root is invisible while another language is loading. */
export function useLanguage<Texts extends object>(
  props: Pick<CommonProps, "locale" | "className"> & {
    labels?: Partial<Texts>
  },
  en: Texts,
  loaders: TextLoaders<Texts>,
  isStage: boolean
) {
  const { className, labels } = props
  const locale = normalizeLocale(props.locale ?? "en")
  const ofLocale = getLanguage(locale, loaders)
  // Labels in place of every text: no language has to be loaded.
  const isGiven = isComplete(labels, en)
  const language = isGiven ? "en" : ofLocale
  const [loaded, setLoaded] = useState({ language: "en", texts: en })

  useEffect(() => {
    if (language === "en") return
    let unmounted = false
    void loadTexts(loaders, language, en)
      .catch(() => en)
      .then((texts) => unmounted || setLoaded({ language, texts }))
    return () => {
      unmounted = true
    }
  }, [language])

  const isLoading = language !== "en" && language !== loaded.language
  const builtIn = language === loaded.language ? loaded.texts : en
  const texts = useMemo(() => ({ ...builtIn, ...labels }), [builtIn, labels])
  const classes = [
    "cryptopay",
    isStage && "cryptopay-stage",
    className,
    isLoading && "cryptopay-unready",
  ]
  const rootProps = {
    className: classes.filter(Boolean).join(" "),
    // Of the texts, also where the page is in another language.
    lang: isGiven ? undefined : language,
    dir: ofLocale === "ar" ? "rtl" : undefined,
    "aria-busy": isLoading || undefined,
  }
  return { locale, texts, rootProps }
}

const LEFT_WITHIN_MS = 5 * 60_000

/**
 * The gateway calls leaving the hosted page expired too. Remembered for a tab that is opened again.
 */
export function useLeftTexts(
  { phase, payment }: CryptoPaymentView,
  texts: CryptoPaymentTexts
): CryptoPaymentTexts {
  const hasLeft = useMemo(
    () => payment !== null && hasJustLeft(payment),
    [payment?.payment_session_id]
  )
  if (!hasLeft || phase !== "expired") return texts
  return { ...texts, expired: texts.notPaid }
}

function hasJustLeft(payment: CryptoPayment): boolean {
  const { payment_session_id: id, opened_at, server_time } = payment
  if (payment.flow !== "widget" || !hasLeftPaymentPage(location.href)) {
    return false
  }
  const openMs = Date.parse(server_time) - Date.parse(opened_at ?? "")
  if (!(openMs < LEFT_WITHIN_MS) && recallSession("left") !== id) return false
  rememberSession("left", id)
  return true
}

/** With the digits that the gateway asks for: "1990.50", "huf" -> "HUF 1,990.50"; or null. */
export function formatPrice(
  locale: string,
  price: Partial<Pick<CryptoPayment, "amount" | "currency_code">> | null
): string | null {
  const { amount, currency_code: currency } = price ?? {}
  return amount && currency ? formatExactly(amount, currency, locale) : null
}

/** "January 1, 2026 at 12:00 PM"; empty without a time. */
export function formatTime(locale: string, time: string | null): string {
  if (!time) return ""
  const format = { dateStyle: "long", timeStyle: "short" } as const
  return new Date(time).toLocaleString(locale, format)
}
