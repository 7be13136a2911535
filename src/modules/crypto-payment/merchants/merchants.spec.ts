import type { ConfigModule } from "@medusajs/framework/types"
import { answer, closeServed, serve } from "../../../gateway/fixtures"
import { rightOptions } from "../fixtures/options"
import { merchantKeyOf, Merchants, PROVIDER_IDENTIFIERS } from "./merchants"
import { parseOptions } from "./options"

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

describe("the coins that a provider offers", () => {
  const merchants = (coins?: string[]) =>
    new Merchants(parseOptions({ ...rightOptions, coins }), {} as ConfigModule)
  const inline = {
    provider_id: "pp_crypto-h2h_crypto",
    flow: "h2h" as const,
    merchantKey: "default",
  }

  it("are those of its entry, else of its merchant, else not named", () => {
    const own = { ...inline, coins: ["BTC"] }
    expect(merchants(["ETH", "BTC"]).coins(own)).toEqual(["BTC"])
    expect(merchants(["ETH", "BTC"]).coins(inline)).toEqual(["ETH", "BTC"])
    expect(merchants().coins(inline)).toBeNull()
  })

  it("are left to the hosted page", () => {
    const hosted = { ...inline, flow: "widget" as const }
    expect(merchants(["ETH"]).coins(hosted)).toBeNull()
  })
})

describe("the pay page of a payment collection", () => {
  const STORE = "https://store.example"
  const template = `${STORE}/pay?id={payment_collection_id}`
  const page = `${STORE}/pay?id=pay_col_1`

  it.each([
    [undefined, STORE, `${STORE}/payment-collection/pay_col_1`],
    [undefined, `${STORE}/eu/`, `${STORE}/eu/payment-collection/pay_col_1`],
    [template, undefined, page],
    [template, "https://other.example", page],
    [undefined, undefined, null],
    [undefined, "", null],
  ])(
    "with payPageUrl %s and the admin's storefront %s is %s",
    (payPageUrl, storefrontUrl, expected) => {
      const merchants = new Merchants(
        parseOptions({ ...rightOptions, payPageUrl }),
        // Medusa's own configuration has far more.
        { admin: { storefrontUrl } } as ConfigModule
      )
      expect(merchants.payPageUrl("default", "pay_col_1")).toBe(expected)
    }
  )
})

describe("the page of a refund", () => {
  const pageOf = (refundPageUrl?: string, storefrontUrl?: string) =>
    new Merchants(parseOptions({ ...rightOptions, refundPageUrl }), {
      admin: { storefrontUrl },
      modules: { payment: { options: { providers: [{ id: "crypto" }] } } },
    } as unknown as ConfigModule).refundPageOf(
      { provider_id: "pp_crypto_crypto" },
      "a_token"
    )

  it("is what refundPageUrl says, else a page of the storefront", () => {
    const template = "https://store.example/eu/refund#{token}"
    expect(pageOf(template, "https://other.example")).toBe(
      "https://store.example/eu/refund#a_token"
    )
    expect(pageOf(undefined, "https://store.example/")).toBe(
      "https://store.example/crypto-refund#a_token"
    )
    expect(pageOf()).toBeNull()
  })
})

const entries = [
  { id: "crypto" },
  { id: "eu", options: { merchant: "eu" } },
  { id: "us", options: { merchant: "us" } },
  { id: "h2h_crypto" },
  { resolve: "another-provider" },
]

const configuredProvider = (providerId: string, providers: object[]) =>
  new Merchants(new Map(), {
    modules: { payment: { options: { providers } } },
  } as unknown as ConfigModule).provider(providerId)

describe("a payment provider id", () => {
  it.each([
    ["pp_crypto_crypto", "widget", "default"],
    ["pp_crypto-h2h_crypto", "h2h", "default"],
    ["pp_crypto_eu", "widget", "eu"],
    ["pp_crypto-h2h_us", "h2h", "us"],
  ])("%s pays by %s to the merchant %s", (provider_id, flow, merchantKey) => {
    const provider = { provider_id, flow, merchantKey }
    expect(configuredProvider(provider_id, entries)).toEqual(provider)
  })

  it.each([
    ...["pp_system_default", "pp_stripe_eu", "pp_crypto_", "pp_crypto"],
    ...["pp_crypto_asia", "pp_crypto_EU", "crypto", "", "__proto__"],
  ])("%j is none of ours", (providerId) => {
    expect(configuredProvider(providerId, entries)).toBeUndefined()
  })
})

describe("the merchant of a provider entry", () => {
  it.each([
    [undefined, "default"],
    [null, "default"],
    [{}, "default"],
    [{ merchant: 7 }, "default"],
    [{ merchant: "eu" }, "eu"],
  ])("with options %j is %s", (options, key) => {
    expect(merchantKeyOf(options)).toBe(key)
  })
})

it("keeps the identifiers that stores' databases remember", () => {
  const identifiers = { widget: "crypto", h2h: "crypto-h2h" }
  expect(PROVIDER_IDENTIFIERS).toEqual(identifiers)
})
