import { en, type PhaseTexts } from "./en"

/** The texts of the components. */
export type CryptoPaymentTexts = typeof en

/** Texts that replace the built-in ones; a phase is replaced as a whole. */
export type CryptoPaymentLabels = Partial<
  Omit<CryptoPaymentTexts, PhaseKey>
> & { [Key in PhaseKey]?: Partial<CryptoPaymentTexts[Key]> }

/** `unpaidOrder` is for the payment of an order, `payPage` for one without a payment. */
export type PhaseKey = "phases" | "unpaidOrder" | "payPage"

/** The built-in languages, by ISO 639-1 code. */
export const languages: readonly string[] = ["en", "de", "es", "fr", "it", "pt"]

/** The built-in language of a locale such as "pt-BR"; English when there is none. */
export function getLanguage(locale: string): string {
  const [language] = locale.toLowerCase().split(/[-_]/)
  return languages.includes(language) ? language : "en"
}

/** How the languages beside English are loaded. Each file exports its texts alone. */
export type TextLoaders<Texts> = ReadonlyMap<
  string,
  () => Promise<Readonly<Record<string, Texts>>>
>

const loaders: TextLoaders<CryptoPaymentTexts> = new Map<
  string,
  () => Promise<Record<string, CryptoPaymentTexts>>
>([
  ["de", () => import("./de")],
  ["es", () => import("./es")],
  ["fr", () => import("./fr")],
  ["it", () => import("./it")],
  ["pt", () => import("./pt")],
])

/** Loads the texts of a built-in language; English for any other. */
export async function loadTexts(language: string): Promise<CryptoPaymentTexts> {
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
export function isComplete(labels: object = {}, texts: object = en): boolean {
  const given = new Map<string, object>(Object.entries(labels))
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

/** Replaces the placeholders of a text; unknown ones stay. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>
): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    return values[name] ?? placeholder
  })
}
