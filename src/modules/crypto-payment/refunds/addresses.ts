import {
  type Coin,
  type CoinNetwork,
  coinNetwork,
  findOtherNetwork,
  hasAddressTag,
  isSameAddress,
  readEntered,
  readTag,
  TEST_NETWORK,
} from "../../../coins/addresses"
import { invalidData } from "../../../medusa-errors"

/**
 * An address as it was typed. On networks whose exchanges have one address for all customers, the
 * tag or memo tells them apart: in a field of its own, or with the address.
 */
export type EnteredAddress = { address: string; address_tag?: string | null }

/**
 * `checked` is false where the network's addresses have no checksum that is known here: then only
 * the form was checked. `address_tag` is null where none is needed, or none was given.
 */
export type CheckedAddress = {
  address: string
  address_tag: string | null
  checked: boolean
}

export type AddressFault = {
  /**
   * `unknown_form`: the network is not known, and no network has such an address; `tag_alone`: a tag
   * where the address belongs; `wrong_tag`: no tag of the network, or another than within the address.
   */
  code:
    | ("typing_error" | "other_network" | "unknown_form" | "store_address")
    | ("tag_alone" | "wrong_tag")
  network: string
  /** The other network that the text is an address of; null for other codes. */
  found: string | null
}

/**
 * The address that a customer entered, with its checksum where the network's addresses have one in
 * their letters, and its tag apart.
 * @param deposit the address that the customer paid to, which is the merchant's own.
 */
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
    case "tag_alone":
      throw invalidData(
        "This is the tag or memo alone. Enter the address, and the tag or memo in its own field."
      )
    case "wrong_tag":
      throw invalidData(
        `This is not a tag or memo of ${network}, or not the one in the address. Copy both from your wallet or exchange.`
      )
  }
}

/** At an exchange the store and its customer can have one address, with tags of their own. */
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
