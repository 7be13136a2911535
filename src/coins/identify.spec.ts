import { identifyCoin, type TokenSettings } from "./identify"
import { SOLANA, TRON } from "./networks"

const identify = (
  code: string,
  name: string | null,
  network: string | null,
  isTest: boolean | null = false
) => identifyCoin({ code, name, network, isTest })

describe("identifyCoin", () => {
  it.each([
    ["USDT", "Tether USD", "Ethereum", 1, "0xdAC17F", 6],
    ["USDT", "Tether USD", "BSC", 56, "0x55d398", 18],
    ["USDT_BEP20", "Tether USD", "BSC", 56, "0x55d398", 18],
    ["USDT-ERC20", "Tether (ERC-20)", "Ethereum", 1, "0xdAC17F", 6],
    ["usdterc20", null, "Ethereum Mainnet", 1, "0xdAC17F", 6],
    ["USDT_ETH", null, "Ethereum", 1, "0xdAC17F", 6],
    ["USDT", null, "Polygon PoS", 137, "0xc2132D", 6],
    ["USDT_POLYGON", "USDT (Polygon)", "Polygon", 137, "0xc2132D", 6],
    ["17", "Tether USD", "BNB Smart Chain", 56, "0x55d398", 18],
    ["C_8F", "USD Coin", "Binance Smart Chain", 56, "0x8AC76a", 18],
    ["USDC", "USDC", "Avalanche C-Chain", 43114, "0xB97EF9", 6],
    ["USDC", "USD Coin", "Base", 8453, "0x833589", 6],
    ["USDT", "Tether USD", "Tron", TRON, "TR7NHq", 6],
    ["USDT_TRC20", "Tether USD", "TRON (TRC20)", TRON, "TR7NHq", 6],
    ["USDC", "USD Coin", "Solana", SOLANA, "EPjFWd", 6],
    ["ETH", "Ether", "Ethereum", 1, null, 18],
    ["ETH", "Ethereum (ETH)", "Ethereum", 1, null, 18],
    ["ETH_BASE", "Ether", "Base", 8453, null, 18],
    ["ETH", "Ether", "OP Mainnet", 10, null, 18],
    ["BNB", "BNB", "BSC", 56, null, 18],
    ["POL", "Polygon", "Polygon", 137, null, 18],
    ["MATIC", null, "Polygon", 137, null, 18],
    ["TRX", "TRON", "Tron", TRON, null, 6],
    ["SOL", "Solana", "Solana", SOLANA, null, 9],
    ["BTC", "Bitcoin", "Bitcoin", "bitcoin", null, 8],
    ["LTC", null, "Litecoin", "litecoin", null, 8],
    ["DOGE", "Dogecoin", "Dogecoin", "dogecoin", null, 8],
  ])(
    "recognizes %s, %s on %s",
    (code, name, network, id, contract, decimals) => {
      const found = identify(code, name, network)
      expect(found).toMatchObject({ network: id, decimals })
      expect(found?.contract?.slice(0, contract?.length) ?? null).toBe(contract)
    }
  )

  it.each([
    ["USDC", "USD Coin", "Polygon", "a bridged token has had that name"],
    ["USDC", "USD Coin", "Arbitrum One", "a bridged token has had that name"],
    ["USDT", "Tether USD", "Optimism", "two contracts have that name"],
    ["USDT_TRC20", "Tether USD", "BSC", "code and network differ"],
    ["USDT", "Tether USD (TRC20)", "Ethereum", "name and network differ"],
    ["USDT_ERC20", null, "Polygon", "code and network differ"],
    ["USDT", "USD Coin", "Ethereum", "code and name differ"],
    ["ETH", "Tether USD", "Ethereum", "code and name differ"],
    ["USDT_USDC", null, "Ethereum", "the code names two"],
    ["USDC.e", "USD Coin", "Avalanche", "the code says more than is known"],
    ["USDT0", "Tether USD", "Arbitrum", "so it does"],
    ["axlUSDC", "USD Coin", "Ethereum", "so it does"],
    ["WBTC", "Bitcoin", "Bitcoin", "so it does"],
    ["USDT", "Tether USD (Wormhole)", "Ethereum", "so does the name"],
    ["USDT_2", null, "Ethereum", "so does the code"],
    ["ETHW", "EthereumPoW", "Ethereum", "another coin"],
    ["WBTC_ERC20", "Wrapped Bitcoin", "Ethereum", "another coin"],
    ["WBTC", null, "Ethereum", "not in the table"],
    ["ETH", "Ether", "Ethereum Classic", "another network"],
    ["BTC", "Bitcoin", "Bitcoin Cash", "another network"],
    ["BTC", "Bitcoin", "Lightning", "another network"],
    ["ETH", "Ether", "BSC", "a token of that network, not in the table"],
    ["BNB", "BNB", "Ethereum", "not the coin of that network"],
    ["USDT", "Tether USD", "Ethereum, BSC", "two networks"],
    ["USDT", "Tether USD", "ether", "no network"],
    ["USDT", "Tether USD", "", "no network"],
    ["USDT", "Tether USD", null, "no network"],
    ["constructor", "__proto__", "Ethereum", "no coin"],
    ["USDТ", null, "Ethereum", "a letter of another script"],
  ])("does not recognize %s, %s on %s: %s", (code, name, network, reason) => {
    expect([reason, identify(code, name, network)]).toEqual([reason, null])
  })

  it.each([
    ["ETH_TEST", "Ether (test)", "Ethereum testnet", null],
    ["ETH", "Ether", "Ethereum Sepolia", false],
    ["USDT", "Tether USD", "Nile", false],
    ["USDT", "Tether USD", "Ethereum", true],
    ["BTC", "Bitcoin", "Bitcoin testnet", null],
  ])(
    "does not recognize test coins: %s, %s on %s",
    (code, name, network, is) => {
      expect(identify(code, name, network, is)).toBeNull()
    }
  )

  describe("with what the store says about a code", () => {
    const address = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"
    const NILE = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
    const settings: TokenSettings = {
      USDC: { chainId: 137, address, decimals: 6 },
      USDC_TEST: { chainId: 11155111, address, decimals: 6, test: true },
      OP: { chainId: 10, decimals: 18 },
      TRIAL: { chainId: 1, address, decimals: 6, test: true },
      NILE: { chainId: 3448148188, address: NILE, decimals: 6, test: true },
    }
    const read = (code: string, isTest: boolean) =>
      identifyCoin({ code, name: null, network: null, isTest }, settings)

    it("takes its contract, whatever the names", () => {
      const usdc = { network: 137, family: "evm", decimals: 6 }
      expect(read("USDC", false)).toEqual({ ...usdc, contract: address })
      expect(read("OP", false)).toMatchObject({ network: 10, contract: null })
      expect(read("NILE", true)).toMatchObject({ family: "tron" })
    })

    it("never uses a live network for a test payment, nor the reverse", () => {
      expect(read("USDC_TEST", true)).toMatchObject({ network: 11155111 })
      expect(read("USDC", true)).toBeNull()
      expect(read("USDC_TEST", false)).toBeNull()
      expect(read("TRIAL", true)).toBeNull()
      expect(read("TRIAL", false)).toBeNull()
    })

    it.each<[string, string | null, string | null, TokenSettings[string]]>([
      ["USDT_BEP20", "Tether USD", "BSC", { chainId: 56, decimals: 18 }],
      ["17", "Tether USD", null, { chainId: 56, decimals: 18 }],
      ["USDT0", null, null, { chainId: 42161, decimals: 18 }],
      ["USDT_NEW", null, null, { chainId: 59144, decimals: 18 }],
      ["ETH_BSC", null, "BSC", { chainId: 56, decimals: 18 }],
    ])(
      "does not ask for the network's own coin where a contract was forgotten: %s, %s on %s",
      (code, name, network, setting) => {
        const coin = { code, name, network, isTest: false }
        expect(identifyCoin(coin, { [code]: setting })).toBeNull()
      }
    )

    it.each([
      [{ chainId: 1, decimals: 6 }, 18, false],
      [{ chainId: TRON, decimals: 18 }, 6, false],
      [{ chainId: SOLANA, decimals: 18 }, 9, false],
      [{ chainId: 11155111, decimals: 6, test: true }, 18, true],
    ])("knows a network's own decimals: %j", (setting, decimals, isTest) => {
      const coin = { code: "17", name: null, network: null, isTest }
      expect(identifyCoin(coin, { 17: setting })).toBeNull()
      const right = { ...setting, decimals }
      expect(identifyCoin(coin, { 17: right })).toMatchObject({ decimals })
    })

    it("takes a known contract with its own decimals only, and for its own coin", () => {
      const usdt = "0x55D398326F99059FF775485246999027B3197955"
      const find = (code: string, decimals: number) => {
        const coin = { code, name: null, network: "BSC", isTest: false }
        const setting = { chainId: 56, address: usdt, decimals }
        return identifyCoin(coin, { [code]: setting })
      }
      expect(find("USDT", 18)).toMatchObject({ contract: usdt })
      expect(find("17", 18)).toMatchObject({ contract: usdt })
      expect(find("USDT", 6)).toBeNull()
      expect(find("USDC_BEP20", 18)).toBeNull()
    })

    it("does not change the network that the gateway names", () => {
      const onNetwork = (network: string, isTest = false) =>
        identifyCoin(
          { code: "C", name: null, network, isTest },
          { C: { chainId: 59144, address, decimals: 6, test: isTest } }
        )
      expect(onNetwork("Linea")).toMatchObject({ network: 59144 })
      expect(onNetwork("Ethereum")).toBeNull()
      // Gateways name a test network as its live one.
      expect(onNetwork("Ethereum", true)).toMatchObject({ network: 59144 })
    })

    it.each([
      { chainId: 0, decimals: 6 },
      { chainId: 1.5, decimals: 6 },
      { chainId: 1, decimals: -1 },
      { chainId: 1, decimals: 37 },
      { chainId: 1, decimals: 6, address: "0xabc" },
      { chainId: 1, decimals: 6, address: `${address}/transfer` },
      { chainId: TRON, decimals: 6, address },
    ])("recognizes nothing where it is wrong: %j", (setting) => {
      const coin = { code: "USDT", name: "Tether USD", network: "Ethereum" }
      expect(identifyCoin(coin)).not.toBeNull()
      expect(identifyCoin(coin, { USDT: setting })).toBeNull()
    })
  })
})
