import { createInstance } from "i18next"
import { attentionFacts } from "../../modules/crypto-payment/fixtures/attention-facts"
import resources, { NAMESPACE } from "../i18n"
import en from "../i18n/json/en.json"
import { LOADERS } from "../i18n/load-texts"
import type { Translate } from "../i18n/use-texts"
import { factText } from "./attention-fact"

const examples = Object.values(attentionFacts).flat()
const languages = Object.keys(resources)

const translateIn = async (language: string): Promise<Translate> => {
  const loaded = await Object.entries(LOADERS).find(
    ([code]) => code === language
  )?.[1]()
  const texts = loaded?.default ?? en
  const i18n = createInstance()
  await i18n.init({
    resources: { [language]: { [NAMESPACE]: texts } },
    lng: language,
    interpolation: { escapeValue: false },
  })
  return i18n.getFixedT(language, NAMESPACE)
}

describe("what was found about a payment", () => {
  it.each(examples)(
    "of %j is what the API says, in English",
    async (fact, text) => {
      const shown = factText(
        { attention_fact: fact, attention_detail: null },
        await translateIn("en"),
        "en"
      )
      // The admin adds the symbol of the currency.
      expect(shown?.replaceAll("€", "")).toBe(text)
    }
  )

  it("has a text for each type, and no other", () => {
    const types = Object.keys(attentionFacts).filter(
      (type) => type !== "blocked"
    )
    expect(Object.keys(en.attention.facts).sort()).toEqual(types.sort())
    const blockers = new Set(
      attentionFacts.blocked.map(([{ blocker }]) => blocker)
    )
    expect(Object.keys(en.attention.blockers).sort()).toEqual(
      [...blockers].sort()
    )
  })

  it.each(languages)(
    "is said in %s, with all that it names",
    async (language) => {
      const t = await translateIn(language)
      for (const [fact] of examples) {
        const shown = factText(
          { attention_fact: fact, attention_detail: null },
          t,
          language
        )
        expect(shown).toMatch(/^[^a-z{}][^{}]+[^{}\s]$/)
        expect(shown).not.toMatch(/undefined|\bnull\b|attention\.[a-z]/)
        if ("order_number" in fact && fact.order_number !== null) {
          expect(shown).toMatch(/12/)
        }
        if ("message" in fact && fact.message) {
          expect(shown).toContain(fact.message)
        }
      }
    }
  )

  it("has amounts as the language writes them", async () => {
    const [[fact]] = attentionFacts.cart_price_differs
    const german = await translateIn("de")
    expect(
      factText({ attention_fact: fact, attention_detail: null }, german, "de")
    ).toBe(
      "Bezahlt: 14,80\u00a0€ EUR. Der Warenkorb kostet jetzt 19,79\u00a0€ EUR."
    )
  })

  it("is the API's sentence where it is of an unknown type, or there is none", async () => {
    const t = await translateIn("de")
    const attention_detail = "Something new."
    const unknown: unknown[] = [
      null,
      { type: "from_the_future" },
      { type: "toString" },
      {
        type: "blocked",
        blocker: "from_the_future",
        name: null,
        message: null,
      },
    ]
    for (const fact of unknown) {
      const attention_fact = fact as null
      expect(factText({ attention_fact, attention_detail }, t, "de")).toBe(
        attention_detail
      )
    }
    const nothing = { attention_fact: null, attention_detail: null }
    expect(factText(nothing, t, "de")).toBeNull()
  })
})
