import {
  type AddressFault,
  type CheckedAddress,
  coinNetwork,
  type EnteredAddress,
  isSameAddress,
  judgeRefundAddress,
} from "../../../coins/addresses"
import { changedMeanwhile, invalidData } from "../../../medusa-errors"
import type { Attempt } from "../models/crypto-payment"
import { checkRequest } from "./limits"
import type { RefundRequest } from "./rows"

/** Any address while the request waits, then the confirmed one. @throws MedusaError NOT_ALLOWED. */
export function judgeAddress(
  request: RefundRequest,
  attempt: Attempt,
  entered: EnteredAddress
): CheckedAddress | AddressFault {
  const coin = { ...request, is_test: attempt.is_test }
  const judged = judgeRefundAddress(entered, coin, attempt.wallet_address)
  if (!("address" in judged && isAddressOf(request, attempt, judged))) {
    checkRequest("enter", request.state)
  }
  return judged
}

/** @throws MedusaError INVALID_DATA, in a sentence for the customer. */
export function checkFault(
  judged: CheckedAddress | AddressFault
): CheckedAddress {
  if (!("code" in judged)) return judged
  const { code, network, found } = judged
  const sentences: Record<AddressFault["code"], string> = {
    typing_error: `This is not an address of ${network}, or it has a typing error. Copy it from your wallet.`,
    wrong_character: `No address of ${network} has the character "${found}". Copy it from your wallet.`,
    other_network: `This is an address of another network: ${found}. Copy one of ${network} from your wallet.`,
    unknown_form:
      "An address has 10 to 256 letters and digits. Copy it from your wallet.",
    store_address:
      "This is the store's own address, which the payment was sent to. Enter an address of your own wallet.",
    tag_alone:
      "This is the tag or memo alone. Enter the address, and the tag or memo in its own field.",
    wrong_tag: `This is not a tag or memo of ${network}, or not the one in the address. Copy both from your wallet or exchange.`,
  }
  throw invalidData(sentences[code])
}

/** @throws MedusaError NOT_ALLOWED where an admin sends, or sent, the coins to another address. */
export function checkSentTo(
  request: RefundRequest,
  attempt: Attempt,
  { address, address_tag = request.address_tag }: EnteredAddress
): void {
  if (isAddressOf(request, attempt, { address, address_tag })) return
  const [now, seen] = [request, { address, address_tag }].map(nameTarget)
  throw changedMeanwhile(
    `The customer changed the address of this refund: it is ${now} now, not ${seen}. If you sent the coins to ${seen}, revoke the request and record the refund instead.`
  )
}

function nameTarget({
  address,
  address_tag,
}: Pick<RefundRequest, "address" | "address_tag">): string {
  return address_tag === null
    ? `${address}`
    : `${address} with the tag or memo ${address_tag}`
}

function isAddressOf(
  request: RefundRequest,
  { is_test }: Attempt,
  { address, address_tag }: Required<EnteredAddress>
): boolean {
  if (request.address === null) return false
  const network = coinNetwork({ ...request, is_test })
  return (
    isSameAddress(request.address, address.trim(), network) &&
    request.address_tag === address_tag
  )
}
