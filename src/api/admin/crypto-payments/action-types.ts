import type { AdminShownCryptoPayment } from "./state-types"

/** What a person can do about a payment. */
export type AdminCryptoPaymentAction =
  | "accept"
  | "retry_order"
  | "request_refund"
  | "record_refund"
  | "resolve"
  | "check"

/** How a payment that needed attention was resolved. */
export type AdminCryptoResolutionKind =
  "refunded" | "order_placed_by_hand" | "other"

/** Body of `POST /admin/crypto-payments/check`: at most 50. */
export type AdminCheckCryptoPaymentsBody = { ids: string[] }

/** One result for each id, in the order of the request. */
export type AdminCheckCryptoPaymentsResponse = {
  results: { id: string; ok: boolean; message?: string }[]
}

/** Body of `POST /admin/crypto-payments/:id/accept` and `…/retry-order`. */
export type AdminDecideCryptoPaymentBody = { shown: AdminShownCryptoPayment }

/** Body of `POST /admin/crypto-payments/:id/resolve`. */
export type AdminResolveCryptoPaymentBody = AdminDecideCryptoPaymentBody & {
  kind: AdminCryptoResolutionKind
  note?: string | null
  /** Number of the order that was placed by hand for the payment. */
  order_number?: number | null
  /** Required for `refunded`, unless the whole amount is recorded as refunded. */
  transaction_hash?: string | null
}
