import { useEffect, useMemo, useState } from "react"

import {
  applyLabels,
  type CryptoPaymentLabels,
  getLanguage,
  isComplete,
  loadTexts,
} from "../locales"
import { en } from "../locales/en"
import type { CryptoPaymentPhase } from "../phase"
import type { StoreSdk } from "../store-api"

/** The properties of every component. */
export type CommonProps = {
  /** An instance of js-sdk's `Medusa` with the publishable key. */
  sdk: StoreSdk
  /**
   * Language of the texts and format of the numbers. Languages other than
   * English are loaded when a component mounts, unless `labels` has every text.
   * @default "en"
   */
  locale?: string
  /** Texts that replace the built-in ones. */
  labels?: CryptoPaymentLabels
  /** Called with every new phase, for example to reload the cart. */
  onPhase?: (phase: CryptoPaymentPhase) => void
  /** Added to the class of the component. */
  className?: string
}

/**
 * The texts of a component and the properties of its root element. The root is
 * invisible while its language is loading, so that English does not flash.
 */
export function useTexts({ locale = "en", labels, className }: CommonProps) {
  const language = isComplete(labels) ? "en" : getLanguage(locale)
  const [loaded, setLoaded] = useState({ language: "en", texts: en })

  useEffect(() => {
    if (language === "en") return
    let unmounted = false
    void loadTexts(language)
      .catch(() => en)
      .then((texts) => unmounted || setLoaded({ language, texts }))
    return () => {
      unmounted = true
    }
  }, [language])

  const isLoaded = language === loaded.language
  const builtIn = isLoaded ? loaded.texts : en
  const texts = useMemo(() => applyLabels(builtIn, labels), [builtIn, labels])
  const isLoading = !isLoaded && language !== "en"
  const classes = ["cryptopay", className, isLoading && "cryptopay-unready"]
  const rootProps = {
    className: classes.filter(Boolean).join(" "),
    "aria-busy": isLoading || undefined,
  }
  return { locale, texts, rootProps }
}
