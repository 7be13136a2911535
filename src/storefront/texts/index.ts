import { en } from "./en"
import type { CryptoPaymentTexts } from "./texts"

export type { CryptoPaymentTexts, Notice } from "./texts"

/** Texts of one's own, over the built-in ones; a phase is given as a whole. */
export type CryptoPaymentLabels = Partial<
  Omit<CryptoPaymentTexts, "phases">
> & {
  phases?: Partial<CryptoPaymentTexts["phases"]>
}

/** Loads a language that is not part of every page; English is. */
type Load = () => Promise<CryptoPaymentTexts>

const further: ReadonlyMap<string, Load> = new Map([
  ["de", () => import("./de").then(({ de }) => de)],
  ["es", () => import("./es").then(({ es }) => es)],
  ["fr", () => import("./fr").then(({ fr }) => fr)],
  ["it", () => import("./it").then(({ it }) => it)],
  ["pt", () => import("./pt").then(({ pt }) => pt)],
])

/** The built-in languages, by their ISO 639-1 code. */
export const languages: readonly string[] = ["en", ...further.keys()]

/** The built-in language of a locale such as "pt-BR"; English where its own is not built in. */
export function languageOf(locale: string): string {
  const language = locale.split(/[-_]/)[0]?.toLowerCase() ?? ""
  return further.has(language) ? language : "en"
}

/** The texts of a built-in language. */
export async function loadTexts(language: string): Promise<CryptoPaymentTexts> {
  return (await further.get(language)?.()) ?? en
}

/** A language's texts under the shop's own. */
export function withLabels(
  built: CryptoPaymentTexts,
  labels: CryptoPaymentLabels = {}
): CryptoPaymentTexts {
  return { ...built, ...labels, phases: { ...built.phases, ...labels.phases } }
}

/** Whether the shop gives each text itself, one of `medusa-payment-crypto-storefront/languages` for instance. */
export function isWhole(labels: CryptoPaymentLabels = {}): boolean {
  const { phases = {} } = labels
  return hasAll(labels, en) && hasAll(phases, en.phases)
}

/** Puts values into a text's `{places}`. */
export function fill(
  text: string,
  values: Readonly<Record<string, string>>
): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    return values[name] ?? place
  })
}

function hasAll(some: object, all: object): boolean {
  return Object.keys(all).every((key) => key in some)
}
