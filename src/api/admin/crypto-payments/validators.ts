import { z } from "@medusajs/framework/zod"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"
import {
  attemptStates,
  attentionReasons,
  sortColumns,
} from "../../../modules/crypto-payment"
import { idSchema, momentSchema } from "../../request-text"

/** One value or several; what follows sees a list. */
const oneOrMany = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.array(schema).min(1).max(100)])
    .transform((value) => (Array.isArray(value) ? value : [value]))

/** Query booleans arrive as text. */
const flag = z.enum(["true", "false"]).transform((value) => value === "true")

const moment = momentSchema.optional()

/** `created_at[gte]=…`, and `created_at[$gte]=…` as Medusa's own lists take it. */
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
  ...sortColumns,
  ...sortColumns.map((column) => `-${column}` as const),
])

/** Query of `GET /admin/crypto-payments`. */
export const AdminGetCryptoPaymentsParams = createFindParams()
  .omit({ with_deleted: true })
  .extend({
    limit: z.coerce.number().int().min(1).max(1_000).default(20),
    offset: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    order: sorting.default("-created_at"),
    /**
     * Order number (`12`, `#12`) or e-mail address, in full; the beginning of
     * external_id (a cart's id), gateway id, address or transaction hash of a
     * refund; id of payment, order, cart or session, in full.
     */
    q: idSchema.optional(),
    id: oneOrMany(idSchema).optional(),
    state: oneOrMany(z.enum(attemptStates)).optional(),
    gateway_status: oneOrMany(idSchema).optional(),
    /** Whether a person is needed now. */
    attention: flag.optional(),
    reason: oneOrMany(z.enum(attentionReasons)).optional(),
    is_test: flag.optional(),
    provider_id: oneOrMany(idSchema).optional(),
    /** Coin, as the gateway names it. */
    currency: oneOrMany(idSchema).optional(),
    order_id: oneOrMany(idSchema).optional(),
    cart_id: oneOrMany(idSchema).optional(),
    created_at: range.optional(),
    updated_at: range.optional(),
  })

export type AdminGetCryptoPaymentsParams = z.infer<
  typeof AdminGetCryptoPaymentsParams
>

/** Query of `GET /admin/crypto-payments/:id`. */
export const AdminGetCryptoPaymentParams = createFindParams()
