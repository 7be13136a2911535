import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { formatLinkToken } from "../modules/crypto-payment/refunds/refund-links"

/**
 * `url` is null where the storefront's address is not known (`refundPageUrl`); `token` is what
 * its address has after the `#`, for a page of your own. Keep neither in a log.
 */
export type RefundLink = { url: string | null; token: string; expires_at: Date }

/**
 * The link of a refund request for the mail to its customer: the same one each time, which the
 * admin who made the request got, too.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where no address can be entered any more, or the
 * store's secrets were changed since.
 */
export async function createRefundLink(
  container: MedusaContainer,
  refundRequestId: string
): Promise<RefundLink> {
  const { attempts, merchants, refundLinks } = container.resolve(
    CRYPTO_PAYMENT_MODULE
  )
  const { request, secret } = await refundLinks.retrieve(refundRequestId)
  const token = formatLinkToken(request.id, secret)
  const attempt = await attempts.retrieve(request.crypto_payment_id)
  const url = merchants.refundPageOf(attempt, token)
  return { url, token, expires_at: request.expires_at }
}
