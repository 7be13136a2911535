import {
  type Coin,
  type CoinNetwork,
  coinNetwork,
  findOtherNetwork,
  hasAddressTag,
  isSameAddress,
  readEntered,
  readTag,
} from "../../../coins/addresses"
import { TEST_NETWORK } from "../../../coins/recognize"
import { invalidData } from "../../../medusa-errors"

/** As typed; at an exchange a tag or memo, apart or with the address, names the customer. */
export type EnteredAddress = { address: string; address_tag?: string | null }

/** `checked` is false where the network's addresses have no checksum that is known here. */
export type CheckedAddress = {
  address: string
  address_tag: string | null
  checked: boolean
}

export type AddressFault = {
  /**
   * `unknown_form`: an unknown network, and no network has such an address; `tag_alone`: a tag in
   * place of the address; `wrong_tag`: no tag of the network, or another than in the address.
   */
  code:
    | ("typing_error" | "other_network" | "unknown_form" | "store_address")
    | ("tag_alone" | "wrong_tag")
  network: string
  /** The other network that the text is an address of; null for other codes. */
  found: string | null
}

/** With its checksum, and its tag apart. @param deposit the merchant's own address. */
export function judgeRefundAddress(
  entered: EnteredAddress,
  coin: Coin,
  deposit: string | null
): CheckedAddress | AddressFault {
  const text = entered.address.trim()
  const network = coinNetwork(coin)
  const name = nameNetwork(coin, network)
  const fault = (code: AddressFault["code"], found: string | null = null) => ({
    code,
    network: name,
    found,
  })
  const hasTag = hasAddressTag(coin)
  if (hasTag && /^\d+$/.test(text)) return fault("tag_alone")
  const read = readEntered(text, network, hasTag)
  if (!read) {
    if (!network) return fault("unknown_form")
    const found = findOtherNetwork(text, network)
    return fault(found === null ? "typing_error" : "other_network", found)
  }
  const { address, tags } = read
  const typedTag = entered.address_tag?.trim()
  if (typedTag) tags.push(typedTag)
  const [address_tag = null, ...others] = new Set(
    tags.map((tag) => (hasTag ? readTag(tag, network) : null))
  )
  if (others.length > 0 || (tags.length > 0 && address_tag === null)) {
    return fault("wrong_tag")
  }
  const checked = { address, address_tag, checked: network !== null }
  const isOwn = deposit && isDeposit(checked, deposit, network, hasTag)
  return isOwn ? fault("store_address") : checked
}

/** @throws MedusaError INVALID_DATA, in a sentence for the customer. */
export function checkFault(
  judged: CheckedAddress | AddressFault
): CheckedAddress {
  if (!("code" in judged)) return judged
  const { code, network, found } = judged
  const sentences: Record<AddressFault["code"], string> = {
    typing_error: `This is not an address of ${network}, or it has a typing error. Copy it from your wallet.`,
    other_network: `This is an address of another network: ${found}. Copy one of ${network} from your wallet.`,
    unknown_form:
      "An address has 10 to 128 letters and digits. Copy it from your wallet.",
    store_address:
      "This is the store's own address, which the payment was sent to. Enter an address of your own wallet.",
    tag_alone:
      "This is the tag or memo alone. Enter the address, and the tag or memo in its own field.",
    wrong_tag: `This is not a tag or memo of ${network}, or not the one in the address. Copy both from your wallet or exchange.`,
  }
  throw invalidData(sentences[code])
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
