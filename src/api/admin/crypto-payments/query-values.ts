import { z } from "@medusajs/framework/zod"
import { momentSchema } from "../../request-text"

/** One value or several; parsed to a list. */
export const oneOrMany = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.array(schema).min(1).max(100)])
    .transform((value) => (Array.isArray(value) ? value : [value]))

/** Query booleans arrive as text. */
export const flag = z
  .enum(["true", "false"])
  .transform((value) => value === "true")

const moment = momentSchema.optional()

/** `created_at[gte]=…`, and `created_at[$gte]=…` as in Medusa's own lists. */
export const range = z
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
