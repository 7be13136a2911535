import i18next, { type TFunction } from "i18next"

import { NAMESPACE } from "../i18n"
import en from "../i18n/json/en.json"
import { LOADERS } from "../i18n/load-texts"
import { isolateText, statusText } from "./gateway-text"

describe("a gateway status", () => {
  const loaders = { en: async () => ({ default: en }), ...LOADERS }

  const inLanguage = async (lng: keyof typeof loaders): Promise<TFunction> => {
    const { default: texts } = await loaders[lng]()
    const instance = i18next.createInstance()
    await instance.init({
      lng,
      resources: { [lng]: { [NAMESPACE]: texts } },
      defaultNS: NAMESPACE,
      interpolation: { escapeValue: false },
    })
    return instance.t
  }

  it.each([
    ["en", "pending", "Awaiting full amount"],
    ["en", "underpaid", "underpaid (unknown)"],
    ["de", "underpaid", "underpaid (unbekannt)"],
    ["es", "underpaid", "underpaid (desconocido)"],
    ["fr", "underpaid", "underpaid (inconnu)"],
    ["en", "unknownStatus", "unknownStatus (unknown)"],
    ["en", "under.paid: $t(copy)", "under.paid: $t(copy) (unknown)"],
    ["en", "מחכה", "\u2068מחכה\u2069 (unknown)"],
  ] as const)("in %s: %s is %s", async (language, status, text) => {
    expect(statusText(status, await inLanguage(language))).toBe(text)
  })
})

describe("foreign text in a sentence", () => {
  it("stays unchanged when it is ASCII", () => {
    expect(isolateText("Sandbox shop")).toBe("Sandbox shop")
  })

  it.each(["חנות", "متجر", "Shop\u202egro.live"])(
    "is isolated when it may be written right to left: %j",
    (text) => expect(isolateText(text)).toBe(`\u2068${text}\u2069`)
  )
})
