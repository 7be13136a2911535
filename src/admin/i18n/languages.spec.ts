import fs from "node:fs"
import path from "node:path"
import { createInstance } from "i18next"
import resources, { NAMESPACE, type Translation } from "."
import { attentionFacts } from "../../modules/crypto-payment/fixtures/attention-facts"
import en from "./json/en.json"
import menu from "./json/menu.json"
import { LOADERS, TextLoader } from "./load-texts"
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

/** Each language as it is once its texts are loaded. */
const complete: Record<string, Record<string, Node>> = {
  en: { ...en, menu: menu.en },
}

beforeAll(async () => {
  for (const [language, load] of Object.entries(LOADERS)) {
    const { default: loaded } = await load()
    complete[language] = { ...loaded, ...resources[language][NAMESPACE] }
  }
})

const textsOf = (language: string) => new Map(texts(complete[language]))

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort()

const english = textsOf("en")
const others = Object.keys(resources).filter((language) => language !== "en")

/** Not in English, for which the API returns the advice and what was found. */
const keysOfApi = [
  ...Object.keys(en.attention.reasons).flatMap((reason) =>
    ["what_happened", "where_the_money_is", "what_to_do"].map(
      (part) => `advice.${reason}.${part}`
    )
  ),
  ...Object.keys(attentionFacts)
    .filter((type) => type !== "blocked")
    .map((type) => `facts.${type}`),
  ...attentionFacts.blocked.map(([{ blocker }]) => `blockers.${blocker}`),
  ...["order.known", "order.unknown", "unknownAmount", "coins", "noError"],
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
function keysIn(language: string): string[] {
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
  it("are English, German, Spanish and French", () => {
    expect(Object.keys(resources).sort()).toEqual(["de", "en", "es", "fr"])
  })

  it("are each under the code that Medusa's admin gives it", () => {
    const medusa = path.join(
      path.dirname(require.resolve("@medusajs/dashboard/package.json")),
      "src/i18n/translations"
    )
    const files = Object.keys(resources).map((language) => `${language}.json`)
    expect(fs.readdirSync(medusa)).toEqual(expect.arrayContaining(files))
  })

  it("are there at the start with their menu, and English with all its texts", () => {
    for (const language of others) {
      expect(Object.keys(resources[language][NAMESPACE])).toEqual(["menu"])
    }
    expect(resources.en[NAMESPACE]).toEqual(complete.en)
  })

  it("have no empty text", () => {
    for (const language of Object.keys(resources)) {
      for (const text of textsOf(language).values()) {
        expect(text.trim()).not.toBe("")
      }
    }
  })

  it.each(others)(
    "%s has the keys of English and of the API, and its own plural forms",
    (language) => {
      expect([...textsOf(language).keys()].sort()).toEqual(
        keysIn(language).sort()
      )
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

  it.each(others)("%s has no sentence in English", (language) => {
    const same = [...textsOf(language)].filter(
      ([key, text]) => text.includes(" ") && text === english.get(key)
    )
    expect(same).toEqual([])
  })
})

describe("a text with a number", () => {
  const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 25, 100, 101, 1234, 1_000_000]

  const translateIn = async (language: string, isLoaded = true) => {
    const i18n = createInstance()
    const loaded = Object.fromEntries(
      Object.entries(complete).map(([code, all]) => [
        code,
        { [NAMESPACE]: all },
      ])
    )
    await i18n.init({
      resources: isLoaded ? loaded : resources,
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

  it.each<[string, number, string, isLoaded?: boolean]>([
    ["en", 1, "1 payment"],
    ["en", 1234, "1,234 payments"],
    ["de", 1234, "1.234 Zahlungen"],
    ["es", 1, "1 pago"],
    ["es", 2, "2 pagos"],
    ["es", 1_000_000, "1.000.000 pagos"],
    ["ja", 1234, "1,234 payments"],
    ["ptBR", 1234, "1.234 payments"],
    ["zhCN", 1, "1 payment"],
    // Its texts cannot be loaded.
    ["pl", 2, "2 payments", false],
    ["zhCN", 1, "1 payment", false],
    ["de", 1234, "1.234 payments", false],
  ])("in %s for %d is %s", async (language, count, text, isLoaded = true) => {
    const t = await translateIn(language, isLoaded)
    expect(t("list.count", { count })).toBe(text)
  })
})

describe("the locale of an admin language", () => {
  it.each([
    ["en", "en"],
    ["enGB", "en-GB"],
    ["ptBR", "pt-BR"],
    ["zhTW", "zh-TW"],
  ])("%s is %s, which Intl accepts", (language, locale) => {
    expect(localeOf(language)).toBe(locale)
    expect(Intl.getCanonicalLocales(localeOf(language))).toEqual([locale])
  })
})

const loaderOf = (load: () => Promise<{ default: Translation }>) => {
  const de = jest.fn(load)
  return { de, loader: new TextLoader({ de }, 50) }
}

describe("the loader of texts", () => {
  it("loads a language once, and tells its listeners", async () => {
    const { de, loader } = loaderOf(LOADERS.de)
    const listener = jest.fn()
    loader.subscribe(listener)
    const load = loader.load("de")
    expect(load).toMatchObject({ texts: null, isOver: false })
    expect(loader.load("de")).toBe(load)
    await load?.over
    expect(loader.load("de")).toMatchObject({
      texts: { order: { title_one: "Krypto-Zahlung" } },
      isOver: true,
    })
    expect(de).toHaveBeenCalledTimes(1)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it.each(["en", "ja", "constructor"])("loads nothing for %s", (language) => {
    expect(new TextLoader().load(language)).toBeNull()
  })

  it("ends without texts when they cannot be loaded, and does not try again", async () => {
    const { de, loader } = loaderOf(() => Promise.reject(new Error("404")))
    await loader.load("de")?.over
    expect(loader.load("de")).toMatchObject({ texts: null, isOver: true })
    expect(de).toHaveBeenCalledTimes(1)
  })

  it("ends when they take too long, and has them when they arrive", async () => {
    let arrive = () => {}
    const { loader } = loaderOf(async () => {
      await new Promise<void>((resolve) => (arrive = resolve))
      return await LOADERS.de()
    })
    await loader.load("de")?.over
    expect(loader.load("de")).toMatchObject({ texts: null, isOver: true })
    const arrived = new Promise<void>((resolve) => loader.subscribe(resolve))
    arrive()
    await arrived
    expect(loader.load("de")?.texts).not.toBeNull()
  })

  it("tells no listener that has left", async () => {
    const { loader } = loaderOf(LOADERS.de)
    const listener = jest.fn()
    loader.subscribe(listener)()
    await loader.load("de")?.over
    expect(listener).not.toHaveBeenCalled()
  })
})
