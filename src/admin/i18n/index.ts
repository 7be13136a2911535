import type { AdminCryptoAttentionFact } from "../../api/types"
import de from "./json/de.json"
import en from "./json/en.json"
import es from "./json/es.json"
import fr from "./json/fr.json"

/** Separates the plugin's texts from Medusa's and from other plugins'. */
export const NAMESPACE = "cryptoPayment"

/**
 * Medusa merges them into its own. No other code file in this folder may be named `index`: Medusa
 * would load it as more texts.
 */
const resources = {
  en: { [NAMESPACE]: en },
  de: { [NAMESPACE]: de satisfies Translation },
  es: { [NAMESPACE]: es satisfies Translation },
  fr: { [NAMESPACE]: fr satisfies Translation },
}

export default resources

/** Has what was found too, which the API returns in English. */
type Translation = typeof en & {
  attention: {
    facts: Record<Exclude<Fact["type"], "blocked">, string>
    blockers: Record<Extract<Fact, { type: "blocked" }>["blocker"], string>
    /** What leads a fact that names nobody, and what is said while coins are left. */
    paid: string
    held: string
    /** How they name a customer, an order, an amount and a coin. */
    customer: string
    order: { known: string; unknown: string }
    unknownAmount: string
    coins: string
    noError: string
  }
}

type Fact = AdminCryptoAttentionFact
