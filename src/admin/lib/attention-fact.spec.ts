import { createInstance } from "i18next"
import resources, { NAMESPACE } from "../i18n"
import de from "../i18n/json/de.json"
import type { Translate } from "../i18n/use-texts"
import { factText, isolateText, statusText } from "./format"
import type { AdminCryptoAttentionFact as AttentionFact } from "../../api/types"
import { attentionFacts } from "../../modules/crypto-payment/fixtures/attention-facts"

const examples = Object.values(attentionFacts).flat()
const languages = Object.keys(resources).filter((code) => code !== "en")

const translateIn = async (language: string): Promise<Translate> => {
  const i18n = createInstance()
  await i18n.init({
    resources,
    lng: language,
    interpolation: { escapeValue: false },
  })
  return i18n.getFixedT(language, NAMESPACE)
}

describe("what was found about a payment", () => {
  const textOf = async (
    fact: unknown,
    language: string,
    detail: string | null = null
  ) => {
    const attention_fact = fact as AttentionFact | null
    const t = await translateIn(language)
    return factText({ attention_fact, attention_detail: detail }, t, language)
  }

  it.each(examples)(
    "of %j is what the API says in English",
    async (fact, text) => {
      expect(await textOf(fact, "en", text)).toBe(text)
    }
  )

  it("has a text for each type, and no other", () => {
    const types = Object.keys(attentionFacts).filter(
      (type) => type !== "blocked"
    )
    expect(Object.keys(de.attention.facts).sort()).toEqual(types.sort())
    const blockers = new Set(
      attentionFacts.blocked.map(([{ blocker }]) => blocker)
    )
    expect(Object.keys(de.attention.blockers).sort()).toEqual(
      [...blockers].sort()
    )
  })

  it.each(languages)("is said in %s, with all it names", async (language) => {
    for (const [fact] of examples) {
      const shown = await textOf(fact, language)
      expect(shown).toMatch(/^[^a-z{}][^{}]+[^{}\s]$/)
      expect(shown).not.toMatch(/undefined|\bnull\b|attention\.[a-z]/)
      if ("order_number" in fact && fact.order_number !== null) {
        expect(shown).toMatch(/12/)
      }
      if ("message" in fact && fact.message) {
        expect(shown).toContain(fact.message)
      }
    }
  })

  it("has amounts as the language writes them", async () => {
    const [[fact]] = attentionFacts.cart_price_differs
    expect(await textOf(fact, "de")).toBe(
      "Bezahlt: 14,80\u00a0€ EUR. Der Warenkorb kostet jetzt 19,79\u00a0€ EUR."
    )
  })

  it.each([
    null,
    { type: "from_the_future" },
    { type: "blocked", blocker: "new", name: null, message: null },
  ])("is the API's sentence where it is %j", async (fact) => {
    expect(await textOf(fact, "de", "Something new.")).toBe("Something new.")
    expect(await textOf(null, "de")).toBeNull()
  })
})

describe("a gateway status", () => {
  it.each([
    ["en", "pending", "Awaiting full amount"],
    ["en", "underpaid", "underpaid (unknown)"],
    ["de", "underpaid", "underpaid (unbekannt)"],
    ["es", "underpaid", "underpaid (desconocido)"],
    ["fr", "underpaid", "underpaid (inconnu)"],
    ["en", "unknownStatus", "unknownStatus (unknown)"],
    ["en", "under.paid: $t(copy)", "under.paid: $t(copy) (unknown)"],
    ["en", "מחכה", "\u2068מחכה\u2069 (unknown)"],
  ])("in %s: %s is %s", async (language, status, text) => {
    expect(statusText(status, await translateIn(language))).toBe(text)
  })
})

describe("foreign text in a sentence", () => {
  it("stays unchanged when it is ASCII", () => {
    expect(isolateText("Sandbox shop")).toBe("Sandbox shop")
  })

  it.each(["חנות", "متجر", "Shop\u202egro.live"])(
    "is isolated when it may be written right to left: %j",
    (text) => expect(isolateText(text)).toBe(`\u2068${text}\u2069`)
  )
})
