import fs from "node:fs"
import path from "node:path"
import { createInstance } from "i18next"
import resources, { NAMESPACE } from "."
import { attentionFacts } from "../../modules/crypto-payment/fixtures/attention-facts"
import { localeOf, withNumbers } from "./use-texts"

/** A text, or texts by key. */
type Node = string | { [key: string]: Node }

/** Each text by its path, as i18next names it. */
function texts(node: Node, path = ""): [string, string][] {
  if (typeof node === "string") return [[path, node]]
  return Object.entries(node).flatMap(([key, child]) =>
    texts(child, path === "" ? key : `${path}.${key}`)
  )
}

type Language = keyof typeof resources

const languages = Object.keys(resources) as Language[]

const textsOf = (language: Language) =>
  new Map(texts(resources[language][NAMESPACE]))

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort()

const english = textsOf("en")
const others = languages.filter((language) => language !== "en")

/** Not in English, in which the API returns what was found. */
const keysOfApi = [
  ...Object.keys(attentionFacts)
    .filter((type) => type !== "blocked")
    .map((type) => `facts.${type}`),
  ...attentionFacts.blocked.map(([{ blocker }]) => `blockers.${blocker}`),
  "paid",
  "held",
  "customer",
  "order.known",
  "order.unknown",
  "unknownAmount",
  "coins",
  "noError",
].map((key) => `attention.${key}`)

/** Keys with plural forms, without the suffix. */
const pluralKeys = [...english.keys()]
  .filter((key) => english.has(key.replace(/_other$/, "_one")))
  .filter((key) => key.endsWith("_other"))
  .map((key) => key.replace(/_other$/, ""))

const PLURAL_SUFFIX = /_(zero|one|two|few|many|other)$/

/** The key without its plural suffix, if it has one. */
function baseOf(key: string): string {
  const base = key.replace(PLURAL_SUFFIX, "")
  return pluralKeys.includes(base) ? base : key
}

/** The keys of English, with the plural forms of another language. */
function keysIn(language: Language): string[] {
  const { pluralCategories } = new Intl.PluralRules(
    localeOf(language)
  ).resolvedOptions()
  const bases = [...english.keys(), ...keysOfApi].map(baseOf)
  return [...new Set(bases)].flatMap((base) =>
    pluralKeys.includes(base)
      ? pluralCategories.map((category) => `${base}_${category}`)
      : base
  )
}

describe("the languages of the admin", () => {
  it("are English, German, Spanish and French, under the codes of Medusa's admin", () => {
    expect([...languages].sort()).toEqual(["de", "en", "es", "fr"])
    const medusa = path.join(
      path.dirname(require.resolve("@medusajs/dashboard/package.json")),
      "src/i18n/translations"
    )
    const files = languages.map((language) => `${language}.json`)
    expect(fs.readdirSync(medusa)).toEqual(expect.arrayContaining(files))
  })

  it.each(others)(
    "%s has the keys of English and of the API, its own plural forms, and no sentence in English",
    (language) => {
      const own = textsOf(language)
      expect([...own.keys()].sort()).toEqual(keysIn(language).sort())
      const wrong = [...own].filter(([key, text]) => {
        const isEnglish = text.includes(" ") && text === english.get(key)
        return isEnglish || text.trim() === ""
      })
      expect(wrong).toEqual([])
    }
  )

  it.each(others)("%s has the placeholders of English", (language) => {
    const first = textsOf(others[0])
    for (const [key, text] of textsOf(language)) {
      // "One payment" does not need the number that "{{count}} payments" has.
      if (key.endsWith("_one") && !text.includes("{{")) continue
      const base = baseOf(key)
      const name = base === key ? key : `${base}_other`
      const source = english.get(name) ?? first.get(name)
      expect([key, placeholders(text)]).toEqual([
        key,
        placeholders(source ?? ""),
      ])
    }
  })
})

describe("a text with a number", () => {
  const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 25, 100, 101, 1234, 1_000_000]

  const translateIn = async (language: string) => {
    const i18n = createInstance()
    await i18n.init({
      resources,
      lng: language,
      fallbackLng: "en",
      interpolation: { escapeValue: false },
    })
    return withNumbers(i18n.getFixedT(language, NAMESPACE), language)
  }

  it.each(others)("is in %s for each number", async (language) => {
    const t = await translateIn(language)
    const own = new Set(textsOf(language).values())
    const numbers = new Intl.NumberFormat(localeOf(language))
    for (const key of pluralKeys) {
      for (const count of COUNTS) {
        const text = t(key, { count })
        const source = text.replace(numbers.format(count), "{{count}}")
        expect([key, count, own.has(source)]).toEqual([key, count, true])
      }
    }
  })

  it.each<[string, number, string]>([
    ["en", 1, "1 payment"],
    ["de", 1234, "1.234 Zahlungen"],
    ["es", 1_000_000, "1.000.000 pagos"],
    ["ptBR", 1234, "1.234 payments"],
    ["zhCN", 1, "1 payment"],
    ["pl", 2, "2 payments"],
  ])("in %s for %d is %s", async (language, count, text) => {
    const t = await translateIn(language)
    expect(t("list.count", { count })).toBe(text)
  })
})

it("the locale of an admin language is one that Intl accepts", () => {
  const locales = ["en", "enGB", "ptBR", "zhTW"].map(localeOf)
  expect(locales).toEqual(["en", "en-GB", "pt-BR", "zh-TW"])
  expect(Intl.getCanonicalLocales(locales)).toEqual(locales)
})
