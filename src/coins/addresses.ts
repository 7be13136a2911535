import { sha256 } from "@noble/hashes/sha2"
import { keccak_256 } from "@noble/hashes/sha3"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils"
import {
  base32nopad,
  base58,
  base58xrp,
  base64url,
  bech32,
  bech32m,
  createBase58check,
  utils,
} from "@scure/base"
import { ANY_EVM, readPaymentLink, splitTag } from "./payment-links"
import {
  type Coin,
  findFamily,
  findNetworks,
  isTestCoin,
  type NetworkId,
  networkWords,
  TEST_NETWORK,
} from "./recognize"

/** Networks whose addresses and transaction hashes have a form that can be checked. */
export type CoinNetwork =
  | { family: "evm" }
  | { family: "tron" }
  | { family: "solana" }
  | { family: "bitcoin"; chain: BitcoinChain; isTest: boolean }
  | { family: "xrp"; isTest: boolean }
  | { family: "ton"; isTest: boolean }
  | { family: "stellar" }

/** The chains with the addresses of Bitcoin, in versions of their own. */
const BITCOIN_CHAINS = ["bitcoin", "litecoin", "dogecoin"] as const

type BitcoinChain = (typeof BITCOIN_CHAINS)[number]

const TAGGED: readonly NetworkId[] = ["xrpl", "ton", "stellar"]

/** Further networks on which an exchange has one address for all of its customers. */
const TAGGED_NETWORK = new RegExp(
  "\\b(" +
    "eos|vaulta|wax|telos|cosmos|atom|osmosis|osmo|injective|inj|sei|kava|terra|luna|celestia|" +
    "thorchain|rune|dydx|hedera|hbar|stacks|stx|nem|xem|hive|steem" +
    ")\\b(?![\\s-]*evm)",
  "i"
)

/** Null for a network that is not known, or without a form that is known here. */
export function coinNetwork(coin: Coin): CoinNetwork | null {
  const { crypto_network } = coin
  const found = crypto_network === null ? null : findFamily(crypto_network)
  if (!found) return null
  const { id, family } = found
  const isTest = isTestCoin(coin)
  switch (family) {
    case "evm":
    case "tron":
    case "solana":
    case "stellar":
      return { family }
    case "xrp":
    case "ton":
      return { family, isTest }
    case "bitcoin": {
      const chain = BITCOIN_CHAINS.find((each) => each === id)
      return chain ? { family, chain, isTest } : null
    }
  }
}

/**
 * Whether an address can need a tag or memo, which tells an exchange whose coins they are.
 * A field too many costs nothing.
 */
export function hasAddressTag(coin: Coin): boolean {
  const words = networkWords(coin)
  return (
    findNetworks(words).some((id) => TAGGED.includes(id)) ||
    TAGGED_NETWORK.test(words)
  )
}

/** Whether a text has the form of the network's transaction hashes; true where it is not known. */
export function isTransactionHash(
  text: string,
  network: CoinNetwork | null
): boolean {
  switch (network?.family) {
    case undefined:
    case "ton":
      return true
    case "evm":
      return /^0x[0-9a-f]{64}$/i.test(text)
    case "solana":
      return decode(base58, text, 88)?.length === 64
    case "tron":
    case "bitcoin":
    case "xrp":
    case "stellar":
      return /^[0-9a-f]{64}$/i.test(text)
  }
}

/** As typed; at an exchange a tag or memo, apart or with the address, names the customer. */
export type EnteredAddress = { address: string; address_tag?: string | null }

/**
 * `checked` is false where the network's addresses have no checksum
 * that is known here, or this one has none.
 */
export type CheckedAddress = {
  address: string
  address_tag: string | null
  checked: boolean
}

export type AddressFault = {
  /** `unknown_form` is of an unknown network; `wrong_tag` also for another than in the address. */
  code:
    | ("typing_error" | "wrong_character" | "other_network" | "unknown_form")
    | ("store_address" | "tag_alone" | "wrong_tag")
  network: string
  /**
   * The other network that the text is an address of, or the first character that no address of
   * the network has; null for other codes.
   */
  found: string | null
}

/**
 * With its checksum, and its tag apart. Of a wallet's payment link it is the address in it.
 * @param deposit the merchant's own address.
 */
