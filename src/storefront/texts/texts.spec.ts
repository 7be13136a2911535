import {
  type CryptoPaymentTexts,
  fill,
  isWhole,
  languageOf,
  languages,
  loadTexts,
  withLabels,
} from "."
import * as entry from "../languages"
import { en } from "./en"

/** Each text under the name of its place: `phases.expired.1` for instance. */
function flat(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]]
  return Object.entries(value ?? {}).flatMap(([key, part]) =>
    flat(part, name ? `${name}.${key}` : key)
  )
}

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe("the texts of the kit", () => {
  it("are there in six languages, to load and to import", () => {
    const six = ["de", "en", "es", "fr", "it", "pt"]
    expect([...languages].sort()).toEqual(six)
    expect(Object.keys(entry).sort()).toEqual(six)
  })

  describe.each(languages)("in %s", (language) => {
    let texts: CryptoPaymentTexts

    beforeAll(async () => {
      texts = await loadTexts(language)
    })

    it("are complete, with the places of the English ones", () => {
      const own = new Map(flat(texts))
      const english = flat(en)
      expect([...own.keys()]).toEqual(english.map(([name]) => name))
      for (const [name, text] of english) {
        expect([name, ...places(own.get(name) ?? "")]).toEqual([
          name,
          ...places(text),
        ])
      }
      expect(isWhole(texts)).toBe(true)
    })

    it("are translated", () => {
      if (language === "en") return
      const own = new Map(flat(texts))
      const same = flat(en).filter(([name, text]) => own.get(name) === text)
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
  ])("of the locale %j are those of %s", (locale, language) => {
    expect(languageOf(locale)).toBe(language)
  })

  it("are English where a language is not built in", async () => {
    expect(await loadTexts("nl")).toBe(en)
  })

  it("give way to the shop's own, one by one", () => {
    const texts = withLabels(en, {
      pay: "Coins, please",
      phases: { expired: ["Over", "Start again."] },
    })
    expect(texts.pay).toBe("Coins, please")
    expect(texts.phases.expired).toEqual(["Over", "Start again."])
    expect(texts.phases.failed).toEqual(en.phases.failed)
    expect(texts.copy).toBe(en.copy)
  })

  it("are the shop's own altogether only if none is missing", () => {
    const { pay, ...others } = entry.de
    const { paid_otherwise, ...phases } = entry.de.phases
    expect(isWhole(entry.de)).toBe(true)
    expect(isWhole({ ...others, pay })).toBe(true)
    expect(isWhole(others)).toBe(false)
    expect(isWhole({ ...entry.de, phases })).toBe(false)
    expect(
      isWhole({ ...entry.de, phases: { ...phases, paid_otherwise } })
    ).toBe(true)
    expect(isWhole({})).toBe(false)
    expect(isWhole()).toBe(false)
  })

  it("are filled where they have places, and nowhere else", () => {
    expect(fill("{a} and {b}, {a}", { a: "1", b: "{a}" })).toBe("1 and {a}, 1")
    expect(fill("{a} {c}", { a: "1" })).toBe("1 {c}")
  })
})
