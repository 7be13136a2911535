import { createInstance, type TFunction } from "i18next"
import { useMemo } from "react"
import { getI18n, initReactI18next, useTranslation } from "react-i18next"

import resources, { NAMESPACE } from "."
import type en from "./json/en.json"

/** The path of a text in `en.json`, without the suffix of a plural form. */
export type TextKey = KeysOf<typeof en>

/** Translates a key. A key that may be missing needs a default text. */
export type Translate = {
  (key: TextKey, values?: Record<string, string | number>): string
  (
    key: string,
    values: Record<string, string | number> & { defaultValue: string }
  ): string
}

/** Translates the plugin's texts; `locale` is for numbers and times. */
export function useTexts(): { t: Translate; locale: string } {
  initOwnInstance()
  const { t, i18n } = useTranslation(NAMESPACE)
  const { language } = i18n
  return useMemo(
    () => ({ t: withNumbers(t, language), locale: localeOf(language) }),
    [t, language]
  )
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

const ownInstance = createInstance()

/**
 * A second copy of react-i18next, as a package manager may install it,
 * has no i18next instance: it gets one here.
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
