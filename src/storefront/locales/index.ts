import type { CryptoPaymentTexts, CryptoRefundTexts } from "./en"

export type { CryptoPaymentTexts, CryptoRefundTexts }

/** How the languages beside English are loaded. */
export type TextLoaders<Texts> = ReadonlyMap<string, () => Promise<Texts>>

/** Of the checkout's texts: a bundler leaves out the others of each file. */
export const loaders: TextLoaders<CryptoPaymentTexts> = new Map([
  ["ar", () => import("./ar.json").then(({ checkout }) => checkout)],
  ["de", () => import("./de.json").then(({ checkout }) => checkout)],
  ["es", () => import("./es.json").then(({ checkout }) => checkout)],
  ["fr", () => import("./fr.json").then(({ checkout }) => checkout)],
  ["hi", () => import("./hi.json").then(({ checkout }) => checkout)],
  ["id", () => import("./id.json").then(({ checkout }) => checkout)],
  ["it", () => import("./it.json").then(({ checkout }) => checkout)],
  ["ja", () => import("./ja.json").then(({ checkout }) => checkout)],
  ["ko", () => import("./ko.json").then(({ checkout }) => checkout)],
  ["nl", () => import("./nl.json").then(({ checkout }) => checkout)],
  ["pl", () => import("./pl.json").then(({ checkout }) => checkout)],
  ["pt", () => import("./pt.json").then(({ checkout }) => checkout)],
  ["ru", () => import("./ru.json").then(({ checkout }) => checkout)],
  ["tr", () => import("./tr.json").then(({ checkout }) => checkout)],
  ["uk", () => import("./uk.json").then(({ checkout }) => checkout)],
  ["vi", () => import("./vi.json").then(({ checkout }) => checkout)],
  ["zh", () => import("./zh.json").then(({ checkout }) => checkout)],
])

/** Of the refund page's texts. */
export const refundLoaders: TextLoaders<CryptoRefundTexts> = new Map([
  ["ar", () => import("./ar.json").then(({ refund }) => refund)],
  ["de", () => import("./de.json").then(({ refund }) => refund)],
  ["es", () => import("./es.json").then(({ refund }) => refund)],
  ["fr", () => import("./fr.json").then(({ refund }) => refund)],
  ["hi", () => import("./hi.json").then(({ refund }) => refund)],
  ["id", () => import("./id.json").then(({ refund }) => refund)],
  ["it", () => import("./it.json").then(({ refund }) => refund)],
  ["ja", () => import("./ja.json").then(({ refund }) => refund)],
  ["ko", () => import("./ko.json").then(({ refund }) => refund)],
  ["nl", () => import("./nl.json").then(({ refund }) => refund)],
  ["pl", () => import("./pl.json").then(({ refund }) => refund)],
  ["pt", () => import("./pt.json").then(({ refund }) => refund)],
  ["ru", () => import("./ru.json").then(({ refund }) => refund)],
  ["tr", () => import("./tr.json").then(({ refund }) => refund)],
  ["uk", () => import("./uk.json").then(({ refund }) => refund)],
  ["vi", () => import("./vi.json").then(({ refund }) => refund)],
  ["zh", () => import("./zh.json").then(({ refund }) => refund)],
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
  return (await loaders.get(language)?.()) ?? en
}

/** Whether the labels replace every text, so that no language has to be loaded. */
export function isComplete(labels: object = {}, texts: object): boolean {
  return Object.keys(texts).every((key) => key in labels)
}

/** Unknown placeholders stay. In a right-to-left text each value keeps its own direction. */
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
