import { createInstance } from "i18next"
import resources, { NAMESPACE } from "../i18n"
import type { Translate } from "../i18n/use-texts"
import type {
  AdminCryptoAttentionFact as AttentionFact,
  AdminCryptoDifference,
} from "../../api/types"
import { formatPrice } from "../../coins/price"
import {
  about,
  attentionFacts,
} from "../../modules/crypto-payment/fixtures/attention-facts"
import {
  describeFact,
  traitsOf,
} from "../../modules/crypto-payment/settling/attention-fact"
import {
  aboutCoins,
  coinText,
  differenceText,
  factText,
  formatAge,
  formatDay,
  formatTime,
  isolateText,
  isOver,
  isRefundable,
  rateText,
  remainingAmount,
  shortDifferenceText,
  statusText,
  surplusText,
} from "./format"

const translateIn = async (language: string): Promise<Translate> => {
  const i18n = createInstance()
  await i18n.init({
    resources,
    lng: language,
    interpolation: { escapeValue: false },
  })
  return i18n.getFixedT(language, NAMESPACE)
}

const coin = {
  crypto_currency: "USDT_TRC20",
  crypto_network: "TRON",
  crypto_symbol: "USDT" as const,
}

describe("a price", () => {
  it.each([
    ["19.99", "eur", "en", "€19.99"],
    ["100", "jpy", "en", "¥100"],
    ["1234.50", "eur", "de", "1.234,50\u00a0€"],
    // More digits than a number has.
    ["9007199254740993.01", "eur", "en", "€9,007,199,254,740,993.01"],
    ["5.25", "usdt", "en", "5.25 USDT"],
  ])("of %s %s in %s reads %s", (amount, currencyCode, locale, expected) => {
    expect(formatPrice(amount, currencyCode, locale)).toBe(expected)
  })

  it.each([
    ["0.925925925925925926", "1 USDT = 0,92592593\u00a0€"],
    ["0.000000123456789012", "1 USDT = 0,00000012345679\u00a0€"],
    ["61234.567891234", "1 USDT = 61.234,568\u00a0€"],
    ["1250", "1 USDT = 1.250\u00a0€"],
  ])("of a coin, %s, is short: %s", (crypto_rate, text) => {
    const priced = { currency_code: "eur", settled_at: null }
    const named = { gateway_amount: null, gateway_currency: null }
    const worth = { crypto_rate, received_value: null }
    const payment = { ...coin, ...priced, ...named, ...worth }
    expect(rateText(payment, "de")).toBe(text)
  })

  it.each([
    ["19.99", [], "19.99"],
    ["19.99", ["5.00"], "14.99"],
    ["19.99", ["5", "14.99"], "0.00"],
    ["100", ["0.5"], "99.5"],
    ["0.30", ["0.1", "0.1"], "0.10"],
    ["9007199254740993.01", ["0.01"], "9007199254740993.00"],
    ["5.00", ["6.00"], "0.00"],
  ])("of %s after refunds of %j is %s", (amount, refunds, left) => {
    expect(remainingAmount(amount, refunds)).toBe(left)
  })

  it("is refundable up to what is left", () => {
    const fit = ["0.01", "14.99", "14.990", "7"]
    const others = ["0", "0.00", "15", "14.991", "-1", "1e1", "1,5", "", ".5"]
    const amounts = [...fit, ...others]
    expect(amounts.filter((each) => isRefundable(each, "14.99"))).toEqual(fit)
  })
})

it("about as many coins are refunded as the same share of what arrived without a surplus", () => {
  const paid = {
    crypto_amount: "0.0216",
    refundable_price: { amount: "43.20", currency_code: "eur" },
    surplus_to_return: null,
  }
  expect(aboutCoins(paid, "43.20")).toBe("0.0216")
  expect(aboutCoins(paid, "10.80")).toBe("0.0054")
  expect(aboutCoins(paid, "0.01")).toBe("0.000005")
  expect(aboutCoins(paid, "ten")).toBeNull()
  const unpriced = { ...paid, refundable_price: null }
  expect(aboutCoins(unpriced, "20")).toBeNull()
  const surplus_to_return = {
    kind: "over" as const,
    crypto_amount: "0.0016",
    percent: "8.00",
    amount: "3.20",
    currency_code: "eur",
  }
  const over = { ...paid, surplus_to_return }
  expect(aboutCoins(over, "43.20")).toBe("0.02")
})

