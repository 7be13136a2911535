import { en, type Texts } from "./en/texts"
import { namespace } from "./namespace"

/**
 * Our texts by language, as Medusa merges them into its admin. A language
 * that is missing here falls back to English.
 */
const resources: Record<string, Record<typeof namespace, Texts>> = {
  en: { [namespace]: en },
}

export default resources
