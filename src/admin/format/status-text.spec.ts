import i18next, { type TFunction } from "i18next"

import resources, { NAMESPACE } from "../i18n"
import { statusText } from "./status-text"

describe("a status of the gateway", () => {
  const inLanguage = async (lng: string): Promise<TFunction> => {
    const instance = i18next.createInstance()
    await instance.init({
      lng,
      resources,
      defaultNS: NAMESPACE,
      interpolation: { escapeValue: false },
    })
    return instance.t
  }

  it.each([
    ["en", "pending", "Waiting for the full amount"],
    ["en", "underpaid", "underpaid (unknown)"],
    ["de", "underpaid", "underpaid (unbekannt)"],
    ["es", "underpaid", "underpaid (desconocido)"],
    ["fr", "underpaid", "underpaid (inconnu)"],
    ["en", "unknownStatus", "unknownStatus (unknown)"],
    ["en", "under.paid: $t(copy)", "under.paid: $t(copy) (unknown)"],
    ["en", "מחכה", "\u2068מחכה\u2069 (unknown)"],
  ])("in %s: %s is %s", async (language, status, text) => {
    expect(statusText(status, await inLanguage(language))).toBe(text)
  })
})
