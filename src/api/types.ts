/**
 * Requests and responses of the admin API, and those of a refund's page, for programs that call
 * them with Medusa's JavaScript SDK or directly. Types only: what the routes return and accept, as
 * JSON. Amounts are decimal strings, times are ISO 8601.
 */
import type { z } from "@medusajs/framework/zod"
import type {
  addDetails,
  describePayment,
  describeRefundRequest,
  describeTotals,
  describeWithLink,
  StoredEntry,
  StoredPayment,
} from "./admin/crypto-payments/crypto-payment-response"
import type { DescribedGateway } from "./admin/crypto-payments/gateway/route"
import type { readCryptoOrder } from "./admin/crypto-payments/orders/[order_id]/route"
import type * as validators from "./admin/crypto-payments/validators"
import type {
  describeJudged,
  readStoreCryptoRefund,
} from "./store/crypto-refunds/[id]/route"
import type { Resolution } from "../modules/crypto-payment/column-values"
import type { Refund } from "../modules/crypto-payment/models/crypto-payment"
import type { TabCounts } from "../modules/crypto-payment/search/search"
import type { CheckResult } from "../workflows/act-on-crypto-payment"

export type { Advice as AdminCryptoPaymentAdvice } from "../modules/crypto-payment/admin-actions/attention"
export type { AdminAction as AdminCryptoPaymentAction } from "../modules/crypto-payment/admin-actions/actions"
export type {
  AttemptState as AdminCryptoPaymentState,
  AttentionReason as AdminCryptoPaymentReason,
} from "../modules/crypto-payment/column-values"
export type { SelfTestResult as AdminTestCryptoWebhookResponse } from "../modules/crypto-payment/merchants/connection"
export type { AttentionFact as AdminCryptoAttentionFact } from "../modules/crypto-payment/column-values"
export type { CryptoDifference as AdminCryptoDifference } from "../modules/crypto-payment/shortfalls/shortfall"
export type {
  RefundKind as AdminCryptoRefundKind,
  RefundPart as AdminCryptoRefundPart,
  RefundRequestState as AdminCryptoRefundRequestState,
  RefundStatus as AdminCryptoRefundStatus,
} from "../modules/crypto-payment/column-values"

/** A value after it was sent as JSON. */
type Wire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Each)[]
    ? Wire<Each>[]
    : Value extends object
      ? { [Key in keyof Value]: Wire<Value[Key]> }
      : Value

type Returned<Read extends (...args: never[]) => unknown> = Wire<
  Awaited<ReturnType<Read>>
>

type Page = { count: number; offset: number; limit: number }

/**
 * A crypto payment in the list: amounts are in `currency_code`,
 * those of coins in `crypto_currency`.
 */
export type AdminCryptoPayment = Wire<
  Awaited<ReturnType<typeof addDetails<StoredPayment>>>[number]
>

export type AdminCryptoPaymentDetail = Returned<typeof describePayment>

export type AdminCryptoPaymentEvent = Wire<StoredEntry>

/**
 * Coins that the merchant sent back; `transaction_url` is in a block explorer, where one is known.
 */
export type AdminCryptoRefund = Wire<Refund> & {
  transaction_url: string | null
}

export type AdminCryptoResolutionKind = Resolution["kind"]

/** `GET /admin/crypto-payments/:id`, and each action on a payment. */
export type AdminCryptoPaymentResponse = {
  crypto_payment: AdminCryptoPaymentDetail
}

export type AdminCryptoPaymentsResponse = Page & {
  crypto_payments: AdminCryptoPayment[]
}

export type AdminCryptoPaymentsQuery = Partial<
  z.input<typeof validators.AdminGetCryptoPaymentsParams>
>

/** `GET /admin/crypto-payments/summary`; its query are the filters of the list. */
export type AdminCryptoSummaryResponse = {
  summary: { totals: AdminCryptoTotal[]; counts: TabCounts }
}

export type AdminCryptoTotal = Awaited<
  ReturnType<typeof describeTotals>
>[number]

export type AdminCryptoCoinTotal = AdminCryptoTotal["coins"][number]

/**
 * An export of more than 5,000 payments, whose link comes with a notification;
 * of fewer it is the file itself.
 */
export type AdminExportCryptoPaymentsResponse = { transaction_id: string }

/** `POST /admin/crypto-payments/check`: one result for each id, in the order of the request. */
export type AdminCheckCryptoPaymentsResponse = { results: CheckResult[] }

/** What is due for an order, and how the customer can pay it in crypto. */
export type AdminCryptoOrder = Returned<typeof readCryptoOrder>

export type AdminCryptoOrderResponse = { crypto_order: AdminCryptoOrder }

export type AdminCryptoGateway = Wire<DescribedGateway>

export type AdminCryptoGatewaysResponse = { gateways: AdminCryptoGateway[] }

/** The address at which the scheduled job works on live payments from now on. */
export type AdminMoveCryptoGatewayResponse = { used_at: string }

/** What the merchant decided to send back, to an address that the customer enters at a link. */
export type AdminCryptoRefundRequest = Returned<typeof describeRefundRequest>

/** A request with the link that an admin made of it. */
export type AdminCryptoRefundRequestLinkResponse = Returned<
  typeof describeWithLink
>

/** `POST /admin/crypto-payments/refund-requests/:request_id/revoke` and `…/send`. */
export type AdminCryptoRefundRequestResponse = {
  refund_request: AdminCryptoRefundRequest
}

/** Newest first; those to send only (`state=address_entered`) by the oldest address first. */
export type AdminCryptoRefundRequestsResponse = Page & {
  refund_requests: AdminCryptoRefundRequest[]
}

/**
 * The payment that the person saw:
 * an action is refused with 409 where it has another `version` now.
 */
export type AdminShownCryptoPayment = AdminDecideCryptoPaymentBody["shown"]

type Body<Name extends keyof typeof validators> = z.input<
  Extract<(typeof validators)[Name], z.ZodType>
>

export type AdminExportCryptoPaymentsBody = Body<"AdminFilterCryptoPayments">
export type AdminCheckCryptoPaymentsBody = Body<"AdminCheckCryptoPayments">
export type AdminDecideCryptoPaymentBody = Body<"AdminDecideCryptoPayment">
export type AdminResolveCryptoPaymentBody = Body<"AdminResolveCryptoPayment">
export type AdminRecordCryptoRefundBody = Body<"AdminRecordCryptoRefund">
export type AdminCreateCryptoRefundRequestBody =
  Body<"AdminCreateCryptoRefundRequest">
export type AdminSendCryptoRefundBody = Body<"AdminSendCryptoRefund">
export type AdminDecideCryptoRefundRequestBody =
  Body<"AdminDecideCryptoRefundRequest">
export type AdminMoveCryptoGatewayBody = Body<"AdminNameCryptoGateway">
export type AdminTestCryptoWebhookBody = Body<"AdminNameCryptoGateway">

/** `GET /store/crypto-refunds/:id`: what whoever holds the link of a refund may know. */
export type StoreCryptoRefund = Returned<typeof readStoreCryptoRefund>
export type StoreCheckedCryptoRefundAddressResponse =
  StoreCryptoRefundResponse & ReturnType<typeof describeJudged>
export type StoreCryptoRefundResponse = { crypto_refund: StoreCryptoRefund }