export function judgeRefundAddress(
  entered: EnteredAddress,
  coin: Coin,
  deposit: string | null
): CheckedAddress | AddressFault {
  const network = coinNetwork(coin)
  const name = nameNetwork(coin, network)
  const fault = (code: AddressFault["code"], found: string | null = null) => ({
    code,
    network: name,
    found,
  })
  const link = readPaymentLink(entered.address.trim(), coin)
  if (link?.elsewhere) return fault("other_network", link.elsewhere)
  const text = link?.address ?? entered.address.trim()
  const hasTag = hasAddressTag(coin)
  if (hasTag && TAG_ALONE.test(text)) return fault("tag_alone")
  if (!link && isOfBitcoinAlone(text, coin)) {
    return fault("other_network", "Bitcoin")
  }
  const read = readEntered(text, network, hasTag, link?.prefix)
  if (!read) {
    const found = network && findOtherNetwork(text, network)
    if (found) return fault("other_network", found)
    const wrong = findWrongCharacter(text, network)
    if (wrong) return fault("wrong_character", nameCharacter(wrong))
    return fault(network ? "typing_error" : "unknown_form")
  }
  const { address } = read
  const tags = [...read.tags, ...(link?.tags ?? [])]
  const typedTag = entered.address_tag?.trim()
  if (typedTag) tags.push(typedTag)
  const [address_tag = null, ...others] = new Set(
    tags.map((tag) => (hasTag ? readTag(tag, network) : null))
  )
  if (others.length > 0 || (tags.length > 0 && address_tag === null)) {
    return fault("wrong_tag")
  }
  const hasChecksum = network !== null && network.family !== "solana"
  const isChecked = hasChecksum && !WITHOUT_CHECKSUM.test(text)
  const checked = { address, address_tag, checked: isChecked }
  const isOwn = deposit && isDeposit(checked, deposit, network, hasTag)
  return isOwn ? fault("store_address") : checked
}

/** Also with its name, as it is copied from an exchange. */
const TAG_ALONE = /^((memo|tag)\W+)?\d+$/i

/** One of EVM in one case. */
const WITHOUT_CHECKSUM = /^0[xX]([0-9a-f]{40}|[0-9A-F]{40})$/

const NO_BASE58 = /[^1-9A-HJ-NP-Za-km-z]/u

/** The first character that no address of the network has. */
function findWrongCharacter(
  text: string,
  network: CoinNetwork | null
): string | undefined {
  const find = (pattern: RegExp, part = text) => pattern.exec(part)?.[0]
  switch (network?.family) {
    case undefined:
      return find(/[^\w-]/u)
    case "evm":
      return find(/[^0-9a-f]/iu, text.replace(/^0x/i, ""))
    case "tron":
    case "solana":
    case "xrp":
      return find(NO_BASE58)
    case "bitcoin": {
      const [, words] = /^(?:bc|tb|ltc|tltc)1(.*)$/is.exec(text) ?? []
      return words === undefined
        ? find(NO_BASE58)
        : find(/[^ac-hj-np-z02-9]/iu, words)
    }
    case "ton":
      return find(/[^\w+/-]/u)
    case "stellar":
      return find(/[^A-Z2-7]/u)
  }
}

