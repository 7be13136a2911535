import type { ConfigModule } from "@medusajs/framework/types"
import { answer, closeServed, serve } from "../../../gateway/fixtures"
import { rightOptions } from "../fixtures/options"
import { merchantKeyOf, Merchants, PROVIDER_IDENTIFIERS } from "./merchants"
import { parseOptions } from "./options"

const warn = jest.fn()

/** Medusa's own configuration has far more. */
const merchantsOf = (options: object, config: object = {}) =>
  new Merchants(
    parseOptions({ ...rightOptions, ...options }),
    config as ConfigModule,
    { warn }
  )

afterEach(closeServed)

it("keeps every secret of every merchant out of what a gateway says", async () => {
  const message =
    "not key-eu whsec-eu whsec-old key-us whsec-us, but https://gateway.example"
  const badRequest = answer(400, { code: "whsec-us", message })
  const { url } = await serve([badRequest, answer(403, { message })])
  const of = (name: string) => ({
    ...rightOptions,
    baseUrl: url,
    apiKey: `key-${name}`,
    webhookSecret: [`whsec-${name}`, "whsec-old"],
  })
  const byKey = parseOptions({ merchants: { eu: of("eu"), us: of("us") } })
  const merchants = new Merchants(byKey, {} as ConfigModule, { warn })
  const read = (key: string) =>
    merchants.gateway(key).getPayment({ id: "p1" }, { maxAttempts: 1 })
  await expect(read("eu")).rejects.toMatchObject({
    code: "[secret]",
    message:
      "Could not read the payment p1: the gateway responded with 400 [secret] (not [secret] [secret] [secret] [secret] [secret], but https://gateway.example)",
  })
  expect(warn).not.toHaveBeenCalled()
  // Not for each call, but for each merchant.
  for (const key of ["eu", "eu", "us"]) await read(key).catch(() => {})
  expect(warn.mock.calls.join()).toMatch(
    /^[^,]+option merchants\.eu\.apiKey; [^,]+ \(wrong_key\)\. Could not read the payment p1[^,]+403 \(not \[secret\][^,]+,[^,]+,[^,]+merchants\.us\.apiKey/
  )
  await merchants.close()
})

const inline = {
  provider_id: "pp_crypto-inline_crypto",
  merchantKey: "default",
}

it.each([
  [["ETH", "BTC"], "h2h" as const, ["BTC"], ["BTC"]],
  [["ETH", "BTC"], "h2h" as const, undefined, ["ETH", "BTC"]],
  [undefined, "h2h" as const, undefined, null],
  [["ETH"], "widget" as const, ["BTC"], null],
])(
  "offers with coins %j, by %s, and an entry's own %j: %j",
  (all, flow, coins, expected) => {
    const provider = { ...inline, flow, coins }
    expect(merchantsOf({ coins: all }).coins(provider)).toEqual(expected)
  }
)

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
  "has with payPageUrl %s and the admin's storefront %s the pay page %s",
  (payPageUrl, storefrontUrl, expected) => {
    const admin = { storefrontUrl }
    const merchants = merchantsOf({ payPageUrl }, { admin })
    expect(merchants.payPageUrl("default", "pay_col_1")).toBe(expected)
  }
)

it.each([
  ["https://a.example/eu#{token}", "https://b.example", "a.example/eu#a_token"],
  [undefined, "https://b.example/", "b.example/crypto-refund#a_token"],
  [undefined, undefined, undefined],
])(
  "has with refundPageUrl %s and the admin's storefront %s the refund page %s",
  (refundPageUrl, storefrontUrl, page) => {
    const modules = { payment: { options: { providers: [{ id: "crypto" }] } } }
    const config = { admin: { storefrontUrl }, modules }
    const merchants = merchantsOf({ refundPageUrl }, config)
    const provider_id = "pp_crypto_crypto"
    expect(merchants.refundPageOf({ provider_id }, "a_token")).toBe(
      page ? `https://${page}` : null
    )
  }
)

const entries = [
  { id: "crypto" },
  { id: "eu", options: { merchant: "eu" } },
  { id: "us", options: { merchant: "us" } },
  { id: "inline_crypto" },
  { resolve: "another-provider" },
]

const configuredProvider = (providerId: string, providers: object[]) =>
  merchantsOf(
    {},
    { modules: { payment: { options: { providers } } } }
  ).provider(providerId)

it.each([
  ["pp_crypto_crypto", true, false, true],
  ["pp_crypto_crypto", false, true, false],
  ["pp_crypto_removed", true, true, true],
  ["pp_crypto_removed", true, false, false],
  ["pp_crypto_removed", true, null, false],
])(
  "counts of %s, with testMode %s, a payment with is_test %s in test mode: %s",
  (provider_id, testMode, is_test, expected) => {
    const modules = { payment: { options: { providers: [{ id: "crypto" }] } } }
    const merchants = merchantsOf({ testMode }, { modules })
    expect(merchants.isTestMode({ provider_id, is_test })).toBe(expected)
  }
)

describe("a payment provider id", () => {
  it.each([
    ["pp_crypto_crypto", "widget", "default"],
    ["pp_crypto-inline_crypto", "h2h", "default"],
    ["pp_crypto_eu", "widget", "eu"],
    ["pp_crypto-inline_us", "h2h", "us"],
  ])("%s pays by %s to the merchant %s", (provider_id, flow, merchantKey) => {
    const provider = { provider_id, flow, merchantKey }
    expect(configuredProvider(provider_id, entries)).toEqual(provider)
  })

  it.each([
    "pp_system_default",
    "pp_stripe_eu",
    "pp_crypto_",
    "pp_crypto",
    "pp_crypto_asia",
    "pp_crypto_EU",
    "crypto",
    "",
    "__proto__",
  ])("%j is none of ours", (providerId) => {
    expect(configuredProvider(providerId, entries)).toBeUndefined()
  })
})

it.each([
  [undefined, "default"],
  [null, "default"],
  [{}, "default"],
  [{ merchant: 7 }, "default"],
  [{ merchant: "eu" }, "eu"],
])("of the entry's options %j the merchant is %s", (options, key) => {
  expect(merchantKeyOf(options)).toBe(key)
})

it("keeps the identifiers that stores' databases remember", () => {
  const identifiers = { widget: "crypto", h2h: "crypto-inline" }
  expect(PROVIDER_IDENTIFIERS).toEqual(identifiers)
})
