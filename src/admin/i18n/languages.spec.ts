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

describe("the languages of the admin", () => {
  it("are English, German, Spanish and French", () => {
    expect(Object.keys(resources).sort()).toEqual(["de", "en", "es", "fr"])
  })

  it("have something to say under each key", () => {
    for (const language of Object.keys(resources)) {
      for (const text of textsOf(language).values()) {
        expect(text.trim()).not.toBe("")
      }
    }
  })

  it.each(others)("%s has each key of English and no other", (language) => {
    expect([...textsOf(language).keys()].sort()).toEqual(
      [...english.keys()].sort()
    )
  })

  it.each(others)("%s has the placeholders of English", (language) => {
    for (const [key, text] of textsOf(language)) {
      // "One payment" may do without the number that "{{count}} payments" has.
      if (key.endsWith("_one")) continue
      expect([key, placeholders(text)]).toEqual([
        key,
        placeholders(english.get(key) ?? ""),
      ])
    }
  })

  it.each(others)("%s is not English left standing", (language) => {
    const same = [...textsOf(language)].filter(
      ([key, text]) => text.includes(" ") && text === english.get(key)
    )
    expect(same).toEqual([])
  })
})
