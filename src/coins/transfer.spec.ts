import fc from "fast-check"
import { toUnits } from "./decimal"
import { SOLANA, TRON } from "./recognize"
import {
  buildTransferUri,
  identifyCoin,
  planTransfer,
  type TokenSettings,
} from "./transfer"

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7"
const TRON_ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
const SOLANA_ADDRESS = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
const BITCOIN_ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"

const ADDRESSES: Record<string, string> = {
  Bitcoin: BITCOIN_ADDRESS,
  Litecoin: "LZ1Q2YpxeGvpG3CoPLKmnTfTThAJ4Yg8wq",
  Dogecoin: "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L",
  Solana: SOLANA_ADDRESS,
  Tron: TRON_ADDRESS,
}

/** To an address of the network, if to no other. */
function uri(
  code: string,
  network: string,
  amount: string,
  address = ADDRESSES[network] ?? EVM
): string | null {
  const coin = { code, name: null, network, isTest: false }
  const transfer = planTransfer(coin, { address, amount })
  return transfer && buildTransferUri(transfer)
}

describe("the link of a transfer", () => {
  const SOLANA_USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

  it.each([
    ["SOL", "0.5", `solana:${SOLANA_ADDRESS}?amount=0.5`],
    ...["12.5", "12.50000000"].map((amount) => [
      "USDC",
      amount,
      `solana:${SOLANA_ADDRESS}?amount=12.5&spl-token=${SOLANA_USDC}`,
    ]),
  ])("of %s on Solana, %s, is %s", (code, amount, expected) => {
    expect(uri(code, "Solana", amount)).toBe(expected)
  })

  // TRON's wallets read no common form.
  it.each([
    ["USDT", "Tron", TRON_ADDRESS],
    ["TRX", "Tron", TRON_ADDRESS],
    ["ETH", "Ethereum", TRON_ADDRESS],
    ["ETH", "Ethereum", `${EVM}?value=1`],
    ["ETH", "Ethereum", `${EVM}@5`],
    ["USDT", "Ethereum", `${EVM}&uint256=1`],
    ["USDT", "Ethereum", "javascript:alert(1)"],
    ["BTC", "Bitcoin", "bc1 q"],
    ["BTC", "Bitcoin", `${BITCOIN_ADDRESS}&amount=9`],
    ["SOL", "Solana", EVM],
  ])("of %s on %s does not exist to %s", (code, network, to) => {
    expect(uri(code, network, "1", to)).toBeNull()
  })
})

describe("the link, as the parsers of wallets read it,", () => {
  // They have no types.
  const { decode: readBip21 } = jest.requireActual<{
    decode: (
      uri: string,
      scheme: string
    ) => { address: string; options: { amount?: number } }
  }>("bip21")
  const { parse: readEip681 } = jest.requireActual<{
    parse: (uri: string) => {
      function_name?: string
      parameters?: Record<string, string>
    }
  }>("eth-url-parser")
  // Of digits alone, which need no checksum.
  const evmAddress = fc.stringMatching(/^0x[0-9]{40}$/)
  const upTo = (max: bigint) => fc.bigInt({ min: 1n, max })

  it.each([
    ["ETH", "Ethereum", "1", null, 18],
    ["USDT", "Ethereum", "1", "0xdAC17F958D2ee523a2206206994597C13D831ec7", 6],
    ["USDT", "BSC", "56", "0x55d398326f99059fF775485246999027B3197955", 18],
  ])("pays %s of %s to the last unit", (...row) => {
    const [code, network, chain_id, token, decimals] = row
    fc.assert(
      fc.property(evmAddress, upTo(10n ** 30n), (address, units) => {
        const link = uri(code, network, inCoins(units, decimals), address)
        const { function_name, parameters, ...read } = readEip681(String(link))
        const target_address = token ?? address
        expect(read).toMatchObject({ target_address, chain_id })
        expect(function_name).toBe(token ? "transfer" : undefined)
        expect(parameters?.address).toBe(token ? address : undefined)
        const paid = token ? parameters?.uint256 : parameters?.value
        expect(digitsOf(paid)).toBe(String(units))
      })
    )
  })

  it.each([
    ["BTC", "Bitcoin", 8, "bitcoin"],
    ["LTC", "Litecoin", 8, "litecoin"],
    ["DOGE", "Dogecoin", 8, "dogecoin"],
    // Solana's has no parser of this kind.
    ["SOL", "Solana", 9, null],
    ["USDC", "Solana", 6, null],
  ])("pays %s on %s to the last unit, in whole coins", (...row) => {
    const [code, network, decimals, scheme] = row
    fc.assert(
      // Bitcoin's reads a float, which has all units of 21 million coins.
      fc.property(upTo(21n * 10n ** 14n), (units) => {
        const link = uri(code, network, inCoins(units, decimals)) ?? ""
        const [, amount = ""] = /\?amount=([\d.]+)/.exec(link) ?? []
        expect(amount).not.toMatch(/^0\d|\.$|\.\d*0$/)
        expect(toUnits(amount, decimals)).toBe(String(units))
        if (scheme) {
          const { address, options } = readBip21(link, scheme)
          expect(address).toBe(ADDRESSES[network])
          const read = Math.round(Number(options.amount) * 1e8)
          expect(read).toBe(Number(units))
        }
      })
    )
  })

  function inCoins(units: bigint, decimals: number): string {
    const scale = 10n ** BigInt(decimals)
    const fraction = String(units % scale).padStart(decimals, "0")
    return `${units / scale}.${fraction}`
  }

  /** It writes large numbers with an exponent. */
  function digitsOf(number = ""): string {
    const [mantissa, exponent = "0"] = number.split("e+")
    const [whole, fraction = ""] = mantissa.split(".")
    return whole + fraction.padEnd(Number(exponent), "0")
  }
})

