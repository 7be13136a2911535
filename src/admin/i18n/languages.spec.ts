import resources, { NAMESPACE } from "."

/** A text, or texts by key. */
type Node = string | { [key: string]: Node }

/** Each text by its path, as i18next names it. */
function texts(node: Node, path = ""): [string, string][] {
  if (typeof node === "string") return [[path, node]]
  return Object.entries(node).flatMap(([key, child]) =>
    texts(child, path === "" ? key : `${path}.${key}`)
  )
}

const textsOf = (language: string) =>
  new Map(texts(resources[language][NAMESPACE]))

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort()

const english = textsOf("en")
const others = Object.keys(resources).filter((language) => language !== "en")

/** Not in English, for which the API returns the advice. */
const adviceKeys = Object.keys(
  resources.en[NAMESPACE].attention.reasons
).flatMap((reason) =>
  ["what_happened", "where_the_money_is", "what_to_do"].map(
    (part) => `attention.advice.${reason}.${part}`
  )
)

describe("the languages of the admin", () => {
  it("are English, German, Spanish and French", () => {
    expect(Object.keys(resources).sort()).toEqual(["de", "en", "es", "fr"])
  })

  it("have no empty text", () => {
    for (const language of Object.keys(resources)) {
      for (const text of textsOf(language).values()) {
        expect(text.trim()).not.toBe("")
      }
    }
  })

  it.each(others)("%s has the keys of English and the advice", (language) => {
    expect([...textsOf(language).keys()].sort()).toEqual(
      [...english.keys(), ...adviceKeys].sort()
    )
  })

  it.each(others)("%s has the placeholders of English", (language) => {
    for (const [key, text] of textsOf(language)) {
      // "One payment" does not need the number that "{{count}} payments" has.
      if (key.endsWith("_one")) continue
      expect([key, placeholders(text)]).toEqual([
        key,
        placeholders(english.get(key) ?? ""),
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
