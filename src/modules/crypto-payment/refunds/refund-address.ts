import { keccak_256 } from "@noble/hashes/sha3"
import { sha256 } from "@noble/hashes/sha2"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils"
import { bech32, bech32m, createBase58check } from "@scure/base"
import { invalidData } from "../../../medusa-errors"
import {
  type BitcoinChain,
  type Coin,
  coinNetwork,
  type CoinNetwork,
  TEST_NETWORK,
} from "../merchants/coin-network"

/** `checked` is false where the network is not known: then only the length was checked. */
export type CheckedAddress = { address: string; checked: boolean }

/** Why a text cannot be the address of a refund. */
export type AddressFault = {
  /** `unknown_form`: the network is not known, and no network has such an address. */
  code: "typing_error" | "other_network" | "unknown_form" | "store_address"
  /** The network that the address has to be of. */
  network: string
  /** The other network that the text is an address of; null for other codes. */
  found: string | null
}

/**
 * The address that a customer entered, with its checksum where the network's addresses have one in
 * their letters.
 * @param deposit the address that the customer paid to, which is the merchant's own.
 */
export function judgeRefundAddress(
  typed: string,
  coin: Coin,
  deposit: string | null
): CheckedAddress | AddressFault {
  const text = typed.trim()
  const network = coinNetwork(coin)
  const address = network ? readAddress(text, network) : readUnknown(text)
  const name = nameNetwork(coin, network)
  if (!address) {
    if (!network) return { code: "unknown_form", network: name, found: null }
    const found = isOldLitecoin(text, network) ? null : findNetworkName(text)
    return found === null
      ? { code: "typing_error", network: name, found }
      : { code: "other_network", network: name, found }
  }
  if (deposit && isSameAddress(address, deposit, network)) {
    return { code: "store_address", network: name, found: null }
  }
  return { address, checked: network !== null }
}

/** @throws MedusaError INVALID_DATA, in a sentence for the customer. */
export function checkFault(
  judged: CheckedAddress | AddressFault
): CheckedAddress {
  if (!("code" in judged)) return judged
  const { code, network, found } = judged
  switch (code) {
    case "typing_error":
      throw invalidData(
        `This is not an address of ${network}, or it has a typing error. Copy it from your wallet.`
      )
    case "other_network":
      throw invalidData(
        `This is an address of another network: ${found}. Copy one of ${network} from your wallet.`
      )
    case "unknown_form":
      throw invalidData(
        "An address has 10 to 128 letters and digits. Copy it from your wallet."
      )
    case "store_address":
      throw invalidData(
        "This is the store's own address, which the payment was sent to. Enter an address of your own wallet."
      )
  }
}

/** Whether two texts are one address: only EVM networks have no letters that differ by case. */
export function isSameAddress(
  left: string,
  right: string,
  network: CoinNetwork | null
): boolean {
  if (left === right) return true
  const isFolded =
    network?.family === "evm" || /^(0x|bc1|tb1|ltc1|tltc1)/i.test(left)
  return isFolded && left.toLowerCase() === right.toLowerCase()
}

/** The network that a text is an address of; null for a text with a typing error, and one of no known form. */
function findNetworkName(text: string): string | null {
  if (readEvm(text)) return "Ethereum (EVM)"
  if (readAddress(text, { family: "tron" })) return "Tron"
  const isOf = (chain: BitcoinChain, isTest: boolean) =>
    isBitcoin(text, { chain, isTest })
  if (isOf("bitcoin", false)) return "Bitcoin"
  if (isOf("litecoin", false)) return "Litecoin"
  if (isOf("dogecoin", false)) return "Dogecoin"
  // Those of test networks have the versions of each other.
  const isTest = BITCOIN_CHAINS.some((chain) => isOf(chain, true))
  return isTest ? "Testnet" : null
}

