import {
  type Family,
  findMainNetwork,
  type NetworkId,
  SOLANA,
  TRON,
} from "./recognize"
import { isAddress } from "./transfer"

/** Where a payment was made: the gateway's name of the network, and whether with coins of a test network. */
type PaidOn = { network: string | null; isTest: boolean | null }

/** The page of a transaction in a block explorer; null for what is no hash of the network, and on test and unknown networks. */
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
  const main = network === null || isTest ? null : findMainNetwork(network)
  const explorer = main && EXPLORERS.get(main.id)
  return explorer ? { explorer, family: main.family } : null
}

const HASHES: Readonly<Record<Family, RegExp>> = {
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

/** What the addresses of its pages begin with. */
function explorer(url: string, transaction = "tx", address = "address") {
  return {
    transaction: `${url}/${transaction}/`,
    address: `${url}/${address}/`,
  }
}
