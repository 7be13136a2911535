import type { Payment } from "../payments/payment"

/**
 * The webhook's body (merchant-api.md §6). `amount` and `currency` are missing
 * when the payment expired, since nothing was paid in any coin.
 */
export function webhookBody(payment: Payment): string {
  const paid = payment.status === "expired" ? null : payment.target
  return JSON.stringify({
    id: payment.id,
    external_id: payment.external_id,
    status: payment.status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    ...(paid ? { amount: paid.amount, currency: paid.currency } : {}),
    merchant_id: payment.merchant_id,
    terminal_id: "deprecated",
  })
}
