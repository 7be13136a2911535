import { useEffect, useMemo, useState } from "react"

import {
  type CryptoPaymentTexts,
  isWhole,
  languageOf,
  loadTexts,
  withLabels,
} from "../texts"
import { en } from "../texts/en"
import type { CommonProps } from "./common-props"

/** How a component speaks: its texts, and the locale that numbers are written in. */
export type Speech = { locale: string; texts: CryptoPaymentTexts }

/**
 * The texts of a component, and the properties of its outermost element: it
 * holds its place unseen while its language is being loaded, so that no
 * shopper sees another one flash up.
 */
export function useSpeech({
  locale = "en",
  labels,
  className,
}: Omit<CommonProps, "sdk">): {
  speech: Speech
  frame: { className: string; "aria-busy"?: true }
} {
  const language = isWhole(labels) ? "en" : languageOf(locale)
  const [built, setBuilt] = useState({ language: "en", texts: en })

  useEffect(() => {
    if (language === "en") return
    let gone = false
    void loadTexts(language)
      // A text in another language is better than none.
      .catch(() => en)
      .then((texts) => gone || setBuilt({ language, texts }))
    return () => {
      gone = true
    }
  }, [language])

  const texts = language === built.language ? built.texts : en
  const ready = language === "en" || language === built.language
  const speech = useMemo(
    () => ({ locale, texts: withLabels(texts, labels) }),
    [locale, texts, labels]
  )
  const name = className === undefined ? "cryptopay" : `cryptopay ${className}`
  return {
    speech,
    frame: ready
      ? { className: name }
      : { className: `${name} cryptopay-unready`, "aria-busy": true },
  }
}
