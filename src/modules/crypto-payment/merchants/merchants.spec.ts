import type { ConfigModule } from "@medusajs/framework/types"
import { answer, closeServed, serve } from "../../../gateway/fixtures"
import { rightOptions } from "../fixtures/options"
import { Merchants } from "./merchants"
import { parseOptions } from "./parse-options"

afterEach(closeServed)

it("keeps every secret of every merchant out of what a gateway says", async () => {
  const message =
    "not key-eu whsec-eu whsec-old key-us whsec-us, but https://gateway.example"
  const { url } = await serve([answer(400, { code: "whsec-us", message })])
  const of = (name: string) => ({
    ...rightOptions,
    baseUrl: url,
    apiKey: `key-${name}`,
    webhookSecret: [`whsec-${name}`, "whsec-old"],
  })
  const merchants = new Merchants(
    parseOptions({ merchants: { eu: of("eu"), us: of("us") } }),
    {} as ConfigModule
  )
  await expect(
    merchants.gateway("eu").getPayment({ id: "p1" }, { maxAttempts: 1 })
  ).rejects.toMatchObject({
    code: "[secret]",
    message:
      "Could not read the payment p1: the gateway responded with 400 [secret] (not [secret] [secret] [secret] [secret] [secret], but https://gateway.example)",
  })
  await merchants.close()
})

describe("the pay page of a payment collection", () => {
  const pageOf = (payPageUrl?: string, storefrontUrl?: string) =>
    new Merchants(
      parseOptions({ ...rightOptions, payPageUrl }),
      // Medusa's own configuration has far more.
      { admin: { storefrontUrl } } as ConfigModule
    ).payPageUrl("default", "pay_col_1")

  it.each([
    [
      "https://store.example",
      "https://store.example/payment-collection/pay_col_1",
    ],
    [
      "https://store.example/eu/",
      "https://store.example/eu/payment-collection/pay_col_1",
    ],
  ])(
    "is that of the admin's payment link, of the storefront %s",
    (url, page) => {
      expect(pageOf(undefined, url)).toBe(page)
    }
  )

  it("is what payPageUrl says", () => {
    const template = "https://store.example/pay?id={payment_collection_id}"
    const page = "https://store.example/pay?id=pay_col_1"
    expect(pageOf(template)).toBe(page)
    expect(pageOf(template, "https://other.example")).toBe(page)
  })

  it("is null where no storefront is known", () => {
    expect(pageOf()).toBeNull()
    expect(pageOf(undefined, "")).toBeNull()
  })
})

describe("the page of a refund", () => {
  const pageOf = (refundPageUrl?: string, storefrontUrl?: string) =>
    new Merchants(
      parseOptions({ ...rightOptions, refundPageUrl }),
      // Medusa's own configuration has far more.
      { admin: { storefrontUrl } } as ConfigModule
    ).refundPageUrl("default", "a_token")

  it("is what refundPageUrl says, else a page of the storefront", () => {
    const template = "https://store.example/eu/refund#{token}"
    expect(pageOf(template, "https://other.example")).toBe(
      "https://store.example/eu/refund#a_token"
    )
    expect(pageOf(undefined, "https://store.example/")).toBe(
      "https://store.example/crypto-refund/a_token"
    )
    expect(pageOf()).toBeNull()
  })
})
