import type { Translate } from "../i18n/use-texts"
import { differenceText, shortDifferenceText, surplusText } from "./format"
import type { AdminCryptoDifference } from "../../api/types"

const t: Translate = (key: string, values?: object) =>
  `${key} ${JSON.stringify(values ?? {})}`

const payment = (patch: Partial<AdminCryptoDifference> | null) => ({
  crypto_currency: "USDT",
  crypto_difference: patch && {
    kind: "short" as const,
    crypto_amount: "-0.500000000000000001",
    percent: "-2.32",
    amount: "-0.46",
    currency_code: "eur",
    ...patch,
  },
})

describe("the difference of a payment", () => {
  it("has coins, percentage and price, without their sign", () => {
    expect(differenceText(payment({}), t, "en")).toBe(
      'difference.short {"amount":"0.500000000000000001 USDT","details":"2.32%, €0.46 EUR"}'
    )
    expect(shortDifferenceText(payment({}), t, "en")).toBe(
      'difference.shortPercent {"percent":"2.32%"}'
    )
  })

  it("follows the locale", () => {
    expect(shortDifferenceText(payment({}), t, "de")).toContain("2,32\u00a0%")
  })

  it("has no price where it is unknown", () => {
    const unpriced = payment({ amount: null, currency_code: null })
    expect(differenceText(unpriced, t, "en")).toContain('"details":"2.32%"')
  })

  it("that is rounded to zero is not shown as zero", () => {
    const tiny = payment({ kind: "over", percent: "0.00" })
    expect(shortDifferenceText(tiny, t, "en")).toBe(
      'difference.overPercent {"percent":"<0.01%"}'
    )
  })

  it("is named where there is none, but not in lists", () => {
    const exact = payment({ kind: "exact", crypto_amount: "0" })
    expect(differenceText(exact, t, "en")).toBe("difference.exact {}")
    expect(shortDifferenceText(exact, t, "en")).toBeNull()
  })

  it("that is a surplus says how much to send back", () => {
    const { crypto_currency, crypto_difference } = payment({ kind: "over" })
    const settled = { crypto_currency, surplus_to_return: crypto_difference }
    expect(surplusText(settled, t, "en")).toBe(
      'surplusHint {"amount":"0.500000000000000001 USDT","details":"2.32%, €0.46 EUR"}'
    )
    expect(surplusText({ ...settled, surplus_left: null }, t, "en")).toBeNull()
    const none = { crypto_currency, surplus_to_return: null }
    expect(surplusText(none, t, "en")).toBeNull()
  })

  it("is not shown where it is unknown", () => {
    expect(differenceText(payment(null), t, "en")).toBeNull()
    expect(shortDifferenceText(payment(null), t, "en")).toBeNull()
  })
})
