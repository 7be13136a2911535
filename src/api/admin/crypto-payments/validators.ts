import { z } from "@medusajs/framework/zod"
import {
  createFindParams,
  createSelectParams,
} from "@medusajs/medusa/api/utils/validators"
import { idSchema, momentSchema, transactionHashSchema } from "../../requests"
import {
  ATTEMPT_STATES,
  ATTENTION_REASONS,
  REFUND_PARTS,
  REFUND_REQUEST_STATES,
  REFUND_STATUSES,
  RESOLUTION_KINDS,
} from "../../../modules/crypto-payment/column-values"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import {
  LIST_TABS,
  SORT_COLUMNS,
} from "../../../modules/crypto-payment/search/search"

/** One value or several; parsed to a list. */
const oneOrMany = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.array(schema).min(1).max(100)])
    .transform((value) => (Array.isArray(value) ? value : [value]))

const moment = momentSchema.optional()

/** `created_at[gte]=…`, and `created_at[$gte]=…` as in Medusa's own lists. */
const range = z
  .strictObject({
    gt: moment,
    gte: moment,
    lt: moment,
    lte: moment,
    $gt: moment,
    $gte: moment,
    $lt: moment,
    $lte: moment,
  })
  .transform(({ $gt, $gte, $lt, $lte, gt, gte, lt, lte }) => ({
    gt: gt ?? $gt,
    gte: gte ?? $gte,
    lt: lt ?? $lt,
    lte: lte ?? $lte,
  }))

const sorting = z.enum([
  ...SORT_COLUMNS,
  ...SORT_COLUMNS.map((column) => `-${column}` as const),
])

/** What list, totals and export are narrowed to. */
const listFilters = {
  /**
   * A part of a name, an e-mail address, an address that was paid to, or an order's own number; the
   * beginning of an order's number (`12`, `#12`), a refund's transaction hash or a payment's id at
   * the gateway; an exact price or amount of coins, as it is shown (`€17.40`, `5.4 USDT`); the id
   * of a payment, an order, a cart or a session in full.
   * At most five different words.
   */
  q: idSchema.optional(),
  state: oneOrMany(z.enum(ATTEMPT_STATES)).optional(),
  tab: z.enum(LIST_TABS).optional(),
  /** What needs attention now, for one of these reasons; `true` is any reason. */
  attention: oneOrMany(z.enum(["true", ...ATTENTION_REASONS])).optional(),
  refund_status: oneOrMany(z.enum(REFUND_STATUSES)).optional(),
  /** The merchant at the gateway. */
  merchant_id: oneOrMany(idSchema).optional(),
  /**
   * From and until when: `created_at[gte]=2026-11-01T00:00:00Z`, with `gt`, `gte`, `lt` or `lte`.
   */
  created_at: range.optional(),
  /**
   * The same of when money came or went: a payment was paid, or some of it was sent back. In totals
   * and export each amount then follows its own date.
   */
  moved_at: range.optional(),
}

const page = {
  limit: z.coerce.number().int().min(1).max(1_000).default(20),
  offset: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
}

export const AdminGetCryptoPaymentsParams = createFindParams()
  .omit({ with_deleted: true })
  .extend({
    ...page,
    order: sorting.default("-created_at"),
    ...listFilters,
  })

export type AdminGetCryptoPaymentsParams = z.infer<
  typeof AdminGetCryptoPaymentsParams
>

/** Query of the totals, body of an export. */
export const AdminFilterCryptoPayments = z.strictObject(listFilters)

export type AdminFilterCryptoPayments = z.infer<
  typeof AdminFilterCryptoPayments
>

export const AdminGetCryptoPaymentParams = createSelectParams()

const note = z.string().trim().max(2000)

/** Body of a check. */
export const AdminNoBody = z.strictObject({})

/** The version of the payment that the person saw: 409 where it changed meanwhile. */
const shown = z.looseObject({ version: z.number().int() })

/** Body of `accept` and `retry-order`. */
export const AdminDecideCryptoPayment = z.strictObject({
  /** `version` of the payment as it was read: 409 where it changed. */
  shown,
})

export const AdminDecideCryptoRefundRequest = z.strictObject({
  /** `state` of the request as it was read: 409 where it changed. */
  shown: z.strictObject({ state: z.enum(REFUND_REQUEST_STATES) }),
})

