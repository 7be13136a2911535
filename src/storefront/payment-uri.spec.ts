import { createPayment } from "./fixtures/payment"
import { buildPaymentUri } from "./payment-uri"

const address = "0x52908400098527886E0F7030069857D2E4169EE7"

function buildUri(coin: string, network: string, amount = "0.015") {
  return buildPaymentUri(
    createPayment({
      wallet_address: address,
      crypto_amount: amount,
      crypto_currency: coin,
      crypto_network: network,
    })
  )
}

describe("buildPaymentUri", () => {
  it.each([
    ["ETH", "Ethereum", `ethereum:${address}@1?value=15000000000000000`],
    ["BNB", "BSC", `ethereum:${address}@56?value=15000000000000000`],
    ["POL", "Polygon", `ethereum:${address}@137?value=15000000000000000`],
    [
      "ETH_TEST",
      "Ethereum testnet",
      `ethereum:${address}?value=15000000000000000`,
    ],
    ["BTC", "Bitcoin", `bitcoin:${address}?amount=0.015`],
    ["LTC", "Litecoin", `litecoin:${address}?amount=0.015`],
    ["DOGE", "Dogecoin", `dogecoin:${address}?amount=0.015`],
  ])("has address and amount for %s on %s", (coin, network, expected) => {
    expect(buildUri(coin, network)).toBe(expected)
  })

  it.each([
    ["USDT_ERC20", "Ethereum"],
    ["USDC_POLYGON", "Polygon"],
    ["USDT_TRC20", "Tron"],
    ["TRX", "Tron"],
    ["ETH", "BSC"],
    ["ETH", "Arbitrum"],
    ["BNB", "Ethereum"],
    ["ETHW", "Ethereum"],
    ["BNB_TEST", "BSC testnet"],
    ["WBTC_ERC20", "Ethereum"],
  ])("is null for %s on %s, which a wallet could misread", (coin, network) => {
    expect(buildUri(coin, network)).toBeNull()
  })

  it.each([
    ["1", "1000000000000000000"],
    ["0.000000000000000001", "1"],
    ["12.50", "12500000000000000000"],
    ["123456789.123456789123456789", "123456789123456789123456789"],
    ["0.1", "100000000000000000"],
  ])("converts %s ETH to wei without rounding", (amount, wei) => {
    expect(buildUri("ETH", "Ethereum", amount)).toContain(`?value=${wei}`)
  })

  it.each(["1e3", "", "-1", "0.0000000000000000001", "1,5", "1.", ".5"])(
    "is null for the amount %j",
    (amount) => expect(buildUri("ETH", "Ethereum", amount)).toBeNull()
  )

  it.each([
    "0xabc?value=1",
    "0xabc@5",
    "javascript:alert(1)",
    "bc1 q",
    "bc1&amount=9",
  ])(
    "is null for the address %j, which would change the URI",
    (wallet_address) => {
      for (const [crypto_currency, crypto_network] of [
        ["ETH", "Ethereum"],
        ["BTC", "Bitcoin"],
      ]) {
        const patch = { wallet_address, crypto_currency, crypto_network }
        expect(buildPaymentUri(createPayment(patch))).toBeNull()
      }
    }
  )

  it("is null for a Bitcoin amount that is not a number", () => {
    expect(buildUri("BTC", "Bitcoin", "1&label=x")).toBeNull()
  })

  it("is null while a field is missing", () => {
    expect(buildPaymentUri(createPayment({ wallet_address: null }))).toBeNull()
    expect(buildPaymentUri(createPayment({ crypto_amount: null }))).toBeNull()
    expect(buildPaymentUri(createPayment({ crypto_network: null }))).toBeNull()
    expect(buildPaymentUri(createPayment({ crypto_currency: null }))).toBeNull()
  })
})
