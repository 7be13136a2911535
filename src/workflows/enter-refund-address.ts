import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type { RefundRequest } from "../modules/crypto-payment/refunds/ledger"
import type { EnteredAddress } from "../modules/crypto-payment/refunds/refund-address"
import type { LinkedRequest } from "../modules/crypto-payment/refunds/refund-links"
import { deliverEvents } from "./deliver-crypto-payment-events"

/**
 * Saves the address that a customer confirmed for a refund, once, and tells other code.
 * @throws MedusaError NOT_FOUND for a link that was replaced; NOT_ALLOWED once another address is
 * confirmed or the time is over; INVALID_DATA for what is no address of the network.
 */
export async function enterRefundAddress(
  container: MedusaContainer,
  request: LinkedRequest,
  entered: EnteredAddress
): Promise<RefundRequest> {
  const { refundLinks } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const saved = await refundLinks.enterAddress(request, entered)
  if (saved.event) await deliverEvents(container, [saved.event])
  return saved.request
}
