import { findAsset, NETWORKS } from "./recognize"
import { addressUrl, identifyCoin, transactionUrl } from "./transfer"

const HEX = "ab".repeat(32)
const EVM_ADDRESS = `0x${"ab".repeat(20)}`
const TRON_ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const SOLANA_HASH =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"
const SOLANA_ADDRESS = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
const BITCOIN_ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"

const main = (network: string | null) => ({ network, isTest: false })

const evm = (network: string, url: string) => [
  network,
  `0x${HEX}`,
  `${url}/tx/0x${HEX}`,
  EVM_ADDRESS,
  `${url}/address/${EVM_ADDRESS}`,
]

const TABLE = [
  evm("Ethereum", "https://etherscan.io"),
  evm("Optimism", "https://optimistic.etherscan.io"),
  evm("BNB Smart Chain", "https://bscscan.com"),
  evm("Polygon PoS", "https://polygonscan.com"),
  evm("Base", "https://basescan.org"),
  evm("Arbitrum One", "https://arbiscan.io"),
  evm("Avalanche C-Chain", "https://snowtrace.io"),
  [
    "Tron",
    HEX,
    `https://tronscan.org/#/transaction/${HEX}`,
    TRON_ADDRESS,
    `https://tronscan.org/#/address/${TRON_ADDRESS}`,
  ],
  [
    "Solana",
    SOLANA_HASH,
    `https://solscan.io/tx/${SOLANA_HASH}`,
    SOLANA_ADDRESS,
    `https://solscan.io/account/${SOLANA_ADDRESS}`,
  ],
  [
    "Bitcoin",
    HEX,
    `https://mempool.space/tx/${HEX}`,
    BITCOIN_ADDRESS,
    `https://mempool.space/address/${BITCOIN_ADDRESS}`,
  ],
  ...["Litecoin", "Dogecoin"].map((network) => {
    const url = `https://blockchair.com/${network.toLowerCase()}`
    return [
      network,
      HEX,
      `${url}/transaction/${HEX}`,
      BITCOIN_ADDRESS,
      `${url}/address/${BITCOIN_ADDRESS}`,
    ]
  }),
]

const SEPOLIA = evm("Ethereum Sepolia", "https://sepolia.etherscan.io")

describe("the block explorer", () => {
  it.each([...TABLE, SEPOLIA])(
    "of %s shows transactions and addresses",
    (network, hash, ofHash, address, ofAddress) => {
      expect(transactionUrl(hash, main(network))).toBe(ofHash)
      expect(addressUrl(address, main(network))).toBe(ofAddress)
      expect(transactionUrl(hash, { network, isTest: null })).toBe(ofHash)
    }
  )

  it("is known for each network that wallets can be asked to send on, by its own coin", () => {
    expect(TABLE).toHaveLength(NETWORKS.length)
    for (const [index, { native, id }] of NETWORKS.entries()) {
      const [network] = TABLE[index]
      const coin = { code: native, name: null, network, isTest: false }
      expect([network, findAsset(coin)]).toEqual([network, native])
      expect(identifyCoin(coin)).toMatchObject({ network: id, contract: null })
    }
  })

  it.each([
    ["a network that is not known", main("Foochain")],
    ["no network", main(null)],
    ["a test network, by its name", { network: "Tron testnet", isTest: null }],
    ["a test payment", { network: "Ethereum", isTest: true }],
    ["a name of several", { network: "Base Sepolia", isTest: true }],
  ])("is none for %s", (_what, paidOn) => {
    for (const hash of [HEX, `0x${HEX}`]) {
      expect(transactionUrl(hash, paidOn)).toBeNull()
    }
    for (const address of [EVM_ADDRESS, TRON_ADDRESS]) {
      expect(addressUrl(address, paidOn)).toBeNull()
    }
  })

  it.each([
    ["Ethereum", HEX],
    ["Ethereum", `0x${HEX}0`],
    ["Tron", `0x${HEX}`],
    ["Bitcoin", "../../evil"],
    ["Solana", "a reference of the bank"],
    ["Tron", ""],
  ])("of %s does not show %j", (network, text) => {
    expect(transactionUrl(text, main(network))).toBeNull()
    expect(addressUrl(text, main(network))).toBeNull()
  })
})
