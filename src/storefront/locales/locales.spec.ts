import {
  applyLabels,
  applyRefundLabels,
  type CryptoPaymentTexts,
  fillPhaseText,
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
      const phases = [texts.phases, texts.unpaidOrder].flatMap(Object.values)
      expect(phases).toHaveLength(14)
      for (const phase of phases) {
        expect(phase).toHaveLength(2)
        expect(fillPhaseText(phase, null)).toBe(phase[1])
        expect(phase.join()).not.toContain("{price}")
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

  it("replaces single texts by labels", () => {
    const texts = applyLabels(en, {
      pay: "Coins, please",
      phases: { expired: ["Over", "Start again."] },
    })
    expect(texts.pay).toBe("Coins, please")
    expect(texts.phases.expired).toEqual(["Over", "Start again."])
    expect(texts.phases.failed).toEqual(en.phases.failed)
    expect(texts.copy).toBe(en.copy)
  })

  it("calls labels complete only with every text and phase", () => {
    const { pay, ...others } = entry.de
    const { paid_otherwise, ...phases } = entry.de.phases
    expect(isComplete(entry.de, en)).toBe(true)
    expect(isComplete({ ...others, pay }, en)).toBe(true)
    expect(isComplete(others, en)).toBe(false)
    expect(isComplete({ ...entry.de, phases }, en)).toBe(false)
    expect(
      isComplete({ ...entry.de, phases: { ...phases, paid_otherwise } }, en)
    ).toBe(true)
    expect(isComplete({}, en)).toBe(false)
    expect(isComplete(undefined, en)).toBe(false)
  })

  it("leaves out a label that needs the unknown price, and takes one without it", () => {
    const label = ["Pay", "Pay {price}.", "Pay now."] as const
    expect(fillPhaseText(label, "7 EUR")).toBe("Pay 7 EUR.")
    expect(fillPhaseText(label, null)).toBe("Pay now.")
    expect(fillPhaseText(["Pay", "Pay {price}."], null)).toBe("")
    expect(fillPhaseText(["Pay", "Pay."], null)).toBe("Pay.")
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
      const { steps } = await loadTexts(refundLoaders, language, enRefund)
      for (const [, text, withoutPrice] of Object.values(steps)) {
        expect(withoutPrice === undefined).toBe(!text.includes("{price}"))
        expect(withoutPrice ?? "").not.toContain("{")
      }
    }
  )

  it("are replaced by labels, those of a step as a whole", () => {
    const texts = applyRefundLabels(enRefund, {
      check: "Next",
      steps: { sent: ["Sent", "Look into your wallet."] },
    })
    expect(texts.check).toBe("Next")
    expect(texts.steps.sent).toEqual(["Sent", "Look into your wallet."])
    expect(texts.steps.unknown).toEqual(enRefund.steps.unknown)
    expect(isComplete(texts, enRefund)).toBe(true)
    expect(
      isComplete(
        { ...enRefund, steps: { sent: enRefund.steps.sent } },
        enRefund
      )
    ).toBe(false)
    expect(applyRefundLabels(enRefund)).toEqual(enRefund)
  })
})
