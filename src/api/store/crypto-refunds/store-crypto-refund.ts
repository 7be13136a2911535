import type { MedusaContainer } from "@medusajs/framework/types"
import { findRecord } from "../../../medusa-query"
import { hasAddressTag } from "../../../modules/crypto-payment/merchants/coin-network"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import type { RefundRequest } from "../../../modules/crypto-payment/refunds/ledger"
import { unknownRefundLink } from "../../../modules/crypto-payment/refunds/refund-links"
import { requestState } from "../../../modules/crypto-payment/refunds/refund-request"

/** What whoever has the link of a refund may know: neither the merchant's note nor other ids. */
export async function readStoreCryptoRefund(
  container: MedusaContainer,
  request: RefundRequest
) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { order_id } = await ledger.attempts.retrieve(request.crypto_payment_id)
  const query = container.resolve("query")
  const order = order_id
    ? await findRecord(query, "order", order_id, ["id", "display_id"])
    : undefined
  return toStoreCryptoRefund(request, {
    order_display_id: order?.display_id ?? null,
    now: await ledger.now(),
  })
}

function toStoreCryptoRefund(
  request: RefundRequest,
  context: { order_display_id: number | null; now: Date }
) {
  const state = requestState(request)
  if (state === "revoked") throw unknownRefundLink()
  return {
    state,
    kind: request.kind,
    amount: request.amount,
    currency_code: request.currency_code,
    crypto_amount: request.crypto_amount,
    crypto_currency: request.crypto_currency,
    crypto_name: request.crypto_name,
    crypto_network: request.crypto_network,
    address: request.address,
    address_tag: request.address_tag,
    has_address_tag: hasAddressTag(request),
    transaction_hash: request.transaction_hash,
    order_display_id: context.order_display_id,
    expires_at: request.expires_at.toISOString(),
    address_entered_at: request.address_entered_at?.toISOString() ?? null,
    sent_at: request.sent_at?.toISOString() ?? null,
    server_time: context.now.toISOString(),
  }
}
