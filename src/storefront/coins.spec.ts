import fc from "fast-check"

import { NETWORKS } from "../coins/recognize"
import { TOKENS } from "../coins/transfer"
import { findCoinLook, findNetworkLook } from "./coin-looks"
import { type CoinGroup, groupCoins, hasText } from "./react/coin-form"
import type { CryptoCurrency } from "./store-api"

const coin = (code: string, name = code, network = "Some Chain") => ({
  code,
  name,
  network,
})

const usdtTron = coin("USDT_TRC20", "Tether USD", "Tron")
const usdtEthereum = coin("USDT_ERC20", "Tether USD", "Ethereum")
const usdc = coin("USDC", "USD Coin", "Polygon")
const ether = coin("ETH", "Ether", "Ethereum")
const other = coin("XYZ", "Some Coin", "Some Chain")

const group = (
  coins: readonly CryptoCurrency[],
  preferred: readonly string[] = []
) => groupCoins(coins, preferred, findCoinLook)

const summarize = (groups: CoinGroup[]) =>
  groups.map(({ name, coins }) => [name, ...coins.map(({ code }) => code)])

describe("groupCoins", () => {
  it("puts the networks of an asset, or of a name, together, in the order of the list", () => {
    const another = { ...other, code: "XYZ2" }
    const coins = [ether, usdtTron, other, usdc, usdtEthereum, another]
    expect(summarize(group(coins))).toEqual([
      ["Ether", "ETH"],
      ["Tether USD", "USDT_TRC20", "USDT_ERC20"],
      ["Some Coin", "XYZ", "XYZ2"],
      ["USD Coin", "USDC"],
    ])
  })

  it.each([
    ["Ether usdt", "ETH USDT_TRC20 USDT_ERC20 USDC XYZ"],
    ["usdt_erc20", "USDT_ERC20 USDT_TRC20 USDC ETH XYZ"],
    ["ethereum", "USDT_ERC20 USDT_TRC20 ETH USDC XYZ"],
    ["XYZ nothing", "XYZ USDT_TRC20 USDT_ERC20 USDC ETH"],
  ])("puts what is preferred first: %s", (preferred, codes) => {
    const coins = [usdtTron, usdtEthereum, usdc, ether, other]
    const groups = group(coins, preferred.split(" "))
    const shown = groups.flatMap((each) => each.coins)
    expect(shown.map(({ code }) => code).join(" ")).toBe(codes)
  })

  it("loses and repeats no coin, whatever the texts are", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom("USDT", "Tether USD", "Tron", "usdt", "(test)", "_")
    )
    const anyCoin = fc.record({ code: text, name: text, network: text })
    fc.assert(
      fc.property(fc.array(anyCoin), fc.array(text), (coins, preferred) => {
        const grouped = group(coins, preferred).flatMap((each) => each.coins)
        expect(new Set(grouped)).toEqual(new Set(coins))
        expect(grouped).toHaveLength(coins.length)
      })
    )
  })

  it("groups by name alone where nothing is known", () => {
    const groups = groupCoins([ether, usdtTron, usdtEthereum], [], () => null)
    expect(summarize(groups)).toEqual([
      ["Ether", "ETH"],
      ["Tether USD", "USDT_TRC20", "USDT_ERC20"],
    ])
  })

  it("finds an asset by name, symbol, code and network", () => {
    const [asset] = group([usdtTron, usdtEthereum])
    const queries = ["", " TETHER ", "usdt", "erc20", "tron"]
    expect(queries.filter((query) => !hasText(asset, query))).toEqual([])
    expect(hasText(asset, "bitcoin")).toBe(false)
  })
})

describe("the looks of coins", () => {
  it("are there for each asset that payments are made with, and for BCH and XRP", () => {
    const assets = new Set([
      ...NETWORKS.map(({ native }) => native),
      ...TOKENS.map(({ asset }) => asset),
      "BCH",
      "XRP",
    ])
    for (const asset of assets) {
      expect(findCoinLook(coin(asset))?.symbol).toBe(asset)
    }
  })

  it("are one for the coins of an asset, and missing for what is not recognized", () => {
    const look = findCoinLook(usdtTron)
    expect(look?.symbol).toBe("USDT")
    expect(findCoinLook(coin("USDT", "USDT (ERC-20)"))).toBe(look)
    expect(findCoinLook(coin("USDC", "Tether USD"))).toBeNull()
    expect(findCoinLook(coin("toString"))).toBeNull()
    expect(findNetworkLook("Tron testnet")?.symbol).toBe("TRX")
    expect(findNetworkLook("Base")).toBeNull()
  })
})
