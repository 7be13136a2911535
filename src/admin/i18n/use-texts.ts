import { useTranslation } from "react-i18next"

import { namespace } from "./namespace"

/** `t` for our own texts, and the language that the admin is shown in. */
export function useTexts() {
  const { t, i18n } = useTranslation(namespace)
  return { t, language: i18n.language }
}
