import type { CryptoPaymentTexts, PhaseTexts } from "./en"

export type { CryptoPaymentTexts }

/** Texts that replace the built-in ones; a phase is replaced as a whole. */
export type CryptoPaymentLabels = Partial<
  Omit<CryptoPaymentTexts, PhaseKey>
> & { [Key in PhaseKey]?: Partial<CryptoPaymentTexts[Key]> }

/** `unpaidOrder` is for the payment of an order, `payPage` for one without a payment. */
export type PhaseKey = "phases" | "unpaidOrder" | "payPage"

/** How the languages beside English are loaded. Each file exports its texts alone. */
export type TextLoaders<Texts> = ReadonlyMap<
  string,
  () => Promise<Readonly<Record<string, Texts>>>
>

/** Of the checkout's texts. */
export const loaders: TextLoaders<CryptoPaymentTexts> = new Map<
  string,
  () => Promise<Record<string, CryptoPaymentTexts>>
>([
  ["ar", () => import("./ar")],
  ["de", () => import("./de")],
  ["es", () => import("./es")],
  ["fr", () => import("./fr")],
  ["hi", () => import("./hi")],
  ["id", () => import("./id")],
  ["it", () => import("./it")],
  ["ja", () => import("./ja")],
  ["ko", () => import("./ko")],
  ["nl", () => import("./nl")],
  ["pl", () => import("./pl")],
  ["pt", () => import("./pt")],
  ["ru", () => import("./ru")],
  ["tr", () => import("./tr")],
  ["uk", () => import("./uk")],
  ["vi", () => import("./vi")],
  ["zh", () => import("./zh")],
])

/** A locale as browsers know it: "de_DE.UTF-8" is "de-DE"; "en" for what is none. */
export function normalizeLocale(locale: string): string {
  const tag = locale.replace(/[.@].*$/, "").replaceAll("_", "-")
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en"
  } catch {
    return "en"
  }
}

/** The built-in language of a normalized locale, by ISO 639-1 code; English when there is none. */
export function getLanguage(
  locale: string,
  loaders: TextLoaders<unknown>
): string {
  const [language] = locale.split("-")
  return loaders.has(language) ? language : "en"
}

/** Loads the texts of a built-in language; those in English for any other. */
export async function loadTexts<Texts>(
  loaders: TextLoaders<Texts>,
  language: string,
  en: Texts
): Promise<Texts> {
  const [texts = en] = Object.values((await loaders.get(language)?.()) ?? {})
  return texts
}

/** Replaces built-in texts by labels. */
export function applyLabels(
  texts: CryptoPaymentTexts,
  labels: CryptoPaymentLabels = {}
): CryptoPaymentTexts {
  return {
    ...texts,
    ...labels,
    phases: { ...texts.phases, ...labels.phases },
    unpaidOrder: { ...texts.unpaidOrder, ...labels.unpaidOrder },
    payPage: { ...texts.payPage, ...labels.payPage },
  }
}

/** Whether the labels replace every text, so that no language has to be loaded. */
export function isComplete(labels: object | undefined, texts: object): boolean {
  const given = new Map<string, object>(Object.entries(labels ?? {}))
  return Object.entries(texts).every(
    ([key, text]: [string, string | object]) =>
      given.has(key) &&
      (typeof text === "string" ||
        Array.isArray(text) ||
        isComplete(given.get(key), text))
  )
}

/** The text of a phase; where the price is not known, the one without it. */
export function fillPhaseText(
  [, text, textWithoutPrice = ""]: PhaseTexts,
  price: string | null
): string {
  if (price !== null) return fillPlaceholders(text, { price })
  return text.includes("{price}") ? textWithoutPrice : text
}

/**
 * Replaces the placeholders of a text; unknown ones stay. In a right-to-left text each value is
 * isolated, so that amounts, codes and names keep their own direction.
 */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>
): string {
  const isRightToLeft = /[\u0590-\u08ff]/.test(text)
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return value && isRightToLeft
      ? `\u2068${value}\u2069`
      : (value ?? placeholder)
  })
}