const identify = (
  code: string,
  name: string | null,
  network: string | null,
  isTest: boolean | null = false
) => identifyCoin({ code, name, network, isTest })

describe("identifyCoin", () => {
  it.each([
    ["USDT", "Tether USD", "Ethereum", 1, "0xdAC17F", 6],
    ["USDT_BEP20", "Tether USD", "BSC", 56, "0x55d398", 18],
    ["USDT-ERC20", "Tether (ERC-20)", "Ethereum", 1, "0xdAC17F", 6],
    ["usdterc20", null, "Ethereum Mainnet", 1, "0xdAC17F", 6],
    ["USDT", null, "Polygon PoS", 137, "0xc2132D", 6],
    ["USDT_POLYGON", "USDT (Polygon)", "Polygon", 137, "0xc2132D", 6],
    ["17", "Tether USD", "BNB Smart Chain", 56, "0x55d398", 18],
    ["C_8F", "USD Coin", "Binance Smart Chain", 56, "0x8AC76a", 18],
    ["USDC", "USDC", "Avalanche C-Chain", 43114, "0xB97EF9", 6],
    ["USDC", "USD Coin", "Base", 8453, "0x833589", 6],
    ["USDT_TRC20", "Tether USD", "TRON (TRC20)", TRON, "TR7NHq", 6],
    ["USDC", "USD Coin", "Solana", SOLANA, "EPjFWd", 6],
    ["ETH", "Ethereum (ETH)", "Ethereum", 1, null, 18],
    ["ETH_BASE", "Ether", "Base", 8453, null, 18],
    ["ETH", "Ether", "OP Mainnet", 10, null, 18],
    ["BNB", "BNB", "BSC", 56, null, 18],
    ["MATIC", null, "Polygon", 137, null, 18],
    ["TRX", "TRON", "Tron", TRON, null, 6],
    ["SOL", "Solana", "Solana", SOLANA, null, 9],
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
    ["WBTC", null, "Ethereum", "not in the table"],
    ["ETH", "Ether", "Ethereum Classic", "another network"],
    ["BTC", "Bitcoin", "Bitcoin Cash", "another network"],
    ["BTC", "Bitcoin", "Lightning", "another network"],
    ["ETH", "Ether", "BSC", "a token of that network, not in the table"],
    ["BNB", "BNB", "Ethereum", "not the coin of that network"],
    ["USDT", "Tether USD", "Ethereum, BSC", "two networks"],
    ["USDT", "Tether USD", "ether", "no network"],
    ["USDT", "Tether USD", null, "no network"],
    ["constructor", "__proto__", "Ethereum", "no coin"],
    ["BCH", "Bitcoin Cash", "Bitcoin Cash", "not in the table"],
    ["XRP", null, "XRP", "not in the table"],
    ["USDТ", null, "Ethereum", "a letter of another script"],
  ])("does not recognize %s, %s on %s: %s", (code, name, network, reason) => {
    expect([reason, identify(code, name, network)]).toEqual([reason, null])
  })

  it.each([
    ["ETH_TEST", "Ether (test)", "Ethereum testnet", null],
    ["ETH_TEST", "Ether", "Ethereum", false],
    ["ETH", "Ether", "Ethereum Sepolia", false],
    ["USDT", "Tether USD", "Nile", false],
    ["USDT", "Tether USD", "Ethereum", true],
  ])("does not recognize test coins: %s, %s on %s", (code, name, on, is) => {
    expect(identify(code, name, on, is)).toBeNull()
  })

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

    it("takes its contract, whatever the names, and no live network for a test payment, nor the reverse", () => {
      const usdc = { network: 137, family: "evm", decimals: 6 }
      expect(read("USDC", false)).toEqual({ ...usdc, contract: address })
      expect(read("OP", false)).toMatchObject({ network: 10, contract: null })
      expect(read("NILE", true)).toMatchObject({ family: "tron" })
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
      [{ chainId: 1, decimals: 6 }, 18],
      [{ chainId: TRON, decimals: 18 }, 6],
      [{ chainId: SOLANA, decimals: 18 }, 9],
      [{ chainId: 11155111, decimals: 6, test: true }, 18],
    ])("knows a network's own decimals: %j", (setting, decimals) => {
      const isTest = "test" in setting
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
      { chainId: 1, decimals: -1, address },
      { chainId: 1, decimals: 37, address },
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
