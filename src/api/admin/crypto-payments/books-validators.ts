import { z } from "@medusajs/framework/zod"
import {
  ATTEMPT_STATES,
  ATTENTION_REASONS,
  periodMoments,
  REFUND_STATUSES,
  reportIntervals,
} from "../../../modules/crypto-payment/internal"
import { EXPORT_TYPES as exportTypes } from "../../../workflows/export-crypto-payments"
import { daySchema, idSchema, timeZoneSchema } from "../../request-text"
import { flag, oneOrMany, range } from "./query-values"

const currencyCode = idSchema.transform((code) => code.toLowerCase())

/** Whole days of a time zone; `from` and `to` are both counted. */
const period = {
  /** The first day: `2026-11-01`. */
  from: daySchema,
  /** The last day: `2026-11-30`. */
  to: daySchema,
  /** Whose days: a name of the IANA database, such as `Europe/Berlin`. @default "UTC" */
  time_zone: timeZoneSchema.default("UTC"),
}

const isPeriod = ({ from, to }: { from: string; to: string }) => from <= to

const periodOrder = {
  message: "must not be before `from`",
  path: ["to"],
}

/** Query of `GET /admin/crypto-payments/summary`. */
export const AdminGetCryptoSummaryParams = z
  .strictObject({
    ...period,
    /** Weeks begin on Monday. At most 100 intervals. */
    interval: z.enum(reportIntervals).default("day"),
    provider_id: oneOrMany(idSchema).optional(),
    merchant_id: oneOrMany(idSchema).optional(),
    currency_code: oneOrMany(currencyCode).optional(),
    is_test: flag.optional(),
  })
  .refine(isPeriod, periodOrder)

export type AdminGetCryptoSummaryParams = z.infer<
  typeof AdminGetCryptoSummaryParams
>

/** Also as text, as in the query of the list. */
const either = z.union([z.boolean(), flag])

const exportPeriod = z
  .strictObject({
    ...period,
    by: z.enum(periodMoments),
  })
  .refine(isPeriod, periodOrder)

/** Body of `POST /admin/crypto-payments/export`. */
export const AdminExportCryptoPayments = z.strictObject({
  /** `attention`: the payments that need attention now. @default "payments" */
  type: z.enum(exportTypes).default("payments"),
  /**
   * What was paid, settled or refunded on whole days of a time zone (`time_zone`, UTC by default),
   * `from` and `to` included. Unset: all.
   */
  period: exportPeriod.optional(),
  /** Adds the column `customer_email`. @default false */
  include_email: z.boolean().default(false),
  /** Begins the file with a byte order mark, which Excel needs. @default false */
  bom: z.boolean().default(false),
  /** As in the list. */
  q: idSchema.optional(),
  id: oneOrMany(idSchema).optional(),
  state: oneOrMany(z.enum(ATTEMPT_STATES)).optional(),
  gateway_status: oneOrMany(idSchema).optional(),
  attention: either.optional(),
  reason: oneOrMany(z.enum(ATTENTION_REASONS)).optional(),
  refund_status: oneOrMany(z.enum(REFUND_STATUSES)).optional(),
  unpaid_order: either.optional(),
  is_test: either.optional(),
  provider_id: oneOrMany(idSchema).optional(),
  /** The merchant at the gateway. */
  merchant_id: oneOrMany(idSchema).optional(),
  /** Coin, as the gateway names it. */
  currency: oneOrMany(idSchema).optional(),
  order_id: oneOrMany(idSchema).optional(),
  cart_id: oneOrMany(idSchema).optional(),
  /** From and until when: `{ "gte": "2026-11-01T00:00:00Z" }`, with `gt`, `gte`, `lt` or `lte`. */
  created_at: range.optional(),
  /** As `created_at`. */
  updated_at: range.optional(),
})

export type AdminExportCryptoPayments = z.infer<
  typeof AdminExportCryptoPayments
>
