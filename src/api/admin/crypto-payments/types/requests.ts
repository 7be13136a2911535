import type { AdminCryptoGateway } from "./gateway"
import type {
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
  AdminCryptoPaymentReason,
  AdminCryptoPaymentState,
  AdminCryptoResolutionKind,
} from "./payment"

type OneOrMany<Value> = Value | Value[]

/** Both ends may be open. ISO 8601. */
type Span = { gt?: string; gte?: string; lt?: string; lte?: string }

type Sorting = "created_at" | "updated_at" | "state"

/** Query of `GET /admin/crypto-payments`. */
export type AdminCryptoPaymentsQuery = {
  /**
   * Order number or e-mail address, in full; the beginning of a cart's id,
   * gateway id, address or transaction hash of a refund; id of payment, order
   * or session, in full.
   */
  q?: string
  id?: OneOrMany<string>
  state?: OneOrMany<AdminCryptoPaymentState>
  gateway_status?: OneOrMany<string>
  /** Whether a person is needed now. */
  attention?: "true" | "false"
  reason?: OneOrMany<AdminCryptoPaymentReason>
  is_test?: "true" | "false"
  provider_id?: OneOrMany<string>
  /** Coin, as the gateway names it. */
  currency?: OneOrMany<string>
  order_id?: OneOrMany<string>
  cart_id?: OneOrMany<string>
  created_at?: Span
  updated_at?: Span
  /** @default "-created_at" */
  order?: Sorting | `-${Sorting}`
  /** @default 20, at most 1000 */
  limit?: number
  offset?: number
  fields?: string
}

export type AdminCryptoPaymentsResponse = {
  crypto_payments: AdminCryptoPayment[]
  count: number
  offset: number
  limit: number
}

/** `GET /admin/crypto-payments/:id`, and each action on a payment. */
export type AdminCryptoPaymentResponse = {
  crypto_payment: AdminCryptoPaymentDetail
}

/** Body of `POST /admin/crypto-payments/adopt`. */
export type AdminAdoptCryptoPaymentBody = {
  /** As the gateway's dashboard shows it. */
  gateway_payment_id: string
  /** Needed only where the payment's own callback URL does not name it. */
  provider_id?: string
}

/** Body of `POST /admin/crypto-payments/check`: at most 50. */
export type AdminCheckCryptoPaymentsBody = { ids: string[] }

/** One for each id, in the order asked. */
export type AdminCheckCryptoPaymentsResponse = {
  results: { id: string; ok: boolean; message?: string }[]
}

/** Body of `POST /admin/crypto-payments/:id/resolve`. */
export type AdminResolveCryptoPaymentBody = {
  kind: AdminCryptoResolutionKind
  note?: string | null
  /** Required for `refunded`, unless the whole amount is recorded as refunded. */
  transaction_hash?: string | null
}

/** Body of `POST /admin/crypto-payments/:id/refunds`. */
export type AdminRecordCryptoRefundBody = {
  /** Decimal string in the currency that was paid for: "19.99". */
  amount: string
  transaction_hash: string
  note?: string | null
}

/** `GET /admin/crypto-payments/gateway`. */
export type AdminCryptoGatewaysResponse = { gateways: AdminCryptoGateway[] }

/** Body of `POST /admin/crypto-payments/gateway/self-test`. */
export type AdminTestCryptoWebhookBody = { provider_id: string }

/** What came of a signed sample sent through the public webhook address. */
export type AdminTestCryptoWebhookResponse = {
  ok: boolean
  status?: number
  message: string
}
