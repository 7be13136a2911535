import { createInstance } from "i18next"
import { getI18n, initReactI18next, useTranslation } from "react-i18next"

import resources, { NAMESPACE } from "."
import { localeOf } from "./locale-of"

/** `t` for our own texts, and the locale in which to write numbers and times. */
export function useTexts() {
  provideTexts()
  const { t, i18n } = useTranslation(NAMESPACE)
  return { t, locale: localeOf(i18n.language) }
}

const own = createInstance()

/**
 * The dashboard's translations hold ours. Where the package manager gave us
 * another copy of react-i18next, that copy has none, and gets ours in the
 * dashboard's language.
 */
function provideTexts(): void {
  // Typed as always there, yet undefined in a copy that nobody initialized.
  const current: unknown = getI18n()
  if (current === undefined) {
    void own.use(initReactI18next).init({
      resources,
      lng: chosenLanguage(),
      fallbackLng: "en",
      initImmediate: false,
      interpolation: { escapeValue: false },
    })
  } else if (current === own && own.language !== chosenLanguage()) {
    void own.changeLanguage(chosenLanguage())
  }
}

/** Where the dashboard keeps the language that its user chose. */
function chosenLanguage(): string {
  const cookie = /(?:^|;\s*)lng=([^;]+)/.exec(document.cookie)?.[1]
  return cookie ?? window.localStorage.getItem("lng") ?? "en"
}
