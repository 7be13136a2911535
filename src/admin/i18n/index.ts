import de from "./json/de.json"
import en from "./json/en.json"
import es from "./json/es.json"
import fr from "./json/fr.json"

/** Keeps the plugin's texts apart from Medusa's and those of other plugins. */
export const NAMESPACE = "cryptoPayment"

/** The shape of a language's file; `tsc` reports a key that one lacks. */
export type Texts = typeof en

/**
 * The plugin's texts by language, as Medusa merges them into its admin. A
 * missing language falls back to English. No other code file in this folder
 * may be named `index`: Medusa would load it as another list of languages.
 */
const resources: Record<string, Record<typeof NAMESPACE, Texts>> = {
  de: { [NAMESPACE]: de },
  en: { [NAMESPACE]: en },
  es: { [NAMESPACE]: es },
  fr: { [NAMESPACE]: fr },
}

export default resources
