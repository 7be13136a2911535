import { isDeepStrictEqual } from "node:util"
import { confirmedPayment, createdPayment } from "./fixtures"
import {
  Currency,
  isKnownStatus,
  Merchant,
  Payment,
  PaymentList,
  PaymentListItem,
  paymentOutcome,
  quoteStatus,
  shortText,
} from "./schemas"

/** Whether a payment keeps the value of a field, in place of a rejection or none. */
const keeps = (fields: Partial<Payment>) => {
  const payment = { ...createdPayment, ...fields }
  const { success, data } = Payment.safeParse(payment)
  return success && isDeepStrictEqual(data, payment)
}
const isPlainText = (text: string) => keeps({ id: `id ${text}` })

describe("reading a payment", () => {
  const shop = "https://shop.example"
  const urls = {
    callback_url: `${shop}/hook`,
    fail_url: `${shop}/again`,
    success_url: `${shop}/thanks?order=1`,
  }

  it.each([
    createdPayment,
    { ...confirmedPayment, ...urls },
    { ...createdPayment, status: "on_hold" },
  ])("takes the shape of status $status, without unknown fields", (payment) => {
    const read = { ...payment, risk: { score: 3 } }
    expect(Payment.parse(read)).toEqual(payment)
    expect(PaymentListItem.parse(read)).toEqual(payment)
  })

  it("does not take a prototype's fields for the payment's own", () => {
    const text = JSON.stringify(createdPayment)
    const parsed = Payment.safeParse(JSON.parse(`{"__proto__":${text}}`))
    expect(parsed.success).toBe(false)
  })

  it("takes null for an absent optional field", () => {
    const { url: _url, ...rest } = createdPayment
    const nulls = { url: null, amount: null, currency: null, is_test: null }
    const { is_test: _isTest, ...kept } = rest
    expect(Payment.parse({ ...rest, ...nulls })).toEqual(kept)
  })

  it.each([
    { original_amount: 19.9 },
    { original_amount: "lots" },
    { original_currency: {} },
    { original_currency: null },
    { wallet_address: 7 },
    { url: "javascript:alert(1)" },
    ...[null, "javascript:alert(1)", 7].flatMap((value) => [
      { callback_url: value },
      { success_url: value },
      { fail_url: value },
    ]),
  ])("drops an unpromised field that is malformed or unsafe: %j", (wrong) => {
    const expected = {
      ...confirmedPayment,
      [Object.keys(wrong)[0]]: undefined,
    }
    for (const schema of [Payment, PaymentListItem]) {
      expect(schema.parse({ ...confirmedPayment, ...wrong })).toEqual(expected)
    }
  })

  it.each([
    [`USDT\u202e_${"x".repeat(100_000)}`, `USDT_${"x".repeat(58)}…`],
    ["\u200b", undefined],
  ])("cleans and bounds the coin", (currency, shown) => {
    const read = Payment.parse({ ...confirmedPayment, currency })
    expect(read.currency).toBe(shown)
  })

  it.each([
    ["id", undefined, "", 7, "a\0b", "a\u202eb"],
    ["external_id", null, "x".repeat(513), "a\nb"],
    ["status", undefined, true, "a\ud800b"],
    ["created_at", "yesterday"],
    ["is_test", "true"],
    ["amount", 21.57, "-1", "1e2", "9".repeat(65)],
    ["currency", 1],
  ])("is rejected when %s is wrong: %j", (field, ...values) => {
    for (const value of values) {
      const fields = { ...confirmedPayment, [String(field)]: value }
      const { error } = Payment.safeParse(fields)
      expect(error?.issues.map(({ path }) => path)).toEqual([[field]])
    }
  })
})

describe("reading a list of payments", () => {
  const page = { total: 3, limit: 20, offset: 0 }

  it("takes items of any shape", () => {
    const items = [confirmedPayment, {}, { id: 7, status: "pending" }, "p4"]
    const taken = [confirmedPayment, {}, { status: "pending" }, {}]
    expect(PaymentList.parse({ ...page, items }).items).toEqual(taken)
  })

  it.each([
    { ...page },
    { ...page, items: {} },
    { ...page, items: [], total: "3" },
    { ...page, items: [], offset: -1 },
  ])("is rejected when it is not a page: %j", (wrong) => {
    expect(PaymentList.safeParse(wrong).success).toBe(false)
  })
})

describe("reading a currency", () => {
  const coin = { code: "USDT_TRC20", name: "Tether" }

  it.each([
    ["Nile", {}],
    [{ name: "Nile" }, {}],
    [{ name: "Nile", is_testnet: true }, { is_testnet: true }],
    [{ name: "Nile", is_testnet: "no" }, {}],
  ])("brings the blockchain %j into one shape", (blockchain, more) => {
    const expected = { ...coin, blockchain: "Nile", ...more }
    expect(Currency.parse({ ...coin, blockchain })).toEqual(expected)
  })

  it("cleans and bounds the names, and takes a code as it is or not at all", () => {
    const name = `Tether\u202e\n${"x".repeat(100_000)}`
    for (const blockchain of [name, { name }]) {
      const parsed = Currency.parse({ code: "USDT", name, blockchain })
      for (const text of [parsed.name, parsed.blockchain]) {
        expect(text).toMatch(/^Tether x+…$/)
        expect(text).toHaveLength(64)
      }
    }
    for (const code of ["USDT\u202e", "x".repeat(65), "a\nb"]) {
      const parsed = Currency.safeParse({ code, name, blockchain: "Tron" })
      expect(parsed.success).toBe(false)
    }
  })

  it.each([{}, { blockchain: 1 }, { blockchain: {} }, { blockchain: null }])(
    "is rejected with %j",
    (wrong) => {
      expect(Currency.safeParse({ ...coin, ...wrong }).success).toBe(false)
    }
  )
})

