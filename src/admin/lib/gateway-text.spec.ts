import i18next, { type TFunction } from "i18next"

import resources, { NAMESPACE } from "../i18n"
import { isolateText, networkOfCoin, statusText } from "./gateway-text"

describe("a gateway status", () => {
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
    ["en", "pending", "Awaiting full amount"],
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

describe("foreign text in a sentence", () => {
  it("stays unchanged when it is ASCII", () => {
    expect(isolateText("Sandbox shop")).toBe("Sandbox shop")
  })

  it.each(["חנות", "متجر", "Shop\u202egro.live"])(
    "is isolated when it may be written right to left: %j",
    (text) => expect(isolateText(text)).toBe(`\u2068${text}\u2069`)
  )
})

describe("the network of a coin", () => {
  it.each([
    ["USDT_TRC20", "Tron"],
    ["usdt-trc20", "Tron"],
    ["USDC_POLYGON", "Polygon"],
    ["USDT_BEP20", "BSC"],
    ["USDT_ERC20_TEST", "Ethereum testnet"],
  ])("is read from the code %s: %s", (code, network) => {
    expect(networkOfCoin(code)).toBe(network)
  })

  it.each(["USDT", "ETH", "TRX", "USDT_SOMETHING"])(
    "is not guessed from the code %s",
    (code) => {
      expect(networkOfCoin(code)).toBeNull()
    }
  )
})