describe("the difference of a payment", () => {
  const t: Translate = (key: string, values?: object) =>
    `${key} ${JSON.stringify(values ?? {})}`
  const short: AdminCryptoDifference = {
    kind: "short",
    crypto_amount: "-0.500000000000000001",
    percent: "-2.32",
    amount: "-0.46",
    currency_code: "eur",
  }
  const COINS = `"amount":"0.500000000000000001 USDT"`

  it.each<
    [Partial<AdminCryptoDifference> | null, string | null, string | null]
  >([
    [
      {},
      `difference.short {${COINS},"details":"2.32%, €0.46"}`,
      'difference.shortPercent {"percent":"2.32%"}',
    ],
    [
      { amount: null, currency_code: null },
      `difference.short {${COINS},"details":"2.32%"}`,
      'difference.shortPercent {"percent":"2.32%"}',
    ],
    // Rounded to zero, it is not shown as zero.
    [
      { kind: "over", percent: "0.00" },
      `difference.over {${COINS},"details":"<0.01%, €0.46"}`,
      'difference.overPercent {"percent":"<0.01%"}',
    ],
    [{ kind: "exact", crypto_amount: "0" }, null, null],
    [null, null, null],
  ])("%j reads in full and in a list", (patch, full, inList) => {
    const crypto_difference = patch && { ...short, ...patch }
    const payment = { ...coin, crypto_difference }
    expect(differenceText(payment, t, "en")).toBe(full)
    expect(shortDifferenceText(payment, t, "en")).toBe(inList)
  })

  it("that is a surplus says how much to send back", () => {
    const surplus_to_return = { ...short, kind: "over" as const }
    const settled = { ...coin, surplus_to_return }
    expect(surplusText(settled, t, "en")).toBe(
      `surplusHint {${COINS},"details":"2.32%, €0.46"}`
    )
    expect(surplusText(settled, t, "de")).toContain("2,32\u00a0%")
    expect(surplusText({ ...settled, surplus_left: null }, t, "en")).toBeNull()
    const none = { ...coin, surplus_to_return: null }
    expect(surplusText(none, t, "en")).toBeNull()
    // Without its network, the code may be what names it.
    expect(coinText({ ...coin, crypto_network: null })).toBe("USDT_TRC20")
  })
})

describe("a time", () => {
  // The time zone is the machine's; only what all zones share is asserted.
  const morning = "2026-11-21T09:40:05.041Z"

  it.each([
    ["en", false, /^Nov 2\d, 2026, \d\d:\d\d:05 [AP]M \S+/],
    ["en", true, /^Nov 2\d, 2026, \d+:\d\d [AP]M$/],
    ["de", false, /^2\d\. Nov\. 2026, \d\d:\d\d:05 \S+$/],
    ["de", true, /^2\d\.11\.2026, \d\d:\d\d$/],
  ])("is in %s as that language writes it, short: %j", (...row) => {
    const [locale, isShort, text] = row
    // Intl writes a narrow space.
    const written = formatTime(morning, locale, isShort)
    expect(written.replaceAll("\u202f", " ")).toMatch(text)
  })

  it.each([
    [0, "en", "today"],
    [-1, "en", "yesterday"],
    [0, "de", "heute"],
    [-2, "en", "Jan 8, 2026"],
    [1, "en", "Jan 11, 2026"],
  ])("%d days from now reads in %s: %s", (days, locale, word) => {
    const now = new Date(2026, 0, 10, 0, 5)
    const at = new Date(2026, 0, 10 + days, 23, 59)
    const written = formatDay(at.toISOString(), locale, now)
    expect(written).toContain(word)
    expect(written).toMatch(/11:59|23:59/)
  })

  it("is over from its own moment on", () => {
    const at = (ms: number) => new Date(new Date(morning).getTime() + ms)
    expect([-1, 0, 1].map((ms) => isOver(morning, at(ms)))).toEqual([
      false,
      true,
      true,
    ])
  })

  it.each([
    ["2026-01-10T11:59:30.000Z", "en", "now"],
    ["2026-01-10T11:58:59.000Z", "en", "1 minute ago"],
    ["2026-01-10T09:00:01.000Z", "en", "2 hours ago"],
    ["2026-01-09T12:00:00.000Z", "en", "yesterday"],
    ["2026-01-07T11:00:00.000Z", "de", "vor 3 Tagen"],
    // The server's clock may be ahead.
    ["2026-01-10T12:00:05.000Z", "en", "now"],
  ])("of %s is, in %s, %s", (time, locale, expected) => {
    const now = new Date("2026-01-10T12:00:00.000Z")
    expect(formatAge(time, locale, now)).toBe(expected)
  })
})

