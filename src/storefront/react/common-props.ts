import { useMemo } from "react"

import type { StoreSdk } from "../sdk"
import {
  type CryptoPaymentLabels,
  type CryptoPaymentTexts,
  textsOf,
} from "../texts"

/** What all of the components take. */
export type CommonProps = {
  /** An instance of js-sdk's `Medusa` with the publishable key. */
  sdk: StoreSdk
  /** Language of the texts and of the numbers. @default "en" */
  locale?: string
  /** Texts of one's own. */
  labels?: CryptoPaymentLabels
  /** Added to the component's own class. */
  className?: string
}

/** How a component speaks: its texts, and the locale that numbers are written in. */
export type Speech = { locale: string; texts: CryptoPaymentTexts }

export function useSpeech({ locale = "en", labels }: CommonProps): Speech {
  return useMemo(
    () => ({ locale, texts: textsOf(locale, labels) }),
    [locale, labels]
  )
}

/** The component's class names; the style sheet goes by the first. */
export function classNames(...names: (string | undefined | false)[]): string {
  return names.filter(Boolean).join(" ")
}
