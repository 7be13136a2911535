import {
  fillPlaceholders,
  getLanguage,
  isComplete,
  loaders,
  normalizeLocale,
  refundLoaders,
} from "."
import { describeTexts, LANGUAGES } from "../fixtures/describe-texts"
import * as entry from "../languages"
import { type CryptoPaymentPhase, PHASES } from "../payment"
import { en, enRefund } from "./en"

const phases = Object.keys(PHASES) as CryptoPaymentPhase[]

describe("locales", () => {
  it("exist in eighteen languages, to load and to import", () => {
    const eighteen = [
      "ar",
      "de",
      "en",
      "es",
      "fr",
      "hi",
      "id",
      "it",
      "ja",
      "ko",
      "nl",
      "pl",
      "pt",
      "ru",
      "tr",
      "uk",
      "vi",
      "zh",
    ]
    expect([...LANGUAGES].sort()).toEqual(eighteen)
    const refund = eighteen.map((language) => `${language}Refund`)
    expect(Object.keys(entry).sort()).toEqual([...eighteen, ...refund].sort())
  })

  describeTexts(loaders, en, "")

  // The other languages have the placeholders of English.
  it("name no price in a phase: it is shown beside the text, where it is known", () => {
    for (const key of [...phases, "unpaidOrder"] as const) {
      expect(en[key] + en[`${key}_text`]).not.toContain("{price}")
    }
  })

  it("have a short word for each step", () => {
    for (const texts of Object.values(entry)) {
      const steps = "steps" in texts ? texts.steps : []
      expect(steps.filter(({ length }) => length > 13)).toEqual([])
    }
  })

  it.each([
    ["de", "de", "de"],
    ["de_DE.UTF-8", "de-DE", "de"],
    ["de_DE@euro", "de-DE", "de"],
    ["zh_Hant", "zh-Hant", "zh"],
    ["FR-ca", "fr-CA", "fr"],
    ["zh-Hant-TW", "zh-Hant-TW", "zh"],
    ["sv", "sv", "en"],
    ["", "en", "en"],
    ["C", "en", "en"],
    ["not a locale", "en", "en"],
    ["constructor", "en", "en"],
  ])("reads the locale %j as %s, with texts in %s", (locale, tag, language) => {
    expect(normalizeLocale(locale)).toBe(tag)
    expect(getLanguage(tag, loaders)).toBe(language)
    expect(new Intl.NumberFormat(tag).format(1)).toBeTruthy()
  })

  it("calls labels complete only with every text", () => {
    const { pay, ...others } = entry.de
    const { paid_otherwise_text, ...headings } = entry.de
    expect(isComplete({ ...others, pay }, en)).toBe(true)
    for (const labels of [others, headings, {}, undefined]) {
      expect(isComplete(labels, en)).toBe(false)
    }
  })

  it.each<[string, Record<string, string>, string]>([
    ["{a} and {b}, {a}", { a: "1", b: "{a}" }, "1 and {a}, 1"],
    ["{a} {c}", { a: "1" }, "1 {c}"],
    ["сеть {a}", { a: "Tron" }, "сеть Tron"],
    // Isolated in a right-to-left text.
    ["شبكة {a}", { a: "Tron" }, "شبكة \u2068Tron\u2069"],
    ["شبكة {a}{b}", { a: "" }, "شبكة {b}"],
  ])("fills known placeholders: %s with %j is %s", (text, values, filled) => {
    expect(fillPlaceholders(text, values)).toBe(filled)
  })
})

describe("the texts of a refund", () => {
  describeTexts(refundLoaders, enRefund, "Refund")

  it("name no price where it is not known", () => {
    const all = new Map(Object.entries(enRefund))
    for (const [key, text] of all) {
      if (key.endsWith("_unpriced")) expect(text).not.toContain("{")
      expect(all.has(`${key}_unpriced`)).toBe(text.includes("{price}"))
    }
  })
})
