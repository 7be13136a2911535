import type { Currency } from "../../../gateway"
import { offeredCoins, ReceivableCurrencies, unlistedCoins } from "./currencies"

const usdt = { code: "USDT_TRC20", name: "Tether USD", blockchain: "Tron" }
const eth = { code: "ETH", name: "Ether", blockchain: "Ethereum" }
const ethereum = { code: "ETH", network: "Ethereum" }
const minuteMs = 60_000

describe("the coins that a merchant can receive", () => {
  let answer: () => Promise<Currency[]>
  let asked: { key: string; is_test?: boolean }[]
  let nowMs: number
  let testMode: boolean
  let coins: ReceivableCurrencies

  beforeEach(() => {
    answer = async () => [usdt, eth]
    asked = []
    nowMs = 1_000_000
    testMode = false
    coins = new ReceivableCurrencies(
      {
        options: () => ({ testMode }),
        gateway: (key) => ({
          listCurrencies: ({ is_test } = {}) => {
            asked.push({ key, is_test })
            return answer()
          },
        }),
      },
      () => nowMs
    )
  })

  it("are told by name and network", async () => {
    const [, ether] = await coins.list("eu")
    expect(ether).toEqual({ ...ethereum, name: "Ether" })
  })

  it("are asked for once a minute and merchant", async () => {
    await Promise.all([coins.list("eu"), coins.list("eu")])
    nowMs += minuteMs - 1
    await coins.list("eu")
    await coins.list("us")
    expect(asked.map(({ key }) => key)).toEqual(["eu", "us"])
    nowMs += 1
    await coins.list("eu")
    expect(asked.map(({ key }) => key)).toEqual(["eu", "us", "eu"])
  })

  it("have no network to tell where their code has several", async () => {
    answer = async () => [
      { code: "USDT", name: "Tether USD", blockchain: "Tron" },
      { code: "USDT", name: "Tether USD", blockchain: "Ethereum" },
      eth,
      eth,
    ]
    await coins.list("eu")
    expect(coins.recall("eu", "USDT")).toBeUndefined()
    expect(coins.recall("eu", "ETH")).toMatchObject({ network: "Ethereum" })
  })

  it("are those of the merchant's mode, where the gateway mixes them", async () => {
    answer = async () => [usdt, { ...eth, code: "ETH_TEST", is_testnet: true }]
    expect(await codes()).toEqual(["USDT_TRC20"])
    expect(asked).toEqual([{ key: "eu", is_test: false }])
    testMode = true
    nowMs += minuteMs
    answer = async () => [
      { ...usdt, is_testnet: false },
      { ...eth, code: "ETH_TEST", is_testnet: true },
    ]
    expect(await codes()).toEqual(["ETH_TEST"])
    expect(asked[1]).toEqual({ key: "eu", is_test: true })
  })

  it("are the old ones while the gateway does not answer", async () => {
    await coins.list("eu")
    nowMs += 60 * minuteMs
    answer = () => Promise.reject(new Error("down"))
    expect(await codes()).toEqual(["USDT_TRC20", "ETH"])
    answer = async () => [eth]
    expect(await codes()).toEqual(["USDT_TRC20", "ETH"])
    nowMs += 10_000
    expect(await codes()).toEqual(["ETH"])
  })

  it("are unknown when the gateway never answered, and asked for again after ten seconds", async () => {
    answer = () => Promise.reject(new Error("down"))
    await Promise.allSettled([coins.list("eu"), coins.list("eu")])
    for (let times = 0; times < 25; times++) {
      await expect(coins.list("eu")).rejects.toThrow("down")
      nowMs += 399
    }
    expect(asked).toHaveLength(1)
    answer = async () => [usdt]
    await expect(coins.list("eu")).rejects.toThrow("down")
    expect(await coins.list("us")).toHaveLength(1)
    nowMs += 25
    expect(await codes()).toEqual(["USDT_TRC20"])
  })

  it("leave out one without a wallet for a while", async () => {
    await coins.list("eu")
    coins.exclude("eu", "ETH")
    expect(await codes()).toEqual(["USDT_TRC20"])
    nowMs += 10 * minuteMs
    expect(await codes()).toEqual(["USDT_TRC20", "ETH"])
  })

  it("are described without a question once they are known", async () => {
    expect(await coins.describe("eu", "ETH", false)).toMatchObject(ethereum)
    nowMs += 60 * minuteMs
    expect(await coins.describe("eu", "ETH", null)).toMatchObject(ethereum)
    expect(await coins.describe("eu", "XMR", false)).toBeUndefined()
    expect(asked).toHaveLength(2)
  })

  it("are not described by the coins of another mode", async () => {
    expect(await coins.describe("eu", "ETH", true)).toBeUndefined()
    await coins.list("eu")
    expect(await coins.describe("eu", "ETH", true)).toBeUndefined()
    testMode = true
    expect(await coins.describe("eu", "ETH", false)).toBeUndefined()
  })

  it("have the network of a payment of the merchant's mode without a question", async () => {
    expect(coins.recall("eu", "ETH")).toBeUndefined()
    expect(coins.recallNetwork("eu", "ETH", false)).toBeNull()
    await coins.list("eu")
    expect(coins.recall("eu", "ETH")).toMatchObject(ethereum)
    expect(coins.recall("us", "ETH")).toBeUndefined()
    expect(coins.recallNetwork("eu", "ETH", false)).toBe("Ethereum")
    expect(coins.recallNetwork("eu", "ETH", null)).toBe("Ethereum")
    expect(coins.recallNetwork("eu", "ETH", true)).toBeNull()
    expect(coins.recallNetwork("eu", "XMR", false)).toBeNull()
    expect(asked).toHaveLength(1)
  })

  it("are not described while the gateway does not answer, after a second at most", async () => {
    answer = () => Promise.reject(new Error("down"))
    expect(await coins.describe("eu", "ETH", false)).toBeUndefined()
    answer = () => new Promise(() => undefined)
    const startedAt = performance.now()
    expect(await coins.describe("us", "ETH", false)).toBeUndefined()
    expect(performance.now() - startedAt).toBeGreaterThan(900)
  })

  async function codes(): Promise<string[]> {
    return (await coins.list("eu")).map(({ code }) => code)
  }
})

