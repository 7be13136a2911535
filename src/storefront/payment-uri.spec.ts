import { createPayment } from "./fixtures/payment"
import { buildPaymentUri, type CryptoTokens } from "./payment-uri"

const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const bridged = "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"
const own = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"

const usdc = createPayment({
  wallet_address: address,
  crypto_amount: "12.5",
  crypto_currency: "USDC",
  crypto_name: "USD Coin",
  crypto_network: "Polygon",
})

const transferOf = (contract: string, units = "12500000") =>
  `ethereum:${contract}@137/transfer?address=${address}&uint256=${units}`

describe("buildPaymentUri", () => {
  it("has address, chain and amount for a network's own coin", () => {
    expect(buildPaymentUri(createPayment())).toBe(
      `ethereum:${address}@1?value=15000000000000000`
    )
  })

  it("has the contract and the exact units for a token", () => {
    const usdt = { crypto_currency: "USDT_POLYGON", crypto_name: "Tether USD" }
    expect(buildPaymentUri({ ...usdc, ...usdt })).toBe(
      transferOf("0xc2132D05D31c914a87C6611C10748AEb04B58e8F")
    )
  })

  it("is null for an ambiguous token, a test payment and a coin that is not named", () => {
    expect(buildPaymentUri(usdc)).toBeNull()
    expect(buildPaymentUri(createPayment({ is_test: true }))).toBeNull()
    expect(buildPaymentUri(createPayment({ crypto_name: "Other" }))).toBe(
      buildPaymentUri(createPayment())
    )
    expect(buildPaymentUri(createPayment({ crypto_name: "BNB" }))).toBeNull()
  })

  it("takes the contract of the store's option, and that of the page before it", () => {
    const facts = { chain_id: 137, decimals: 6, test: false }
    const crypto_token = { ...facts, address: bridged }
    const tokens: CryptoTokens = {
      USDC: { chainId: 137, address: own, decimals: 6 },
    }
    const payment = { ...usdc, crypto_token }
    expect(buildPaymentUri(payment)).toBe(transferOf(bridged))
    expect(buildPaymentUri(payment, tokens)).toBe(transferOf(own))
    expect(buildPaymentUri(payment, { OTHER: tokens.USDC })).toBe(
      transferOf(bridged)
    )
  })

  it("uses what is said for test payments for no others", () => {
    const entry = { address: own, decimals: 6, test: true }
    const tokens = { USDC: { ...entry, chainId: 11155111 } }
    const crypto_token = { ...entry, chain_id: 11155111 }
    const link = `ethereum:${own}@11155111/transfer?`
    for (const is_test of [false, true]) {
      const payment = { ...usdc, is_test }
      const links = [
        buildPaymentUri(payment, tokens),
        buildPaymentUri({ ...payment, crypto_token }),
      ]
      const expected = is_test ? expect.stringContaining(link) : null
      expect(links).toEqual([expected, expected])
    }
  })

  it("is null while a field is missing", () => {
    for (const field of [
      "wallet_address",
      "crypto_amount",
      "crypto_currency",
      "crypto_network",
    ]) {
      expect(buildPaymentUri(createPayment({ [field]: null }))).toBeNull()
    }
  })
})
