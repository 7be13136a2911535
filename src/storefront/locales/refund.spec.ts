import { isComplete, languages } from "."
import * as entry from "../languages"
import {
  applyRefundLabels,
  type CryptoRefundTexts,
  loadRefundTexts,
} from "./refund"
import { en } from "./refund-en"

/** Each text with its path, such as `steps.sent.1`. */
function flatten(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]]
  return Object.entries(value ?? {}).flatMap(([key, part]) =>
    flatten(part, name ? `${name}.${key}` : key)
  )
}

const findPlaceholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe("the texts of a refund", () => {
  describe.each(languages)("in %s", (language) => {
    let texts: CryptoRefundTexts

    beforeAll(async () => {
      texts = await loadRefundTexts(language)
    })

    it("have every text with the placeholders of the English one", () => {
      const own = new Map(flatten(texts))
      const english = flatten(en)
      expect([...own.keys()].sort()).toEqual(
        english.map(([name]) => name).sort()
      )
      for (const [name, text] of english) {
        expect([name, ...findPlaceholders(own.get(name) ?? "")]).toEqual([
          name,
          ...findPlaceholders(text),
        ])
      }
      expect(isComplete(texts, en)).toBe(true)
    })

    it("are exported for a server", () => {
      expect(new Map(Object.entries(entry)).get(`${language}Refund`)).toBe(
        texts
      )
    })

    it("name no price where it is not known", () => {
      for (const [, text, withoutPrice] of Object.values(texts.steps)) {
        expect(withoutPrice === undefined).toBe(!text.includes("{price}"))
        expect(withoutPrice ?? "").not.toContain("{")
      }
    })

    it("are translated", () => {
      if (language === "en") return
      const own = new Map(flatten(texts))
      const same = flatten(en).filter(([name, text]) => own.get(name) === text)
      expect(same).toEqual([])
    })
  })

  it("are English in an unknown language", async () => {
    expect(await loadRefundTexts("nl")).toBe(en)
  })

  it("are replaced by labels, those of a step as a whole", () => {
    const texts = applyRefundLabels(en, {
      check: "Next",
      steps: { sent: ["Sent", "Look into your wallet."] },
    })
    expect(texts.check).toBe("Next")
    expect(texts.steps.sent).toEqual(["Sent", "Look into your wallet."])
    expect(texts.steps.expired).toEqual(en.steps.expired)
    expect(isComplete(texts, en)).toBe(true)
    expect(isComplete({ ...en, steps: { sent: en.steps.sent } }, en)).toBe(
      false
    )
    expect(applyRefundLabels(en)).toEqual(en)
  })
})