function nameNetwork(
  { crypto_network, crypto_currency }: Coin,
  network: CoinNetwork | null
): string {
  const name = crypto_network ?? crypto_currency
  const isTest = network?.family === "bitcoin" && network.isTest
  return isTest && !TEST_NETWORK.test(name) ? `${name} testnet` : name
}

/** No link and no amount can be written with these, so that no wallet reads more than an address; TON's have `-` and `_`. */
function readUnknown(text: string): string | null {
  return /^[\w-]{10,128}$/.test(text) ? text : null
}

function readAddress(text: string, network: CoinNetwork): string | null {
  switch (network.family) {
    case "evm":
      return readEvm(text)
    case "tron":
      return versionOf(text, 21) === 0x41 ? text : null
    case "bitcoin":
      return isBitcoin(text, network) ? text : null
  }
}

/** EIP-55: the letters' case is the checksum; an address in one case has none. */
function readEvm(text: string): string | null {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  // Coins sent to the zero address are lost.
  if (!hex || /^0+$/.test(hex)) return null
  const lower = hex.toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const checksummed = Array.from(lower, (digit, index) =>
    parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit
  ).join("")
  const isOneCase = hex === lower || hex === hex.toUpperCase()
  return isOneCase || hex === checksummed ? `0x${checksummed}` : null
}

const base58check = createBase58check(sha256)

/** Versions of base58 addresses (to a key, to a script), and the prefix of bech32 ones. */
type Form = { versions: readonly number[]; hrp: string | null }

const BITCOIN_SCRIPT = 0x05

/** Litecoin's old script addresses look like Bitcoin's, so that coins may be lost: not accepted. */
const FORMS: Readonly<Record<BitcoinChain, { main: Form; test: Form }>> = {
  bitcoin: {
    main: { versions: [0x00, BITCOIN_SCRIPT], hrp: "bc" },
    test: { versions: [0x6f, 0xc4], hrp: "tb" },
  },
  litecoin: {
    main: { versions: [0x30, 0x32], hrp: "ltc" },
    test: { versions: [0x6f, 0x3a], hrp: "tltc" },
  },
  dogecoin: {
    main: { versions: [0x1e, 0x16], hrp: null },
    test: { versions: [0x71, 0xc4], hrp: null },
  },
}

const BITCOIN_CHAINS: readonly BitcoinChain[] = [
  "bitcoin",
  "litecoin",
  "dogecoin",
]

/** Whether it may be one of Litecoin, and nobody can tell. */
function isOldLitecoin(text: string, network: CoinNetwork): boolean {
  return (
    network.family === "bitcoin" &&
    network.chain === "litecoin" &&
    versionOf(text, 21) === BITCOIN_SCRIPT
  )
}

function isBitcoin(
  text: string,
  { chain, isTest }: { chain: BitcoinChain; isTest: boolean }
): boolean {
  const { versions, hrp } = FORMS[chain][isTest ? "test" : "main"]
  const version = versionOf(text, 21)
  if (version !== null) return versions.includes(version)
  return hrp !== null && isSegwit(text, hrp)
}

/** The first byte of what a base58 text with a right checksum holds, if that has so many bytes. */
function versionOf(text: string, length: number): number | null {
  if (text.length > 64) return null
  try {
    const bytes = base58check.decode(text)
    return bytes.length === length ? bytes[0] : null
  } catch {
    return null
  }
}

/** BIP-173 (version 0) and BIP-350 (later versions). */
function isSegwit(text: string, hrp: string): boolean {
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(text, 90)
    if (!decoded || decoded.prefix !== hrp) continue
    const [version, ...words] = decoded.words
    const program = coder.fromWordsUnsafe(words)
    if (!program) continue
    const { length } = program
    if (version === 0) {
      return coder === bech32 && (length === 20 || length === 32)
    }
    // Version 1 is taproot; no later one is in use.
    if (version === 1) return coder === bech32m && length === 32
  }
  return false
}
