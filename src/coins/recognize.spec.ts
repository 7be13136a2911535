import fc from "fast-check"
import { findAsset, findNetworkAsset } from "./recognize"
import { identifyCoin } from "./transfer"

describe("findAsset", () => {
  it.each([
    ["USDT_TRC20_TEST", "Tether USD (test)", "Tron testnet", "USDT"],
    ["USDT", "USDT", "Nile", "USDT"],
    ["7", "Tether", "Some Chain", "USDT"],
    ["USDT_ETH", "Tether USD on Ethereum", "Ethereum", "USDT"],
    ["USDT_TON", "Tether USD", "TON", "USDT"],
    ["usdc.polygon", "USD Coin", "Polygon", "USDC"],
    ["USDC_SPL", null, "Solana", "USDC"],
    ["ETH", "Ether", "Ethereum Sepolia", "ETH"],
    ["BNB", "Binance Coin", "BSC", "BNB"],
    ["BTC", "Bitcoin", "Bitcoin Network", "BTC"],
    ["BTC", "Bitcoin", "Lightning", "BTC"],
    ["BCH", "Bitcoin Cash", "Bitcoin Cash", "BCH"],
    ["XRP", "Ripple", "XRP Ledger", "XRP"],
  ])("finds the asset of %s, %s on %s", (code, name, network, asset) => {
    expect(findAsset({ code, name, network })).toBe(asset)
  })

  it.each([
    ["BTG", "Bitcoin Gold", "Bitcoin Gold", "more than is known"],
    ["WBTC", "Wrapped Bitcoin", "Ethereum", "more than is known"],
    ["USDC_E", "Bridged USDC", "Polygon", "more than is known"],
    ["USDC_E", "USD Coin", "Polygon", "a code that says more"],
    ["ETC", "Ethereum Classic", "Ethereum Classic", "more than is known"],
    ["BTC", "Bitcoin Cash", "Bitcoin", "code and name differ"],
    ["OP", "Optimism", "Optimism", "a network alone"],
    ["XYZ", "Some Coin", "Some Chain", "nothing"],
    ["constructor", "__proto__", "Tron", "nothing"],
    ["", "", "", "nothing"],
  ])("finds none for %s, %s on %s: %s", (code, name, network) => {
    expect(findAsset({ code, name, network })).toBeNull()
  })

  it("is decided by name and network, whatever form the code has", () => {
    const named = fc.constantFrom(
      ["Tether USD", "Tron"],
      ["Tether USD", "Ethereum"],
      ["USD Coin", "Polygon"],
      ["Ether", "Ethereum"],
      ["Bitcoin", "Bitcoin"],
      ["Litecoin", "Litecoin"]
    )
    // A code of the gateway's own, such as "coin-4711".
    const code = fc.stringMatching(/^(coin|C|)[-_.]?\d{1,8}$/)
    fc.assert(
      fc.property(named, code, ([name, network], code) => {
        const coin = { name, network, isTest: false }
        const own = findAsset({ ...coin, code })
        expect(own).not.toBeNull()
        expect(own).toBe(findAsset({ ...coin, code: "" }))
        expect(identifyCoin({ ...coin, code })).toEqual(
          identifyCoin({ ...coin, code: "" })
        )
      })
    )
  })
})

describe("findNetworkAsset", () => {
  it.each([
    ["Tron", "TRX"],
    ["Ethereum testnet", "ETH"],
    ["Ethereum Sepolia", "ETH"],
    ["BNB Smart Chain", "BNB"],
    ["Polygon PoS", "POL"],
    ["Avalanche C-Chain", "AVAX"],
    ["Bitcoin Cash", "BCH"],
    ["XRP Ledger", "XRP"],
    // Their coin is that of Ethereum, and they are another network.
    ["Base", null],
    ["Arbitrum One", null],
    ["TON", null],
    ["Ethereum Classic", null],
    ["Ethereum, BSC", null],
    ["", null],
  ])("is of %s the coin %s", (network, asset) => {
    expect(findNetworkAsset(network)).toBe(asset)
  })
})
