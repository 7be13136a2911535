import { useTranslation } from "react-i18next"

import { localeOf } from "./locale-of"
import { namespace } from "./namespace"

/** `t` for our own texts, and the locale in which to write numbers and times. */
export function useTexts() {
  const { t, i18n } = useTranslation(namespace)
  return { t, locale: localeOf(i18n.language) }
}
