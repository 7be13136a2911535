import {
  applyLabels,
  type CryptoPaymentTexts,
  fillPhaseText,
  fillPlaceholders,
  getLanguage,
  isComplete,
  languages,
  loadTexts,
} from "."
import * as entry from "../languages"
import { en } from "./en"

/** Each text with its path, such as `phases.expired.1`. */
function flatten(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]]
  return Object.entries(value ?? {}).flatMap(([key, part]) =>
    flatten(part, name ? `${name}.${key}` : key)
  )
}

const findPlaceholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe("locales", () => {
  it("exist in six languages, to load and to import", () => {
    const six = ["de", "en", "es", "fr", "it", "pt"]
    expect([...languages].sort()).toEqual(six)
    const refund = six.map((language) => `${language}Refund`)
    expect(Object.keys(entry).sort()).toEqual([...six, ...refund].sort())
  })

  describe.each(languages)("in %s", (language) => {
    let texts: CryptoPaymentTexts

    beforeAll(async () => {
      texts = await loadTexts(language)
    })

    it("have every text with the placeholders of the English one", () => {
      const own = new Map(flatten(texts))
      const english = flatten(en)
      expect([...own.keys()]).toEqual(english.map(([name]) => name))
      for (const [name, text] of english) {
        expect([name, ...findPlaceholders(own.get(name) ?? "")]).toEqual([
          name,
          ...findPlaceholders(text),
        ])
      }
      expect(isComplete(texts)).toBe(true)
    })

    it("name no price where it is not known", () => {
      const phases = Object.values(texts.phases)
      const withPrice = phases.filter(([, text]) => text.includes("{price}"))
      expect(withPrice).toHaveLength(2)
      for (const phase of withPrice) {
        expect(fillPhaseText(phase, "7 EUR")).toContain("7 EUR")
        expect(fillPhaseText(phase, null)).toMatch(/^\p{Lu}[^{}]+\.$/u)
      }
      const { expired } = texts.phases
      expect(fillPhaseText(expired, null)).toBe(expired[1])
    })

    it("are translated", () => {
      if (language === "en") return
      const own = new Map(flatten(texts))
      const same = flatten(en).filter(([name, text]) => own.get(name) === text)
      expect(same).toEqual([])
    })
  })

  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["pt_BR", "pt"],
    ["FR-ca", "fr"],
    ["nl", "en"],
    ["", "en"],
    ["constructor", "en"],
  ])("maps the locale %j to %s", (locale, language) => {
    expect(getLanguage(locale)).toBe(language)
  })

  it("falls back to English for an unknown language", async () => {
    expect(await loadTexts("nl")).toBe(en)
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
    expect(isComplete(entry.de)).toBe(true)
    expect(isComplete({ ...others, pay })).toBe(true)
    expect(isComplete(others)).toBe(false)
    expect(isComplete({ ...entry.de, phases })).toBe(false)
    expect(
      isComplete({ ...entry.de, phases: { ...phases, paid_otherwise } })
    ).toBe(true)
    expect(isComplete({})).toBe(false)
    expect(isComplete()).toBe(false)
  })

  it("leaves out a label that needs the unknown price", () => {
    expect(fillPhaseText(["Pay", "Pay {price}."], null)).toBe("")
    expect(fillPhaseText(["Pay", "Pay."], null)).toBe("Pay.")
  })

  it("fills known placeholders and keeps the others", () => {
    expect(fillPlaceholders("{a} and {b}, {a}", { a: "1", b: "{a}" })).toBe(
      "1 and {a}, 1"
    )
    expect(fillPlaceholders("{a} {c}", { a: "1" })).toBe("1 {c}")
  })
})
