import {
  type Asset,
  type Family,
  type Network,
  NETWORKS,
  TEST_NETWORK,
} from "./networks"
import { findAsset, findNetwork, namesOtherAsset } from "./recognize"
import { TOKENS } from "./tokens"

/** A coin as the gateway names it; null where it did not. */
export type NamedCoin = {
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

/** A coin that a wallet can be asked to send. */
export type KnownCoin = {
  /** The chain's id, or the scheme of links where it has none. */
  network: number | string
  family: Family
  /** The token's contract; null for the network's own coin. */
  contract: string | null
  decimals: number
}

/**
 * The coin that a gateway's code, name and network stand for. Null where they name none or several,
 * where they contradict each other, and on test networks. What the store says about the code counts
 * before all of that, where it fits the kind of payment (test or not), its own network and what is
 * known of the coin for certain.
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
  const family = known?.family ?? TEST_FAMILIES.get(chainId) ?? "evm"
  const isContradiction =
    test !== coin.isTest ||
    (test && known !== undefined) ||
    !isSetting(setting, family) ||
    (address === undefined
      ? !isNativeSetting(setting, coin, family)
      : isOtherToken(setting, coin)) ||
    (!test && isOtherNetwork(setting, coin))
  if (isContradiction) return null
  return { network: chainId, family, contract: address ?? null, decimals }
}

/** A live network that the gateway names, and that is not the one of the setting. */
function isOtherNetwork(
  { chainId }: TokenSetting,
  { network }: NamedCoin
): boolean {
  const named = findMainNetwork(network)
  return named !== null && named.id !== chainId
}

/** The network that a text names; null for test networks, and for those that no links are made for. */
export function findMainNetwork(text: string | null): Network | null {
  const networkId = findNetwork(text)
  const known = NETWORKS.find(({ id }) => id === networkId) ?? null
  return TEST_NETWORK.test(text ?? "") ? null : known
}

/**
 * Whether a setting without a contract can be meant so. Where the contract of a token was forgotten,
 * a wallet would be asked for the same number of the network's own coin.
 */
function isNativeSetting(
  { chainId, decimals }: TokenSetting,
  coin: NamedCoin,
  family: Family
): boolean {
  const { native } = NETWORKS.find(({ id }) => id === chainId) ?? {}
  const own = NETWORKS.find((network) => network.family === family)
  return !namesOtherAsset(coin, native) && decimals === own?.decimals
}

/** A contract of the table, with other decimals than its own, or for a coin of another name. */
function isOtherToken(
  { chainId, address, decimals }: TokenSetting,
  coin: NamedCoin
): boolean {
  const lower = address?.toLowerCase()
  const token = TOKENS.get(chainId)?.find(
    (each) => each.address.toLowerCase() === lower
  )
  if (!token) return false
  const asset = findAsset(coin)
  return token.decimals !== decimals || (asset ?? token.asset) !== token.asset
}

/** Nile and Shasta, of TRON. */
const TEST_FAMILIES: ReadonlyMap<number, Family> = new Map([
  [3448148188, "tron"],
  [2494104990, "tron"],
])

function isSetting(
  { chainId, address, decimals }: TokenSetting,
  family: Family
): boolean {
  return (
    [chainId, decimals].every(Number.isSafeInteger) &&
    chainId > 0 &&
    decimals >= 0 &&
    decimals <= 36 &&
    (address === undefined || isAddress(address, family))
  )
}

/** Whether a text has the form of the family's addresses. */
export function isAddress(text: string, family: Family): boolean {
  return ADDRESSES[family].test(text)
}

const ADDRESSES: Readonly<Record<Family, RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  // Base58 and bech32, which may be in capitals.
  bitcoin: /^[a-zA-Z0-9]{25,90}$/,
}

function findCoin(asset: Asset, network: Network): KnownCoin | null {
  const { id, family, native, decimals } = network
  if (asset === native) return { network: id, family, contract: null, decimals }
  const tokens = (typeof id === "number" && TOKENS.get(id)) || []
  const [token, ...others] = tokens.filter((each) => each.asset === asset)
  if (!token || others.length > 0) return null
  const { address: contract, decimals: digits } = token
  return { network: id, family, contract, decimals: digits }
}