/** With its number where it looks like another one, or like nothing. */
function nameCharacter(character: string): string {
  if (/^[!-~]$/.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
  return /[\p{C}\p{M}\p{Z}]/u.test(character)
    ? number
    : `${character} (${number})`
}

/** At an exchange, store and customer can share an address, with different tags. */
function isDeposit(
  { address, address_tag }: CheckedAddress,
  deposit: string,
  network: CoinNetwork | null,
  hasTag: boolean
): boolean {
  const own = readEntered(deposit, network, hasTag)
  if (!isSameAddress(address, own?.address ?? deposit, network)) return false
  return address_tag === null || own?.tags.includes(address_tag) === true
}

function nameNetwork(
  { crypto_network, crypto_currency }: Coin,
  network: CoinNetwork | null
): string {
  const name = crypto_network ?? crypto_currency
  const isTest = network?.family === "bitcoin" && network.isTest
  return isTest && !TEST_NETWORK.test(name) ? `${name} testnet` : name
}

/** The parts of a text: of `address?dt=1`, `address:1`, and of an address with a tag within it. */
function readEntered(
  text: string,
  network: CoinNetwork | null,
  hasTag: boolean,
  prefix = ""
): { address: string; tags: string[] } | null {
  const parts = hasTag ? splitTag(text) : { address: text, tag: null }
  const read = network
    ? readAddress(parts.address, network)
    : readUnknown(parts.address, hasTag, prefix)
  return (
    read && {
      ...read,
      tags: [parts.tag, read.tag].filter((tag) => tag !== null),
    }
  )
}

/** A tag as it is stored; null for what is none of the network. Nothing invisible is in one. */
function readTag(text: string, network: CoinNetwork | null): string | null {
  const tag = text.trim()
  if (!/^[^\p{C}]{1,256}$/u.test(tag)) return null
  if (network && readAddress(tag, network)) return null
  switch (network?.family) {
    case "xrp":
      return /^\d{1,10}$/.test(tag) && Number(tag) < 2 ** 32
        ? String(Number(tag))
        : null
    case "stellar":
      return Buffer.byteLength(tag) <= 28 || /^[0-9a-f]{64}$/i.test(tag)
        ? tag
        : null
    default:
      return tag
  }
}

/** What the QR code of an address with a tag says to a wallet; null where no form is known. */
export function taggedAddressUri(
  address: string,
  tag: string,
  network: CoinNetwork | null
): string | null {
  const text = encodeURIComponent(tag)
  switch (network?.family) {
    case "xrp":
      return `${address}?dt=${text}`
    case "ton":
      return `ton://transfer/${address}?text=${text}`
    case "stellar": {
      const type = /^\d+$/.test(tag) ? "MEMO_ID" : "MEMO_TEXT"
      return `web+stellar:pay?destination=${address}&memo=${text}&memo_type=${type}`
    }
    default:
      return null
  }
}

/**
 * No link and no amount can be written with these, so that no wallet reads more than an address;
 * TON's have `-` and `_`. Accounts of EOS-like networks are short names, those of Hedera numbers.
 */
function readUnknown(
  text: string,
  hasTag: boolean,
  prefix: string
): NetworkAddress | null {
  const isShort = hasTag && /^([a-z1-5.]{1,12}|0\.0\.\d{1,12})$/.test(text)
  // An invoice of Lightning has an amount.
  const isLong = /^(?!ln(?:bc|tb))[\w-]{10,256}$/i.test(text)
  return isShort || isLong ? { address: prefix + text, tag: null } : null
}

/** An address as its network writes it, with the tag that it has within it. */
type NetworkAddress = { address: string; tag: string | null }

/** Null for what is no address of the network, or has a typing error. */
function readAddress(
  text: string,
  network: CoinNetwork
): NetworkAddress | null {
  const plain = (isAddress: boolean) =>
    isAddress ? { address: text, tag: null } : null
  switch (network.family) {
    case "evm": {
      const address = readEvm(text)
      return address === null ? null : { address, tag: null }
    }
    case "tron":
      return plain(versionOf(text) === 0x41)
    case "solana":
      return plain(isSolana(text))
    case "bitcoin":
      return plain(isBitcoin(text, network))
    case "xrp":
      return readXrp(text, network.isTest)
    case "ton": {
      const account = readTon(text)
      return plain(account !== null && (network.isTest || !account.isTest))
    }
    case "stellar":
      return plain(isStellar(text))
  }
}

/** Whether two texts are one address: networks differ in which letters and forms are the same. */
export function isSameAddress(
  left: string,
  right: string,
  network: CoinNetwork | null
): boolean {
  if (left === right) return true
  // Of one network, whose prefix may be left out.
  const bare = (text: string) => text.replace(/^[a-z]+:/i, "")
  if (!network && bare(left) === bare(right)) return true
  const account = network && accountOf(left, network)
  if (account) return account === accountOf(right, network)
  const isFolded =
    network?.family === "evm" || /^(0x|bc1|tb1|ltc1|tltc1)/i.test(left)
  return isFolded && left.toLowerCase() === right.toLowerCase()
}

/** What several forms of an address stand for, on networks that have them. */
function accountOf(text: string, network: CoinNetwork): string | undefined {
  if (network.family === "ton") return readTon(text)?.account
  // An address of the test network has the same account.
  if (network.family !== "xrp") return undefined
  return (readXrp(text, true) ?? readXrp(text, false))?.address
}

/**
 * The name of the network that a text is an address of;
 * null for one with a typing error, or of no known form.
 */
function findOtherNetwork(text: string, network: CoinNetwork): string | null {
  if (isOldLitecoin(text, network)) return null
  if (readEvm(text)) return ANY_EVM
  if (readAddress(text, { family: "tron" })) return "Tron"
  if (readXrp(text, false)) return "XRP Ledger"
  if (isStellar(text)) return "Stellar"
  if (isSolana(text)) return "Solana"
  const ton = readTon(text)
  if (ton) return ton.isTest ? "Testnet" : "TON"
  const isOf = (chain: BitcoinChain, isTest: boolean) =>
    isBitcoin(text, { chain, isTest })
  if (isOf("bitcoin", false)) return "Bitcoin"
  if (isOf("litecoin", false)) return "Litecoin"
  if (isOf("dogecoin", false)) return "Dogecoin"
  // Those of test networks have the versions of each other.
  const isTest = BITCOIN_CHAINS.some((chain) => isOf(chain, true))
  return isTest || readXrp(text, true) ? "Testnet" : null
}

/** EIP-55: the letters' case is the checksum; an address in one case has none. */
function readEvm(text: string): string | null {
  const hex = /^0x([0-9a-f]{40})$/i.exec(text)?.[1]
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

/**
 * Old addresses of Bitcoin Cash look like Bitcoin's. Those of a key have the same key there; a
 * script is mostly one of segwit, which Bitcoin Cash does not know, so that coins may be lost.
 */
function isOfBitcoinAlone(text: string, coin: Coin): boolean {
  return (
    findNetworks(networkWords(coin)).includes("bitcoincash") &&
    (versionOf(text) === BITCOIN_SCRIPT || isSegwit(text, "bc"))
  )
}

/** Whether it may be one of Litecoin, and nobody can tell. */
function isOldLitecoin(text: string, network: CoinNetwork): boolean {
  return (
    network.family === "bitcoin" &&
    network.chain === "litecoin" &&
    versionOf(text) === BITCOIN_SCRIPT
  )
}

function isBitcoin(
  text: string,
  { chain, isTest }: { chain: BitcoinChain; isTest: boolean }
): boolean {
  const { versions, hrp } = FORMS[chain][isTest ? "test" : "main"]
  const version = versionOf(text)
  if (version !== null) return versions.includes(version)
  return hrp !== null && isSegwit(text, hrp)
}

/** The first of the 21 bytes that a base58 text with a right checksum holds. */
function versionOf(text: string): number | null {
  const bytes = decode(base58check, text)
  return bytes?.length === 21 ? bytes[0] : null
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

/** An X-address has the account and its tag within one text; it is written apart again. */
function readXrp(text: string, isTest: boolean): NetworkAddress | null {
  const bytes = decode(xrpCheck, text)
  if (bytes?.length === 21 && bytes[0] === 0) {
    return nameXrp(bytes.subarray(1), null)
  }
  const [first, second] = isTest ? [0x04, 0x93] : [0x05, 0x44]
  if (bytes?.length !== 31 || bytes[0] !== first || bytes[1] !== second) {
    return null
  }
  const account = bytes.subarray(2, 22)
  const [flag, ...tag] = bytes.subarray(22)
  // Four bytes of a tag, the lowest first, and four that no tag uses.
  if (flag > 1 || tag.slice(flag === 1 ? 4 : 0).some(Boolean)) return null
  const number = tag.reduceRight((sum, byte) => sum * 256 + byte, 0)
  return nameXrp(account, flag === 1 ? String(number) : null)
}

function nameXrp(
  account: Uint8Array,
  tag: string | null
): NetworkAddress | null {
  // Coins sent to the zero account are lost.
  if (!account.some(Boolean)) return null
  return { address: xrpCheck.encode(Uint8Array.of(0, ...account)), tag }
}

/** A public key of 32 bytes, without a checksum. Coins sent to the key of zeros are lost. */
function isSolana(text: string): boolean {
  const bytes = decode(base58, text)
  return bytes?.length === 32 && bytes.some(Boolean)
}

function decode(
  coder: { decode: (text: string) => Uint8Array },
  text: string,
  maxLength = 64
): Uint8Array | null {
  if (text.length > maxLength) return null
  try {
    return coder.decode(text)
  } catch {
    return null
  }
}

/** Base58check with the letters of the XRP Ledger. */
const xrpCheck = utils.chain(
  utils.checksum(4, (data) => sha256(sha256(data))),
  base58xrp
)

/**
 * A friendly address: flags, workchain, account and checksum.
 * A raw one has no checksum, and is none.
 */
function readTon(text: string): { account: string; isTest: boolean } | null {
  if (!/^[\w+/-]{48}$/.test(text)) return null
  const bytes = base64url.decode(text.replace(/\+/g, "-").replace(/\//g, "_"))
  const [flags, workchain] = bytes
  const sum = crc16(bytes.subarray(0, 34))
  const isRight =
    [0x11, 0x51].includes(flags & 0x7f) &&
    [0x00, 0xff].includes(workchain) &&
    bytes[34] === sum >> 8 &&
    bytes[35] === (sum & 0xff)
  if (!isRight) return null
  return {
    account: bytesToHex(bytes.subarray(1, 34)),
    isTest: (flags & 0x80) !== 0,
  }
}

/** SEP-23: an account (`G…`), or one with an id within it (`M…`). */
function isStellar(text: string): boolean {
  const isMuxed = text.startsWith("M")
  if (!/^[A-Z2-7]+$/.test(text) || text.length !== (isMuxed ? 69 : 56)) {
    return false
  }
  try {
    const bytes = base32nopad.decode(text)
    const end = bytes.length - 2
    const sum = crc16(bytes.subarray(0, end))
    return (
      bytes[0] === (isMuxed ? 0x60 : 0x30) &&
      bytes[end] === (sum & 0xff) &&
      bytes[end + 1] === sum >> 8
    )
  } catch {
    return false
  }
}

/** CRC-16/XMODEM, of TON and Stellar. */
function crc16(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) {
      sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff
    }
  }
  return sum
}