describe("reading a merchant", () => {
  const merchant = {
    id: "5f0c7a3e-7d0b-4c53-9a55-0d5c3f4c9b11",
    name: "Shop",
    balance: "12.50",
    created_at: "2026-01-15T12:00:00Z",
  }

  it.each(["0", "12.50", "-3.1"])(
    "takes a balance of %s, and a name that can be shown",
    (balance) => {
      const name = `Shop\u202egro.live${"x".repeat(100_000)}`
      const parsed = Merchant.parse({ ...merchant, balance, name })
      const shown = expect.stringMatching(/^Shopgro\.livex{51}…$/)
      expect(parsed).toEqual({ ...merchant, balance, name: shown })
    }
  )

  it.each([`9${"0".repeat(64)}`, "1.", 12.5])(
    "is rejected with a balance of %s",
    (balance) => {
      expect(Merchant.safeParse({ ...merchant, balance }).success).toBe(false)
    }
  )
})

describe("a text that is shown", () => {
  it.each([
    ["Tether USD", "Tether USD"],
    [" Tether\n\tUSD ", "Tether USD"],
    ["Shop\u202egro.live", "Shopgro.live"],
    ["\u2066a\u2069\u200b\ufeff\u00adb", "ab"],
    ["a\u0000b\u001b[2Kc", "a b [2Kc"],
    ["a\u2028b", "a b"],
    ["a\ud800b", "ab"],
    ["חנות", "חנות"],
    ["\u200b", ""],
  ])("%j is shown as %j", (text, shown) => {
    expect(shortText(text, 64)).toBe(shown)
    expect(isPlainText(shown)).toBe(true)
  })

  it("is cut to its length, and no character in half", () => {
    expect(shortText("x".repeat(64), 64)).toBe("x".repeat(64))
    const cut = shortText("😀".repeat(100), 64)
    expect([...cut]).toHaveLength(64)
    expect(isPlainText(cut)).toBe(true)
    expect(isPlainText(shortText(`${"x".repeat(199)}😀😀`))).toBe(true)
  })
})

describe("an address of a checkout page", () => {
  it.each([
    "https://gateway.example/pay/1?x=%20#y",
    "HTTPS://gateway.example",
    "http://127.0.0.1:4000/pay/1",
    "https://gateway.example/@shop",
    `https://gateway.example/${"x".repeat(2_024)}`,
  ])("is %s", (url) => expect(keeps({ url })).toBe(true))

  it.each([
    "javascript:alert(1)",
    "https:gateway.example",
    "https:///gateway.example",
    "/pay/1",
    "https://shop.test@evil.test/",
    "https://shop.test:x@evil.test/",
    "https://:@evil.test:80x/",
    "https://shop.test\\@evil.test/",
    "https://gateway.example/pay 1",
    "https://gateway.example/\u202eyap",
    "https://gateway.example/\npay",
    `https://gateway.example/${"x".repeat(2_025)}`,
    `https://gateway.example/${"x".repeat(500_000)}`,
  ])("is not %s", (url) => expect(keeps({ url })).toBe(false))
})

describe("an address of a wallet", () => {
  const isKept = (wallet_address: string) => keeps({ wallet_address })

  it.each(["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "x".repeat(255)])(
    "is %s",
    (address) => expect(isKept(address)).toBe(true)
  )

  it.each([
    "",
    "x".repeat(256),
    "0xabc\n0xdef",
    "0xabc 0xdef",
    " 0xabc",
    "0xabc\u00a0",
    "0xabc\u202e",
    "0xabc\u0000",
    "0xabc\ud800",
    "https://evil.test/",
    "HTTPS://EVIL.TEST/",
    "javascript:alert(1)",
    "bitcoin:bc1q?amount=1",
    "evil://x",
  ])("is not %j", (address) => expect(isKept(address)).toBe(false))
})

describe("the outcome of a payment", () => {
  it.each([
    ["confirmed", "paid"],
    ["confirmed_manual", "paid"],
    ["expired", "unpaid"],
    ["failed", "unpaid"],
    ["created", "open"],
    ["pending", "open"],
  ])("of status %s is %s", (status, outcome) => {
    expect(paymentOutcome(status)).toBe(outcome)
    expect(isKnownStatus(status)).toBe(true)
  })

  it.each(["refunded", "CONFIRMED", "confirmed ", "", "toString", "__proto__"])(
    "stays open for the unknown status %j",
    (status) => {
      expect(paymentOutcome(status)).toBe("open")
      expect(isKnownStatus(status)).toBe(false)
    }
  )
})

it("quotes a status as one line of bounded length that can be seen", () => {
  const status = `under\u202epaid\r\nINFO all is well${"x".repeat(500)}`
  expect(quoteStatus(status)).toMatch(/^"underpaid INFO all is wellx{37}…"$/)
})
