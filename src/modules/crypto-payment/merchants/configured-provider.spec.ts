import type { ConfigModule } from "@medusajs/framework/types"
import { merchantKeyOf, Merchants, PROVIDER_IDENTIFIERS } from "./merchants"
import { callbackFault } from "./options"

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
    ...["pp_crypto_asia", "pp_crypto_EU", "pp_crypto-h2h_", "crypto", ""],
    ...["__proto__", "../pp_crypto_crypto"],
  ])("%j is none of ours", (providerId) => {
    expect(configuredProvider(providerId, entries)).toBeUndefined()
  })

  it("is none of ours where no provider is configured", () => {
    expect(configuredProvider("pp_crypto_crypto", [])).toBeUndefined()
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

describe("the address for webhooks", () => {
  it.each([
    ["https://gateway.example", "http://localhost:9000", true],
    ["https://gateway.example", "http://127.0.0.1:9000", true],
    ["https://gateway.example", "http://[::1]:9000", true],
    ["https://gateway.example", "https://shop.example", false],
    ["http://localhost:4000", "http://localhost:9000", false],
    ["http://127.0.0.1:4000", "https://shop.example", false],
  ])("with the gateway at %s: %s is out of reach: %s", (...given) => {
    const [baseUrl, callbackBaseUrl, isFault] = given
    expect(callbackFault({ baseUrl, callbackBaseUrl }) !== undefined).toBe(
      isFault
    )
  })
})