describe("what was found about a payment", () => {
  const examples = Object.values(attentionFacts).flat()
  const textOf = async (
    fact: unknown,
    language: string,
    attention_detail: string | null = null
  ) => {
    const attention_fact = fact as AttentionFact | null
    const t = await translateIn(language)
    return factText({ attention_fact, attention_detail }, t, language)
  }

  it.each(examples)(
    "of %j is what the API says in English",
    async (fact, text) => {
      expect(await textOf(fact, "en", text)).toBe(text)
    }
  )

  it.each(Object.keys(resources).filter((code) => code !== "en"))(
    "is said in %s, with all it names",
    async (language) => {
      for (const [fact] of examples) {
        const shown = await textOf(fact, language)
        expect(shown).toMatch(/^[^a-z{}][^{}]+[^{}\s]$/)
        expect(shown).not.toMatch(/undefined|\bnull\b|attention\.[a-z]/)
        if ("order_number" in fact && fact.order_number !== null) {
          expect(shown).toMatch(/12/)
        }
        for (const each of "unreserved" in fact ? fact.unreserved : []) {
          expect(shown).toContain(`${each.quantity} × ${each.title}`)
        }
        if (fact.type === "failed" && fact.message) {
          expect(shown).toContain(fact.message)
        }
      }
    }
  )

  it.each(Object.keys(resources).filter((code) => code !== "en"))(
    "names in %s what it names in English",
    async (language) => {
      const t = await translateIn(language)
      const named = {
        ...about,
        price: { amount: "20.00", currency_code: "xyz" },
        left: { amount: "19.00", currency_code: "xyz" },
      }
      const words = ["Ada Lovelace", "20", "19", "19 USDT", "invoice-77", "12"]
      const said = (text: string | null) =>
        words.filter((word) => text?.includes(word))
      for (const [fact] of examples) {
        const attention_about = { ...named, ...traitsOf(fact) }
        const found = { attention_fact: fact, attention_about }
        const text = factText({ ...found, attention_detail: null }, t, language)
        expect([fact, said(text)]).toEqual([
          fact,
          said(describeFact(fact, named)),
        ])
      }
    }
  )

  it("has amounts as the language writes them", async () => {
    const [[fact]] = attentionFacts.cart_price_differs
    expect(await textOf(fact, "de")).toBe(
      "Der Kunde hat 14,80\u00a0€ bezahlt; der Warenkorb kostet jetzt 19,79\u00a0€."
    )
  })

  it.each([
    null,
    { type: "from_the_future" },
    { type: "blocked", blocker: "new", name: null, message: null },
  ])("is the API's sentence where it is %j", async (fact) => {
    expect(await textOf(fact, "de", "Something new.")).toBe("Something new.")
    expect(await textOf(null, "de")).toBeNull()
  })
})

it.each([
  ["en", "pending", "Awaiting full amount"],
  ["de", "underpaid", "underpaid (unbekannt)"],
  ["en", "unknownStatus", "unknownStatus (unknown)"],
  ["en", "under.paid: $t(copy)", "under.paid: $t(copy) (unknown)"],
  ["en", "מחכה", "\u2068מחכה\u2069 (unknown)"],
])("in %s, the gateway status %s is %s", async (language, status, text) => {
  expect(statusText(status, await translateIn(language))).toBe(text)
})

it.each([
  ["Sandbox shop", "Sandbox shop"],
  ...["חנות", "متجر", "Shop\u202egro.live"].map((text) => [
    text,
    `\u2068${text}\u2069`,
  ]),
])("the foreign text %j is isolated as %j in a sentence", (text, shown) => {
  expect(isolateText(text)).toBe(shown)
})
