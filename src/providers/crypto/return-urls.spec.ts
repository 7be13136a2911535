import { MedusaError, parseCorsOrigins } from "@medusajs/framework/utils"
import {
  type MerchantOptions,
  parseOptions,
} from "../../modules/crypto-payment/internal"
import { checkReturnUrl } from "./payment-terms"

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

/** As core reads `storeCors`. */
const storeOrigins = parseCorsOrigins(
  "http://localhost:8000, https://eu.example,*,,/^https:\\/\\/shop-[a-z0-9]+\\.preview\\.example$/"
)
const check = (url: string) =>
  checkReturnUrl("success_url", url, merchant(), storeOrigins)

describe("a return URL that a storefront asks for", () => {
  it.each([
    "https://shop.example/de/thanks?cart={payment_session_id}",
    "https://SHOP.example/",
    "https://shop.example:443/",
    "https://pay.shop.example/x",
    "https://app.shop.example:8443/x",
    "http://localhost:8000/checkout",
    "https://eu.example/x",
    "https://shop-4f2a.preview.example/return?x=1",
  ])("may be %s", (url) => {
    expect(check(url)).toBe(url)
  })

  it.each([
    ["another origin", "https://evil.example/"],
    [
      "what the expression does not match",
      "https://shop-4f2a.preview.example.evil.example/",
    ],
    [
      "what it matches elsewhere than in the origin",
      "https://evil.example/?x=https://shop-4f2a.preview.example",
    ],
    [
      "a user name that it matches",
      "https://shop-4f2a.preview.example@evil.example/",
    ],
    ["another scheme of the same host", "http://shop.example/"],
    ["another port", "https://shop.example:444/"],
    ["another port on localhost", "http://localhost:8001/"],
    ["a host that starts alike", "https://shop.example.evil.example/"],
    ["a host that ends alike", "https://evilshop.example/"],
    ["a subdomain that nobody named", "https://x.shop.example/"],
    ["the shop as a user name", "https://shop.example@evil.example/"],
    ["the shop as user and password", "https://shop.example:x@evil.example/"],
    ["a script", "javascript:alert(1)//https://shop.example/"],
    ["data", "data:text/html,https://shop.example/"],
    ["a blob of the shop", "blob:https://shop.example/0"],
    ["a file", "file:///etc/passwd"],
    ["another protocol of the shop", "ftp://shop.example/"],
    ["no scheme", "//shop.example/"],
    ["a path", "/thanks"],
    ["nothing", ""],
    ["words", "not a url"],
    ["a letter that looks alike", "https://shop.ex\u0430mple/"],
    ["credentials of the shop", "https://user:secret@shop.example/"],
    ["a user name of the shop", "https://user@shop.example/"],
    ["a backslash", "https://shop.example\\@evil.example/"],
    ["a tab in the host", "https://shop.ex\tample/"],
    ["a line break", "https://shop.example/\r\nlocation: evil"],
    ["a leading blank", " https://shop.example/"],
    ["a template in the host", "https://{payment_session_id}.shop.example/"],
  ])("may not be %s", (_what, url) => {
    expect(() => check(url)).toThrow(
      expect.objectContaining({
        type: MedusaError.Types.INVALID_DATA,
        message: expect.stringMatching(
          /^success_url must be a URL on an origin/
        ),
      })
    )
  })

  it("does not show what was asked for to whoever reads the answer", () => {
    expect(() => check("https://evil.example/?q=1")).not.toThrow(/evil/)
  })

  it("is refused where the store named no origin at all", () => {
    const closed = merchant({
      successUrl: undefined,
      failUrl: undefined,
      allowedReturnOrigins: [],
    })
    for (const url of ["https://shop.example/", "null", "undefined", "*"]) {
      expect(() => checkReturnUrl("fail_url", url, closed, ["*", ""])).toThrow(
        /^fail_url must be/
      )
    }
  })
})
