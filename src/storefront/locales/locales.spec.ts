import {
  type CryptoPaymentTexts,
  fillPlaceholders,
  getLanguage,
  isComplete,
  loaders,
  normalizeLocale,
  loadTexts,
  refundLoaders,
} from "."
import { describeTexts, LANGUAGES } from "../fixtures/describe-texts"
import * as entry from "../languages"
import { en, enRefund } from "./en"

const PHASES = [
  ...(["checking", "waiting", "placing_order", "order_placed"] as const),
  ...(["expired", "failed", "cart_changed", "replaced"] as const),
  ...(["paid_otherwise", "order_canceled", "attention"] as const),
  ...(["resolved", "unknown"] as const),
]

describe("locales", () => {
  it("exist in eighteen languages, to load and to import", () => {
    const eighteen = [
      ...["ar", "de", "en", "es", "fr", "hi", "id", "it", "ja"],
      ...["ko", "nl", "pl", "pt", "ru", "tr", "uk", "vi", "zh"],
    ]
    expect([...LANGUAGES].sort()).toEqual(eighteen)
    const refund = eighteen.map((language) => `${language}Refund`)
    expect(Object.keys(entry).sort()).toEqual([...eighteen, ...refund].sort())
  })

  describeTexts(loaders, en, "")

  describe.each(LANGUAGES)("in %s", (language) => {
    let texts: CryptoPaymentTexts

    beforeAll(async () => {
      texts = await loadTexts(loaders, language, en)
    })

    it("name no price in a phase: it is shown beside the text, where it is known", () => {
      const shown = [...PHASES, "unpaidOrder"] as const
      for (const key of shown) {
        expect(texts[key] + texts[`${key}_text`]).not.toContain("{price}")
      }
    })

    it("have a short word for each step", () => {
      expect(texts.steps).toHaveLength(4)
      expect(Math.max(...texts.steps.map(({ length }) => length))).toBeLessThan(
        14
      )
    })
  })

  it.each([
    ["de", "de", "de"],
    ["de-AT", "de-AT", "de"],
    ["de_DE", "de-DE", "de"],
    ["de_DE.UTF-8", "de-DE", "de"],
    ["de_DE@euro", "de-DE", "de"],
    ["pt_BR", "pt-BR", "pt"],
    ["zh_Hant", "zh-Hant", "zh"],
    ["hi_IN", "hi-IN", "hi"],
    ["FR-ca", "fr-CA", "fr"],
    ["zh-Hant-TW", "zh-Hant-TW", "zh"],
    ["AR-eg", "ar-EG", "ar"],
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
    expect(isComplete(entry.de, en)).toBe(true)
    expect(isComplete({ ...others, pay }, en)).toBe(true)
    expect(isComplete(others, en)).toBe(false)
    expect(isComplete(headings, en)).toBe(false)
    expect(isComplete({}, en)).toBe(false)
    expect(isComplete(undefined, en)).toBe(false)
  })

  it("fills known placeholders and keeps the others", () => {
    expect(fillPlaceholders("{a} and {b}, {a}", { a: "1", b: "{a}" })).toBe(
      "1 and {a}, 1"
    )
    expect(fillPlaceholders("{a} {c}", { a: "1" })).toBe("1 {c}")
  })

  it("isolates what stands in a right-to-left text, and nothing in others", () => {
    expect(fillPlaceholders("شبكة {a}", { a: "Tron" })).toBe(
      "شبكة \u2068Tron\u2069"
    )
    expect(fillPlaceholders("شبكة {a}{b}", { a: "" })).toBe("شبكة {b}")
    expect(fillPlaceholders("сеть {a}", { a: "Tron" })).toBe("сеть Tron")
  })
})

describe("the texts of a refund", () => {
  describeTexts(refundLoaders, enRefund, "Refund")

  it.each(LANGUAGES)(
    "name no price in %s where it is not known",
    async (language) => {
      const texts = await loadTexts(refundLoaders, language, enRefund)
      const all = new Map(Object.entries(texts))
      for (const [key, text] of all) {
        const isUnpriced = key.endsWith("_unpriced")
        if (isUnpriced) expect(text).not.toContain("{")
        expect(all.has(`${key}_unpriced`)).toBe(text.includes("{price}"))
      }
    }
  )
})
