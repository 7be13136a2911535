import { findMainNetwork, isAddress } from "./identify"
import { type Family, type NetworkId, NETWORKS, SOLANA, TRON } from "./networks"
import { findNetwork } from "./recognize"

/** The pages of a block explorer: https, with `{hash}` or `{address}` in place of what they show. */
export type Explorer = { transaction: string; address: string }

/** By the gateway's name of the network. */
export type ExplorerSettings = Readonly<Record<string, Explorer>>

/** Where a payment was made: the gateway's name of the network, and whether with coins of a test network. */
export type PaidOn = { network: string | null; isTest: boolean | null }

/**
 * The page of a transaction in a block explorer. Null for what is no hash of the network, and on test
 * networks and networks that are not known, unless the store names an explorer for them.
 */
export function transactionUrl(
  hash: string,
  paidOn: PaidOn,
  settings: ExplorerSettings = {}
): string | null {
  const explorer = findExplorer(paidOn, settings)
  const family = familyOf(paidOn)
  const isHash = (family ? HASHES[family] : ANY_NAME).test(hash)
  return explorer && isHash
    ? explorer.transaction.replaceAll("{hash}", encodeURIComponent(hash))
    : null
}

/** The page of an address, as `transactionUrl`. */
export function addressUrl(
  address: string,
  paidOn: PaidOn,
  settings: ExplorerSettings = {}
): string | null {
  const explorer = findExplorer(paidOn, settings)
  const family = familyOf(paidOn)
  const isValid = family ? isAddress(address, family) : ANY_NAME.test(address)
  return explorer && isValid
    ? explorer.address.replaceAll("{address}", encodeURIComponent(address))
    : null
}

function findExplorer(
  { network, isTest }: PaidOn,
  settings: ExplorerSettings
): Explorer | null {
  if (network === null) return null
  if (Object.prototype.hasOwnProperty.call(settings, network)) {
    return settings[network]
  }
  const main = isTest ? null : findMainNetwork(network)
  return (main && EXPLORERS.get(main.id)) ?? null
}

/** Also of a test network: its hashes and addresses have the form of the main one. */
function familyOf({ network }: PaidOn): Family | undefined {
  const networkId = findNetwork(network)
  return NETWORKS.find(({ id }) => id === networkId)?.family
}

const HASHES: Readonly<Record<Family, RegExp>> = {
  evm: /^0x[0-9a-f]{64}$/i,
  tron: /^[0-9a-f]{64}$/i,
  // 64 bytes in Base58.
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  bitcoin: /^[0-9a-f]{64}$/i,
}

/** Hex, Base58 or Base64, perhaps with a prefix; no sentence. */
const ANY_NAME = /^[\w+/=:-]{1,128}$/

const EXPLORERS: ReadonlyMap<NetworkId, Explorer> = new Map<
  NetworkId,
  Explorer
>([
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

function explorer(
  url: string,
  transaction = "tx",
  address = "address"
): Explorer {
  return {
    transaction: `${url}/${transaction}/{hash}`,
    address: `${url}/${address}/{address}`,
  }
}
