import type {
  AdminCryptoAttentionFact,
  AdminCryptoPaymentAdvice,
  AdminCryptoPaymentReason,
} from "../../api/types"
import en from "./json/en.json"
import menu from "./json/menu.json"

/** Separates the plugin's texts from Medusa's and from other plugins'. */
export const NAMESPACE = "cryptoPayment"

/** A language of the plugin, by the code that Medusa's admin gives it. */
export type Language = keyof typeof menu

/** The texts in English, which every language has. */
export type Texts = typeof en & { menu: Menu }

/**
 * Another language, without its menu. It has the advice and what was found too, which the API returns
 * in English.
 */
export type Translation = typeof en & {
  attention: {
    advice: Record<AdminCryptoPaymentReason, AdminCryptoPaymentAdvice>
    facts: Record<Exclude<Fact["type"], "blocked">, string>
    blockers: Record<Extract<Fact, { type: "blocked" }>["blocker"], string>
    /** How they name an order, an amount and a coin. */
    order: { known: string; unknown: string }
    unknownAmount: string
    coins: string
    noError: string
  }
}

type Fact = AdminCryptoAttentionFact

/**
 * The texts that are there at the start, which Medusa merges into its admin:
 * English, and in every language what Medusa shows before a page of the plugin
 * is opened, in its sidebar, settings and breadcrumbs. The other texts are loaded
 * by `load-texts.ts`. No other code file in this folder may be named `index`:
 * Medusa would load it as a second list of languages.
 */
const resources: Record<string, Record<typeof NAMESPACE, { menu: Menu }>> = {
  ...Object.fromEntries(
    Object.entries(menu).map(([language, texts]) => [
      language,
      { [NAMESPACE]: { menu: texts } },
    ])
  ),
  en: { [NAMESPACE]: { ...en, menu: menu.en } satisfies Texts },
}

export default resources

type Menu = typeof menu.en
