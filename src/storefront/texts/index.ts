import { de } from "./de"
import { en } from "./en"
import { es } from "./es"
import { fr } from "./fr"
import { it } from "./it"
import { pt } from "./pt"
import type { CryptoPaymentTexts } from "./texts"

export type { CryptoPaymentTexts, Notice } from "./texts"

/** The built-in languages, by their ISO 639-1 code. */
export const languages: ReadonlyMap<string, CryptoPaymentTexts> = new Map(
  Object.entries({ de, en, es, fr, it, pt })
)

/** Texts of one's own, over the built-in ones; a phase is given as a whole. */
export type CryptoPaymentLabels = Partial<
  Omit<CryptoPaymentTexts, "phases">
> & {
  phases?: Partial<CryptoPaymentTexts["phases"]>
}

/** The texts of a locale such as "pt-BR"; English where its language is not built in. */
export function textsOf(
  locale: string,
  labels: CryptoPaymentLabels = {}
): CryptoPaymentTexts {
  const language = locale.split(/[-_]/)[0]?.toLowerCase() ?? ""
  const built = languages.get(language) ?? en
  return { ...built, ...labels, phases: { ...built.phases, ...labels.phases } }
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
