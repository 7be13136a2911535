import { changedMeanwhile } from "../../../medusa-errors"
import { coinNetwork } from "../merchants/coin-network"
import {
  type AddressFault,
  type CheckedAddress,
  isSameAddress,
  judgeRefundAddress,
} from "./refund-address"
import { checkRequest, requestState } from "./refund-request"
import type { RefundRequest } from "./request-rows"
import type { Attempt } from "../models/rows"

/**
 * The address as the customer typed it, where the request may have it now: any while it waits, then
 * the confirmed one.
 * @throws MedusaError NOT_ALLOWED.
 */
export function judgeAddress(
  request: RefundRequest,
  attempt: Attempt,
  typed: string
): CheckedAddress | AddressFault {
  const { wallet_address, is_test } = attempt
  const coin = { ...request, is_test }
  const judged = judgeRefundAddress(typed, coin, wallet_address)
  const isConfirmed =
    "address" in judged && isAddressOf(request, attempt, judged.address)
  if (!isConfirmed) checkRequest("enter", requestState(request))
  return judged
}

/** @throws MedusaError NOT_ALLOWED where an admin sends, or sent, the coins to another address. */
export function checkSentTo(
  request: RefundRequest,
  attempt: Attempt,
  address: string
): void {
  if (isAddressOf(request, attempt, address.trim())) return
  throw changedMeanwhile(
    `The customer changed the address of this refund: it is ${request.address} now, not ${address}. If you sent the coins to ${address}, revoke the request and record the refund instead.`
  )
}

function isAddressOf(
  request: RefundRequest,
  { is_test }: Attempt,
  address: string
): boolean {
  if (request.address === null) return false
  const network = coinNetwork({ ...request, is_test })
  return isSameAddress(request.address, address, network)
}
