import { z } from "@medusajs/framework/zod"
import { reportIntervals } from "../../../modules/crypto-payment/internal"
import { daySchema, idSchema, timeZoneSchema } from "../../request-text"
import { flag, oneOrMany } from "./query-values"

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
