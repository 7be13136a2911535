import type { MedusaContainer } from "@medusajs/framework/types"
import {
  CRYPTO_PAYMENT_MODULE,
  formatLinkToken,
} from "../modules/crypto-payment/internal"

/**
 * `url` is null where the storefront's address is not known (`refundPageUrl`); `token` is what
 * its address has after the `#`, for a page of your own. Keep neither in a log.
 */
export type RefundLink = { url: string | null; token: string; expires_at: Date }

/**
 * Makes a link of a refund request for the mail to its customer, beside the link that an admin has.
 * The link that was made like this before is no longer valid; a new link in the admin ends it.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where no address can be entered any more.
 */
export async function createRefundLink(
  container: MedusaContainer,
  refundRequestId: string
): Promise<RefundLink> {
  const { attempts, merchants, refundLinks } = container.resolve(
    CRYPTO_PAYMENT_MODULE
  )
  const { secret, stored } = refundLinks.make()
  const { crypto_payment_id, expires_at } = await refundLinks.addMailed(
    refundRequestId,
    stored.token_hash
  )
  const token = formatLinkToken(refundRequestId, secret)
  const attempt = await attempts.retrieve(crypto_payment_id)
  return { url: merchants.refundPageOf(attempt, token), token, expires_at }
}
