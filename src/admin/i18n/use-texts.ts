import { createInstance, type i18n as I18n, type TFunction } from "i18next"
import { type ReactNode, useMemo, useSyncExternalStore } from "react"
import { getI18n, initReactI18next, useTranslation } from "react-i18next"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAdvice,
} from "../../api/types"
import resources, { NAMESPACE, type Texts } from "."
import { TextLoader } from "./load-texts"

/** The path of a text in `en.json`, without the suffix of a plural form. */
export type TextKey = KeysOf<Texts>

/** Translates a key. A key that may be missing needs a default text. */
export type Translate = {
  (key: TextKey, values?: Record<string, string | number>): string
  (
    key: string,
    values: Record<string, string | number> & { defaultValue: string }
  ): string
}

/**
 * Translates the plugin's texts; `locale` is for numbers and times. Outside of
 * `AwaitTexts` only those in `menu` are there at once in every language.
 */
export function useTexts(): { t: Translate; locale: string } {
  const { t, i18n } = usePluginTranslation()
  const { language } = i18n
  const textLanguage = useTextLanguage(i18n)
  return useMemo(
    () => ({ t: withNumbers(t, language), locale: localeOf(language) }),
    // `t` is the same function after the texts have arrived.
    [t, language, textLanguage]
  )
}

/**
 * Suspends its children until the texts of the dashboard's language are there,
 * so that they are not shown in English first. A change of the language hides
 * them for a moment, and keeps their state.
 */
export function AwaitTexts({ children }: { children: ReactNode }): ReactNode {
  const { i18n } = usePluginTranslation()
  const load = textLoader.load(i18n.language)
  // React's protocol for Suspense; `use` does not exist in React 18.
  // eslint-disable-next-line @typescript-eslint/only-throw-error
  if (load && !load.isOver) throw load.over
  return children
}

/** `t`, with `count` as `language` writes numbers. */
export function withNumbers(
  t: TFunction,
  language: string
): (key: string, values?: Record<string, string | number>) => string {
  const numbers = new Intl.NumberFormat(localeOf(language))
  return (key, values) => {
    if (typeof values?.count !== "number") return t(key, values ?? {})
    const { count } = values
    const replace = { ...values, count: numbers.format(count) }
    return t(key, { count, replace })
  }
}

/**
 * The advice for a payment that needs attention, else null. Its English text
 * is the server's; only the other languages have a translation of it.
 */
export function useAdvice({
  attention_reason: reason,
  advice,
}: AdminCryptoPayment): AdminCryptoPaymentAdvice | null {
  const { t } = useTexts()
  if (!advice) return null
  const translate = (part: keyof AdminCryptoPaymentAdvice) =>
    t(`attention.advice.${reason}.${part}`, { defaultValue: advice[part] })
  return {
    what_happened: translate("what_happened"),
    where_the_money_is: translate("where_the_money_is"),
    what_to_do: translate("what_to_do"),
  }
}

/** The locale of a language: Medusa's admin writes ptBR, which Intl rejects. */
export function localeOf(language: string): string {
  return language.replace(/^([a-z]{2,3})([A-Z]{2})$/, "$1-$2")
}

type KeysOf<Node, Prefix extends string = ""> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Node[Key], `${Prefix}${Key}.`>
}[keyof Node & string]

type WithoutPlural<Key extends string> =
  Key extends `${infer Singular}_${"one" | "other"}` ? Singular : Key

const textLoader = new TextLoader()
const ownInstance = createInstance()

function usePluginTranslation() {
  initOwnInstance()
  return useTranslation(NAMESPACE)
}

/** The dashboard's language, or English where that one's texts are not there. */
function useTextLanguage(i18n: I18n): string {
  const { language } = i18n
  const texts = useSyncExternalStore(
    textLoader.subscribe,
    () => textLoader.load(language)?.texts ?? null
  )
  if (!texts) return "en"
  const added = addedLanguages.get(i18n) ?? new Set()
  if (!added.has(language)) {
    // A store's own texts, which Medusa merged at the start, stay.
    i18n.addResourceBundle(language, NAMESPACE, texts, true, false)
    addedLanguages.set(i18n, added.add(language))
  }
  return language
}

/** The languages whose texts were added to an instance. */
const addedLanguages = new WeakMap<I18n, Set<string>>()

/**
 * The dashboard's i18next contains the plugin's texts. A package manager may
 * install a second copy of react-i18next, which has no i18next instance: that
 * copy gets one here, in the dashboard's language.
 */
function initOwnInstance(): void {
  // Typed as never undefined, but it is in a copy that was not initialized.
  const current: unknown = getI18n()
  if (current === undefined) {
    void ownInstance.use(initReactI18next).init({
      resources,
      lng: dashboardLanguage(),
      fallbackLng: "en",
      initImmediate: false,
      interpolation: { escapeValue: false },
    })
  } else if (
    current === ownInstance &&
    ownInstance.language !== dashboardLanguage()
  ) {
    void ownInstance.changeLanguage(dashboardLanguage())
  }
}

/** The dashboard stores the user's language in a cookie and in localStorage. */
function dashboardLanguage(): string {
  const cookie = /(?:^|;\s*)lng=([^;]+)/.exec(document.cookie)?.[1]
  return cookie ?? window.localStorage.getItem("lng") ?? "en"
}

// The texts arrive while the dashboard is still starting. Node, which has no
// dashboard, may import this module too.
if (typeof document !== "undefined") textLoader.load(dashboardLanguage())
