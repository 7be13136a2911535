import type {
  AdminCryptoPaymentAdvice,
  AdminCryptoPaymentReason,
} from "../../api/types"
import de from "./json/de.json"
import en from "./json/en.json"
import es from "./json/es.json"
import fr from "./json/fr.json"

/** Separates the plugin's texts from Medusa's and from other plugins'. */
export const NAMESPACE = "cryptoPayment"

/** The texts that every language has. */
export type Texts = typeof en

/**
 * The plugin's texts by language, which Medusa merges into its admin. Other
 * languages fall back to English. No other code file in this folder may be
 * named `index`: Medusa would load it as a second list of languages.
 */
const resources: Record<string, Record<typeof NAMESPACE, Texts>> = {
  de: { [NAMESPACE]: de satisfies Translation },
  en: { [NAMESPACE]: en },
  es: { [NAMESPACE]: es satisfies Translation },
  fr: { [NAMESPACE]: fr satisfies Translation },
}

export default resources

/** The other languages have the advice too, which the API returns in English. */
type Translation = Texts & {
  attention: {
    advice: Record<AdminCryptoPaymentReason, AdminCryptoPaymentAdvice>
  }
}
