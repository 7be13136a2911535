import type { MerchantOptions } from "../merchants/options"
import { parseOptions } from "../merchants/parse-options"
import { expandUrl, returnUrls } from "./return-urls"
import type { PaymentTerms } from "./payment-terms"

function merchant(patch: Record<string, unknown> = {}): MerchantOptions {
  const [parsed] = parseOptions({
    baseUrl: "https://gateway.example",
    merchantId: "merchant-1",
    apiKey: "key",
    webhookSecret: "secret",
    callbackBaseUrl: "https://api.shop.example",
    successUrl: "https://shop.example/thanks/{payment_session_id}",
    failUrl: "https://pay.shop.example/failed",
    allowedReturnOrigins: ["https://app.shop.example:8443"],
    ...patch,
  }).values()
  return parsed
}

const terms: PaymentTerms = {
  provider: {
    provider_id: "pp_crypto_crypto",
    flow: "widget",
    merchantKey: "default",
  },
  session_id: "payses_1",
  payment_collection_id: "pay_col_1",
  cart_id: "cart_1",
  price: { amount: "19.99", currency_code: "eur" },
  not_payable: null,
  target_currency: null,
  is_test: false,
}

describe("the template of a return URL", () => {
  it("is filled with the session", () => {
    const template =
      "https://shop.example/{payment_session_id}?s={payment_session_id}"
    expect(expandUrl(template, terms)).toBe(
      "https://shop.example/payses_1?s=payses_1"
    )
  })

  it("cannot be broken out of by an odd id", () => {
    const odd = { ...terms, session_id: "a/../b?c=d&e#f $& @evil.example" }
    const template = "https://shop.example/x?c={payment_session_id}"
    const filled = new URL(expandUrl(template, odd))
    expect(filled.origin).toBe("https://shop.example")
    expect(filled.pathname).toBe("/x")
    expect([...filled.searchParams.keys()]).toEqual(["c"])
    expect(filled.searchParams.get("c")).toBe(odd.session_id)
    expect(filled.hash).toBe("")
  })

  it("keeps braces that mean nothing, and tells no cart", () => {
    const template = "https://shop.example/{order_id}/{cart_id}"
    expect(expandUrl(template, terms)).toBe(template)
  })
})

describe("the return URLs of a payment", () => {
  const asked = {
    ...terms,
    success_url: "https://shop.example/de/thanks?session={payment_session_id}",
  }

  it("are what the storefront asked for, else what the options say", () => {
    expect(returnUrls(asked, merchant())).toEqual({
      success_url: "https://shop.example/de/thanks?session=payses_1",
      fail_url: "https://pay.shop.example/failed",
    })
    expect(returnUrls(terms, merchant())).toEqual({
      success_url: "https://shop.example/thanks/payses_1",
      fail_url: "https://pay.shop.example/failed",
    })
  })

  it("are none where neither names any", () => {
    const silent = merchant({ successUrl: undefined, failUrl: undefined })
    expect(returnUrls(terms, silent)).toEqual({
      success_url: null,
      fail_url: null,
    })
  })

  it("are none for an inline payment, whose shopper leaves no page", () => {
    const inline: PaymentTerms = {
      ...asked,
      provider: { ...terms.provider, flow: "h2h" },
    }
    expect(returnUrls(inline, merchant())).toEqual({
      success_url: null,
      fail_url: null,
    })
  })
})
