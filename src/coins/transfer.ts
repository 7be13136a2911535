import { placePoint, toUnits, withoutZeros } from "./decimal"
import {
  type Asset,
  findAsset,
  findMainNetwork,
  type LinkFamily,
  namesOtherAsset,
  type Network,
  type NetworkId,
  NETWORKS,
  SOLANA,
  TEST_NETWORK,
  TRON,
} from "./recognize"

type Transfer = {
  coin: KnownCoin
  address: string
  /** The amount in the coin's smallest unit, as digits. */
  units: string
}

/**
 * What a wallet has to know; null where the coin is not known, or amount or address do not fit it.
 */
export function planTransfer(
  coin: NamedCoin,
  { address, amount }: { address: string; amount: string },
  settings?: TokenSettings
): Transfer | null {
  const known = identifyCoin(coin, settings)
  const units = known && toUnits(amount, known.decimals)
  if (!known || !units || !isAddress(address, known.family)) return null
  return { coin: known, address, units }
}

/**
 * The link of a transfer, for a QR code or a phone. Null on TRON: its wallets have no common form.
 * - EIP-681 names the chain and, for a token, its contract and the amount in the smallest unit.
 * - BIP-21, which Litecoin and Dogecoin follow, has the amount in whole coins.
 * - Solana Pay has it in whole coins, and the token's mint.
 *
 * Whole coins have no zeros at the end: wallets reject more digits than the coin has.
 */
export function buildTransferUri(transfer: Transfer): string | null {
  const { coin, address, units } = transfer
  const { contract, network } = coin
  const amount = withoutZeros(placePoint(units, coin.decimals))
  switch (coin.family) {
    case "evm":
      return contract === null
        ? `ethereum:${address}@${network}?value=${units}`
        : `ethereum:${contract}@${network}/transfer?address=${address}&uint256=${units}`
    case "bitcoin":
      return `${network}:${address}?amount=${amount}`
    case "solana": {
      const token = contract === null ? "" : `&spl-token=${contract}`
      return `solana:${address}?amount=${amount}${token}`
    }
    case "tron":
      return null
  }
}

/** A coin as the gateway names it; null where it did not. */
type NamedCoin = {
  code: string
  name: string | null
  network: string | null
  /** Unset: as the texts say. */
  isTest?: boolean | null
}

/** What a store says about one of its gateway's coins. */
export type TokenSetting = {
  chainId: number
  /** The token's contract. Unset: the network's own coin. */
  address?: string
  decimals: number
  /** Whether it is for test payments, and for no others. */
  test?: boolean
}

/** By the gateway's code of the coin. */
export type TokenSettings = Readonly<Record<string, TokenSetting>>

type KnownCoin = {
  /** The chain's id, or the scheme of links where it has none. */
  network: number | string
  family: LinkFamily
  /** The token's contract; null for the network's own coin. */
  contract: string | null
  decimals: number
}

/**
 * Null where the texts name no coin or several, where they contradict each other, and on test
 * networks. What the store says about the code counts before all of that, where it fits the kind of
 * payment (test or not), its own network and what is known of the coin for certain.
 */
export function identifyCoin(
  coin: NamedCoin,
  settings: TokenSettings = {}
): KnownCoin | null {
  const { code, name, network } = coin
  const isNamedTest = TEST_NETWORK.test([code, name, network].join(" "))
  const isTest = coin.isTest ?? isNamedTest
  if (Object.prototype.hasOwnProperty.call(settings, code)) {
    return readSetting(settings[code], { ...coin, isTest })
  }
  if (isTest || isNamedTest) return null
  const asset = findAsset(coin)
  const known = findMainNetwork(network)
  return known && asset ? findCoin(asset, known) : null
}

function readSetting(setting: TokenSetting, coin: NamedCoin): KnownCoin | null {
  const { chainId, address, decimals, test = false } = setting
  const known = NETWORKS.find(({ id }) => id === chainId)
  const isTron = TRON_TESTNETS.includes(chainId)
  const family = known?.family ?? (isTron ? "tron" : "evm")
  const named = findMainNetwork(coin.network)
  const isContradiction =
    test !== coin.isTest ||
    (test ? known !== undefined : named !== null && named.id !== chainId) ||
    !isSetting(setting, family) ||
    (address === undefined
      ? decimals !==
          NETWORKS.find((each) => each.family === family)?.decimals ||
        // Its contract was forgotten: a wallet would be asked for the network's own coin.
        namesOtherAsset(coin, known?.native)
      : isOtherToken(setting, coin))
  if (isContradiction) return null
  return { network: chainId, family, contract: address ?? null, decimals }
}

/** A contract of the table, with other decimals than its own, or for a coin of another name. */
function isOtherToken(
  { chainId, address, decimals }: TokenSetting,
  coin: NamedCoin
): boolean {
  const lower = address?.toLowerCase()
  const token = TOKENS.find(
    (each) => each.network === chainId && each.address.toLowerCase() === lower
  )
  if (!token) return false
  const asset = findAsset(coin) ?? token.asset
  return token.decimals !== decimals || asset !== token.asset
}

/** Nile and Shasta, of TRON. */
const TRON_TESTNETS: readonly number[] = [3448148188, 2494104990]

