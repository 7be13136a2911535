import { z } from "@medusajs/framework/zod"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"

import {
  attemptStates,
  attentionReasons,
} from "../../../modules/crypto-payment/lifecycle/states"

const oneOrMany = <T extends z.ZodType>(schema: T) =>
  z.union([schema, z.array(schema)])

/** Query booleans arrive as text. */
const flag = z.enum(["true", "false"]).transform((value) => value === "true")

/** Query of `GET /admin/crypto-payments`. */
export const AdminGetCryptoPaymentsParams = createFindParams({
  limit: 20,
  offset: 0,
  order: "-created_at",
}).extend({
  /** Matches external_id, gateway id, cart, order, session and address. */
  q: z.string().trim().min(1).max(255).optional(),
  state: oneOrMany(z.enum(attemptStates)).optional(),
  gateway_status: oneOrMany(z.string()).optional(),
  attention: oneOrMany(z.enum(attentionReasons)).optional(),
  is_test: flag.optional(),
  provider_id: oneOrMany(z.string()).optional(),
  order_id: oneOrMany(z.string()).optional(),
  cart_id: oneOrMany(z.string()).optional(),
})

export type AdminGetCryptoPaymentsParams = z.infer<
  typeof AdminGetCryptoPaymentsParams
>

/** Query of `GET /admin/crypto-payments/:id`. */
export const AdminGetCryptoPaymentParams = createFindParams()
