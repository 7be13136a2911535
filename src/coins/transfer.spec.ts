import fc from "fast-check"

import { toUnits } from "./decimal"
import { SOLANA } from "./networks"
import { buildTransferUri, planTransfer } from "./transfer"

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7"
const TRON_ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
const SOLANA_ADDRESS = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
const BITCOIN_ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"

const LTC_ADDRESS = "LZ1Q2YpxeGvpG3CoPLKmnTfTThAJ4Yg8wq"
const DOGE_ADDRESS = "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"
const ADDRESSES: Record<string, string> = {
  Bitcoin: BITCOIN_ADDRESS,
  Litecoin: LTC_ADDRESS,
  Dogecoin: DOGE_ADDRESS,
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
  const ETHEREUM_USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7"
  const BSC_USDT = "0x55d398326f99059fF775485246999027B3197955"
  const SOLANA_USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
  const TRANSFER = `transfer?address=${EVM}&uint256=`
  const WEI_12 = "12500000000000000000"

  it.each([
    ["ETH", "Ethereum", "0.015", `ethereum:${EVM}@1?value=15000000000000000`],
    [
      ...["USDT", "Ethereum", "12.5"],
      `ethereum:${ETHEREUM_USDT}@1/${TRANSFER}12500000`,
    ],
    ["USDT", "BSC", "12.5", `ethereum:${BSC_USDT}@56/${TRANSFER}${WEI_12}`],
    ["BTC", "Bitcoin", "0.00015", `bitcoin:${BITCOIN_ADDRESS}?amount=0.00015`],
    ["LTC", "Litecoin", "1.50", `litecoin:${LTC_ADDRESS}?amount=1.5`],
    ["DOGE", "Dogecoin", "100", `dogecoin:${DOGE_ADDRESS}?amount=100`],
    ["SOL", "Solana", "0.5", `solana:${SOLANA_ADDRESS}?amount=0.5`],
    ...["12.5", "12.50000000"].map((amount) => [
      ...["USDC", "Solana", amount],
      `solana:${SOLANA_ADDRESS}?amount=12.5&spl-token=${SOLANA_USDC}`,
    ]),
    [
      ...["BTC", "Bitcoin", "0020.000000000000000000"],
      `bitcoin:${BITCOIN_ADDRESS}?amount=20`,
    ],
  ])("of %s on %s, %s, is %s", (code, network, amount, expected) => {
    expect(uri(code, network, amount)).toBe(expected)
  })

  it.each(["USDT", "TRX"])(
    "does not exist for %s: TRON's wallets read no common form",
    (code) => {
      expect(uri(code, "Tron", "1")).toBeNull()
    }
  )

  it.each([
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

  it("pays the coin of a network to the last unit", () => {
    fc.assert(
      fc.property(evmAddress, upTo(10n ** 30n), (address, units) => {
        const link = uri("ETH", "Ethereum", inCoins(units, 18), address)
        const read = readEip681(String(link))
        expect(read).toMatchObject({ target_address: address, chain_id: "1" })
        expect(read.function_name).toBeUndefined()
        expect(digitsOf(read.parameters?.value)).toBe(String(units))
      })
    )
  })

  it.each([
    ["Ethereum", "1", "0xdAC17F958D2ee523a2206206994597C13D831ec7", 6],
    ["BSC", "56", "0x55d398326f99059fF775485246999027B3197955", 18],
  ])(
    "pays a token of %s to the last unit",
    (network, chain, token, decimals) => {
      fc.assert(
        fc.property(evmAddress, upTo(10n ** 30n), (address, units) => {
          const link = uri("USDT", network, inCoins(units, decimals), address)
          const read = readEip681(String(link))
          expect(read).toMatchObject({
            ...{ target_address: token, chain_id: chain },
            ...{ function_name: "transfer", parameters: { address } },
          })
          expect(digitsOf(read.parameters?.uint256)).toBe(String(units))
        })
      )
    }
  )

  it.each([
    ["BTC", "Bitcoin", "bitcoin", BITCOIN_ADDRESS],
    ["LTC", "Litecoin", "litecoin", LTC_ADDRESS],
    ["DOGE", "Dogecoin", "dogecoin", DOGE_ADDRESS],
  ])("pays %s to the last unit", (code, network, scheme, address) => {
    fc.assert(
      // It reads a float, which has all units of 21 million coins.
      fc.property(upTo(21n * 10n ** 14n), (units) => {
        const link = uri(code, network, inCoins(units, 8))
        const read = readBip21(String(link), scheme)
        expect(read.address).toBe(address)
        expect(Math.round(Number(read.options.amount) * 1e8)).toBe(
          Number(units)
        )
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

describe("the amount in whole coins", () => {
  it("is the payment's, for any number of units and decimals", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 36 }),
        (units, decimals) => {
          const coin = { network: SOLANA, contract: null, decimals }
          const link = buildTransferUri({
            coin: { ...coin, family: "solana" },
            address: SOLANA_ADDRESS,
            amount: "",
            units: String(units),
          })
          const amount = new URL(String(link)).searchParams.get("amount") ?? ""
          expect(amount).not.toMatch(/^0\d|\.$|\.\d*0$/)
          expect(toUnits(amount, decimals)).toBe(String(units))
        }
      )
    )
  })
})
