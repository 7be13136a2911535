import { localeOf } from "./use-texts"

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