describe("the coins that a shopper may choose", () => {
  const btc = { code: "BTC", name: "Bitcoin", network: "Bitcoin" }
  const tether = { code: "USDT_TRC20", name: "Tether USD", network: "Tron" }
  const odd = { code: "ODD", name: "Odd Coin", network: "Odd" }
  const dai = { code: "DAI", name: "Dai", network: "Ethereum" }
  const listed = [btc, tether, odd, dai]

  it.each([
    [
      "are all, stablecoins first, where none are named",
      null,
      [tether, dai, btc, odd],
    ],
    ["are those that are named, in that order", ["ODD", "BTC"], [odd, btc]],
    ["leave out what the gateway does not list", ["XMR", "BTC"], [btc]],
    ["are none where it lists none of them", ["XMR"], []],
  ])("%s", (_what, named, expected) => {
    expect(offeredCoins(listed, named)).toEqual(expected)
  })

  it("name a code of several networks with each of them", () => {
    const erc20 = { ...tether, network: "Ethereum" }
    expect(offeredCoins([tether, btc, erc20], ["USDT_TRC20"])).toEqual([
      tether,
      erc20,
    ])
  })

  it("are a hundred at most, of which stablecoins are not left out", () => {
    const many = Array.from({ length: 150 }, (_, at) => ({
      ...odd,
      code: `ODD${at}`,
    }))
    const offered = offeredCoins([...many, tether], null)
    expect(offered).toHaveLength(100)
    expect(offered[0]).toBe(tether)
    expect(offeredCoins(many, ["ODD149"])).toEqual([many[149]])
  })

  it("say which of the named ones the gateway does not list", () => {
    expect(unlistedCoins(listed, ["XMR", "BTC"])).toEqual(["XMR"])
    expect(unlistedCoins(listed, null)).toEqual([])
  })
})
