import { fill, languages, textsOf } from "."
import { en } from "./en"
import type { CryptoPaymentTexts } from "./texts"

/** Each text under the name of its place: `phases.expired.1` for instance. */
function flat(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]]
  return Object.entries(value ?? {}).flatMap(([key, part]) =>
    flat(part, name ? `${name}.${key}` : key)
  )
}

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe("the texts of the kit", () => {
  it("are there in six languages", () => {
    expect([...languages.keys()].sort()).toEqual([
      "de",
      "en",
      "es",
      "fr",
      "it",
      "pt",
    ])
  })

  describe.each([...languages])(
    "in %s",
    (language, texts: CryptoPaymentTexts) => {
      const own = new Map(flat(texts))

      it("are complete, with the places of the English ones", () => {
        const english = flat(en)
        expect([...own.keys()]).toEqual(english.map(([name]) => name))
        for (const [name, text] of english) {
          expect([name, ...places(own.get(name) ?? "")]).toEqual([
            name,
            ...places(text),
          ])
        }
      })

      it("are translated", () => {
        if (language === "en") return
        const same = flat(en).filter(([name, text]) => own.get(name) === text)
        expect(same).toEqual([])
      })
    }
  )

  it.each([
    ["de", "Erneut versuchen"],
    ["de-AT", "Erneut versuchen"],
    ["pt_BR", "Tentar novamente"],
    ["FR-ca", "Réessayer"],
    ["nl", "Try again"],
    ["", "Try again"],
    ["constructor", "Try again"],
  ])(
    "of the locale %j are in its language, else in English",
    (locale, text) => {
      expect(textsOf(locale).tryAgain).toBe(text)
    }
  )

  it("give way to the shop's own, one by one", () => {
    const texts = textsOf("en", {
      pay: "Coins, please",
      phases: { expired: ["Over", "Start again."] },
    })
    expect(texts.pay).toBe("Coins, please")
    expect(texts.phases.expired).toEqual(["Over", "Start again."])
    expect(texts.phases.failed).toEqual(en.phases.failed)
    expect(texts.copy).toBe(en.copy)
  })

  it("are filled where they have places, and nowhere else", () => {
    expect(fill("{a} and {b}, {a}", { a: "1", b: "{a}" })).toBe("1 and {a}, 1")
    expect(fill("{a} {c}", { a: "1" })).toBe("1 {c}")
  })
})
