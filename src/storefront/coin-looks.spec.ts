import { NETWORKS, TOKENS } from "../coins"
import { findCoinLook, findNetworkLook } from "./coin-looks"

const coin = (code: string, name = code, network = "Some Chain") => ({
  code,
  name,
  network,
})

describe("the looks of coins", () => {
  it("are there for each asset that payments are made with, and for BCH and XRP", () => {
    const assets = new Set([
      ...NETWORKS.map(({ native }) => native),
      ...[...TOKENS.values()].flat().map(({ asset }) => asset),
      ...["BCH", "XRP"],
    ])
    for (const asset of assets) {
      expect(findCoinLook(coin(asset))?.symbol).toBe(asset)
    }
  })

  it("are one for the coins of an asset, whatever the gateway calls them", () => {
    const look = findCoinLook(coin("USDT_TRC20", "Tether USD", "Tron"))
    expect(look?.symbol).toBe("USDT")
    expect(findCoinLook(coin("USDT", "USDT (ERC-20)"))).toBe(look)
  })

  it("are missing for a coin that is not recognized", () => {
    expect(findCoinLook(coin("BTG", "Bitcoin Gold"))).toBeNull()
    expect(findCoinLook(coin("USDC", "Tether USD"))).toBeNull()
    expect(findCoinLook(coin("toString"))).toBeNull()
  })

  it("stand for a network that has a coin of its own", () => {
    expect(findNetworkLook("Tron testnet")?.symbol).toBe("TRX")
    expect(findNetworkLook("Base")).toBeNull()
  })
})
