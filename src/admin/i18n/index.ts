import { de } from "./de/texts"
import { en, type Texts } from "./en/texts"
import { es } from "./es/texts"
import { fr } from "./fr/texts"
import { namespace } from "./namespace"

/**
 * Our texts by language, as Medusa merges them into its admin. A language
 * that is missing here falls back to English. Only this file may be called
 * index in this folder: Medusa takes each for such a list.
 */
const resources: Record<string, Record<typeof namespace, Texts>> = {
  de: { [namespace]: de },
  en: { [namespace]: en },
  es: { [namespace]: es },
  fr: { [namespace]: fr },
}

export default resources