function isSetting(
  { chainId, address, decimals }: TokenSetting,
  family: LinkFamily
): boolean {
  return (
    [chainId, decimals].every(Number.isSafeInteger) &&
    chainId > 0 &&
    decimals >= 0 &&
    decimals <= 36 &&
    (address === undefined || isAddress(address, family))
  )
}

function findCoin(asset: Asset, network: Network): KnownCoin | null {
  const { id, family, native, decimals } = network
  const known =
    asset === native
      ? { address: null, decimals }
      : TOKENS.find((each) => each.network === id && each.asset === asset)
  if (!known) return null
  const { address: contract, decimals: digits } = known
  return { network: id, family, contract, decimals: digits }
}

function isAddress(text: string, family: LinkFamily): boolean {
  return ADDRESSES[family].test(text)
}

const ADDRESSES: Readonly<Record<LinkFamily, RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  // Base58 and bech32, which may be in capitals.
  bitcoin: /^[a-zA-Z0-9]{25,90}$/,
}

const token = (
  network: NetworkId,
  asset: Asset,
  address: string,
  decimals: number
) => ({ network, asset, address, decimals })

/**
 * Only tokens whose name stands for one contract on the network: not USDC on Polygon, Arbitrum and
 * Optimism, where a bridged one has had the same name, nor USDT on Optimism.
 */
export const TOKENS: readonly ReturnType<typeof token>[] = [
  token(1, "USDT", "0xdAC17F958D2ee523a2206206994597C13D831ec7", 6),
  token(1, "USDC", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 6),
  token(1, "DAI", "0x6B175474E89094C44Da98b954EedeAC495271d0F", 18),
  token(10, "DAI", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18),
  token(56, "USDT", "0x55d398326f99059fF775485246999027B3197955", 18),
  token(56, "USDC", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", 18),
  token(56, "DAI", "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", 18),
  token(137, "USDT", "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", 6),
  token(137, "DAI", "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", 18),
  token(8453, "USDC", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", 6),
  token(8453, "DAI", "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", 18),
  token(42161, "USDT", "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", 6),
  token(42161, "DAI", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18),
  token(43114, "USDT", "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7", 6),
  token(43114, "USDC", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", 6),
  token(TRON, "USDT", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", 6),
  token(SOLANA, "USDT", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", 6),
  token(SOLANA, "USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", 6),
]

/**
 * Where a payment was made: the gateway's name of the network,
 * and whether with coins of a test network.
 */
type PaidOn = { network: string | null; isTest: boolean | null }

/**
 * The page of a transaction in a block explorer; null for what is no hash of the network, and on
 * networks without a known one.
 */
export function transactionUrl(hash: string, paidOn: PaidOn): string | null {
  const found = findExplorer(paidOn)
  return found && HASHES[found.family].test(hash)
    ? found.explorer.transaction + hash
    : null
}

/** The page of an address, as `transactionUrl`. */
export function addressUrl(address: string, paidOn: PaidOn): string | null {
  const found = findExplorer(paidOn)
  return found && isAddress(address, found.family)
    ? found.explorer.address + encodeURIComponent(address)
    : null
}

function findExplorer({ network, isTest }: PaidOn) {
  const test = TEST_EXPLORERS.find(([name]) => name === network)
  if (test) return { explorer: test[2], family: test[1] }
  const main = isTest ? null : findMainNetwork(network)
  const explorer = main && EXPLORERS.get(main.id)
  return explorer ? { explorer, family: main.family } : null
}

const HASHES: Readonly<Record<LinkFamily, RegExp>> = {
  evm: /^0x[0-9a-f]{64}$/i,
  tron: /^[0-9a-f]{64}$/i,
  // 64 bytes in Base58.
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  bitcoin: /^[0-9a-f]{64}$/i,
}

const EXPLORERS = new Map<NetworkId, ReturnType<typeof explorer>>([
  [1, explorer("https://etherscan.io")],
  [10, explorer("https://optimistic.etherscan.io")],
  [56, explorer("https://bscscan.com")],
  [137, explorer("https://polygonscan.com")],
  [8453, explorer("https://basescan.org")],
  [42161, explorer("https://arbiscan.io")],
  [43114, explorer("https://snowtrace.io")],
  [TRON, explorer("https://tronscan.org/#", "transaction")],
  [SOLANA, explorer("https://solscan.io", "tx", "account")],
  ["bitcoin", explorer("https://mempool.space")],
  ["litecoin", explorer("https://blockchair.com/litecoin", "transaction")],
  ["dogecoin", explorer("https://blockchair.com/dogecoin", "transaction")],
])

/** Of test networks whose name, as the gateway has it, says which one it is. */
const TEST_EXPLORERS = [
  ["Ethereum Sepolia", "evm", explorer("https://sepolia.etherscan.io")],
  ["BSC testnet", "evm", explorer("https://testnet.bscscan.com")],
  ["Polygon Amoy", "evm", explorer("https://amoy.polygonscan.com")],
  ["Tron Nile", "tron", explorer("https://nile.tronscan.org/#", "transaction")],
] as const

function explorer(url: string, transaction = "tx", address = "address") {
  return {
    transaction: `${url}/${transaction}/`,
    address: `${url}/${address}/`,
  }
}
