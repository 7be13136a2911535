import { offeredCoins, unlistedCoins } from "./offered-coins"

const btc = { code: "BTC", name: "Bitcoin", network: "Bitcoin" }
const usdt = { code: "USDT_TRC20", name: "Tether USD", network: "Tron" }
const odd = { code: "ODD", name: "Odd Coin", network: "Odd" }
const dai = { code: "DAI", name: "Dai", network: "Ethereum" }
const listed = [btc, usdt, odd, dai]

describe("the coins that a shopper may choose", () => {
  it.each([
    [
      "are all, stablecoins first, where none are named",
      null,
      [usdt, dai, btc, odd],
    ],
    ["are those that are named, in that order", ["ODD", "BTC"], [odd, btc]],
    ["leave out what the gateway does not list", ["XMR", "BTC"], [btc]],
    ["are none where it lists none of them", ["XMR"], []],
  ])("%s", (_what, named, expected) => {
    expect(offeredCoins(listed, named)).toEqual(expected)
  })

  it("name a code of several networks with each of them", () => {
    const erc20 = { ...usdt, network: "Ethereum" }
    expect(offeredCoins([usdt, btc, erc20], ["USDT_TRC20"])).toEqual([
      usdt,
      erc20,
    ])
  })

  it("are a hundred at most, of which stablecoins are not left out", () => {
    const many = Array.from({ length: 150 }, (_, at) => ({
      ...odd,
      code: `ODD${at}`,
    }))
    const offered = offeredCoins([...many, usdt], null)
    expect(offered).toHaveLength(100)
    expect(offered[0]).toBe(usdt)
    expect(offeredCoins(many, ["ODD149"])).toEqual([many[149]])
  })

  it("say which of the named ones the gateway does not list", () => {
    expect(unlistedCoins(listed, ["XMR", "BTC"])).toEqual(["XMR"])
    expect(unlistedCoins(listed, null)).toEqual([])
  })
})
