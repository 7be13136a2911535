import { en, type PhaseTexts } from "./en"

/** The texts of the components. */
export type CryptoPaymentTexts = typeof en

/** Texts that replace the built-in ones; a phase is replaced as a whole. */
export type CryptoPaymentLabels = Partial<
  Omit<CryptoPaymentTexts, PhaseKey>
> & { [Key in PhaseKey]?: Partial<CryptoPaymentTexts[Key]> }

/** `unpaidOrder` is for the payment of an order, `payPage` for one without a payment. */
export type PhaseKey = "phases" | "unpaidOrder" | "payPage"

/** English is in every bundle; the others are loaded when needed. */
const loaders: ReadonlyMap<string, () => Promise<CryptoPaymentTexts>> = new Map(
  [
    ["de", () => import("./de").then(({ de }) => de)],
    ["es", () => import("./es").then(({ es }) => es)],
    ["fr", () => import("./fr").then(({ fr }) => fr)],
    ["it", () => import("./it").then(({ it }) => it)],
    ["pt", () => import("./pt").then(({ pt }) => pt)],
  ]
)

/** The built-in languages, by ISO 639-1 code. */
export const languages: readonly string[] = ["en", ...loaders.keys()]

/** The built-in language of a locale such as "pt-BR"; English when there is none. */
export function getLanguage(locale: string): string {
  const [language] = locale.toLowerCase().split(/[-_]/)
  return loaders.has(language) ? language : "en"
}

/** Loads the texts of a built-in language; English for any other. */
export async function loadTexts(language: string): Promise<CryptoPaymentTexts> {
  return (await loaders.get(language)?.()) ?? en
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
export function isComplete(labels: CryptoPaymentLabels = {}): boolean {
  const { phases = {}, unpaidOrder = {}, payPage = {} } = labels
  return (
    hasKeysOf(en, labels) &&
    hasKeysOf(en.phases, phases) &&
    hasKeysOf(en.unpaidOrder, unpaidOrder) &&
    hasKeysOf(en.payPage, payPage)
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

function hasKeysOf(expected: object, actual: object): boolean {
  return Object.keys(expected).every((key) => key in actual)
}