export const AdminResolveCryptoPayment = z.strictObject({
  kind: z.enum(RESOLUTION_KINDS),
  note: note.nullish(),
  /** Number of the order that was placed by hand for the payment. */
  order_number: z.number().int().min(1).max(2_147_483_647).nullish(),
  /** Required for `refunded`, unless the whole amount is recorded as refunded. */
  transaction_hash: transactionHashSchema.nullish(),
  /** `version` of the payment as it was read: 409 where it changed. */
  shown,
})

/** A decimal string, as typed. */
const decimal = z.string().trim().min(1).max(64)

export const AdminRecordCryptoRefund = z.strictObject({
  /** `surplus` is what arrived beyond the quote; Medusa does not book it. `price` by default. */
  kind: z.enum(REFUND_PARTS).optional(),
  /** Decimal string in the payment's priced currency: "19.99". Required for `price`. */
  amount: decimal.optional(),
  /** Only for `surplus`: the coins, as decimal string. Unset: what is left of it. */
  crypto_amount: decimal.optional(),
  /** Of a chain: hex, base58 or base64. */
  transaction_hash: transactionHashSchema,
  note: note.nullish(),
  /** `version` of the payment as it was read: 409 where it changed. */
  shown,
})

export const AdminCreateCryptoRefundRequest = z.strictObject({
  /** Unset: `surplus` while one is left and no `amount` is named, else `price`. */
  kind: z.enum(REFUND_PARTS).optional(),
  /** Decimal string in the payment's priced currency. Unset: what is left. */
  amount: decimal.optional(),
  /** The coins to send, as decimal string. Unset: the same part of the coins that was paid. */
  crypto_amount: decimal.optional(),
  /** Agrees that more coins are sent than arrived. */
  confirm_excess: z.boolean().optional(),
  /** For the merchant; the customer does not see it. */
  note: note.nullish(),
  /** `version` of the payment as it was read: 409 where it changed. */
  shown,
})

export const AdminGetCryptoRefundRequestsParams = z.strictObject({
  ...page,
  state: oneOrMany(z.enum(REFUND_REQUEST_STATES)).optional(),
  crypto_payment_id: oneOrMany(idSchema).optional(),
})

export type AdminGetCryptoRefundRequestsParams = z.infer<
  typeof AdminGetCryptoRefundRequestsParams
>

export const AdminOpenCryptoRefund = z.strictObject({})

export const AdminSendCryptoRefund = z.strictObject({
  /** The address that the coins were sent to, as the request names it. */
  address: idSchema,
  address_tag: idSchema.nullish(),
  /** Of the transaction that sent the coins, in the form of its chain. */
  transaction_hash: transactionHashSchema,
  note: note.nullish(),
})

export const AdminCheckCryptoPayments = z.strictObject({
  ids: z.array(idSchema).min(1).max(50),
})

/** Body of `gateway/move` and `gateway/self-test`. */
export const AdminNameCryptoGateway = z.strictObject({ provider_id: idSchema })

export type AdminNameCryptoGateway = z.infer<typeof AdminNameCryptoGateway>

/** The fields of an attempt that the admin can read: not the lease and the counters. */
export const cryptoPaymentFields = [
  "id",
  "provider_id",
  "merchant_id",
  "flow",
  "external_id",
  "revision",
  "gateway_payment_id",
  "cart_id",
  "payment_collection_id",
  "payment_session_id",
  "payment_id",
  "order_id",
  "amount",
  "currency_code",
  "target_currency",
  "crypto_amount",
  "quoted_crypto_amount",
  "received_crypto_amount",
  "crypto_currency",
  "crypto_network",
  "crypto_rate",
  "received_value",
  "fee_payer",
  "wallet_address",
  "is_test",
  "gateway_status",
  "gateway_amount",
  "gateway_currency",
  "state",
  "attention_reason",
  "attention_fact",
  "resolution",
  "refund_status",
  "next_check_at",
  "last_checked_at",
  "opened_at",
  "paid_at",
  "settled_at",
  "closed_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof Attempt)[]

export const listConfig = {
  defaults: [...cryptoPaymentFields],
  allowed: [...cryptoPaymentFields],
  isList: true,
  defaultLimit: 20,
}

export const retrieveConfig = {
  defaults: [...cryptoPaymentFields, "events.*", "refunds.*"],
  allowed: [...cryptoPaymentFields, "events", "refunds"],
  isList: false,
}
