import { z } from "zod"
import { requestFault } from "../api/request-faults"
import { webhookFault } from "../webhooks/webhook-faults"

/** Body of `POST /control/payments/:id/coin`. */
export const coinRequest = z.strictObject({ currency: z.string() })

/**
 * Body of `POST /control/payments/:id/pay`: a transfer of the right amount, of
 * too little, of too much, or one that comes after the countdown.
 */
export const payRequest = z.strictObject({
  kind: z.enum(["exact", "under", "over", "late"]).default("exact"),
})

/** Body of `POST /control/clock`. */
export const clockRequest = z.strictObject({
  advance_seconds: z.number().min(0).max(31_536_000),
})

/** Body of `POST /control/faults`; they queue up behind those that wait. */
export const faultsRequest = z.strictObject({
  webhooks: z.array(webhookFault).default([]),
  requests: z.array(requestFault).default([]),
})

/** Body of `POST /control/merchants`: one more merchant, as the options name one. */
export const newMerchantRequest = z.strictObject({
  id: z.string().min(1),
  name: z.string().optional(),
  api_key: z.union([z.string(), z.array(z.string())]).optional(),
  public_key: z.string().optional(),
  webhook_secret: z.string().min(1),
  suspended: z.boolean().optional(),
  wallets: z.array(z.string()).optional(),
})

/** Body of `POST /control/merchants/:id`. */
export const merchantRequest = z.strictObject({
  suspended: z.boolean().optional(),
  rotate_key: z.boolean().optional(),
  rotate_webhook_secret: z.boolean().optional(),
  wallets: z.array(z.string()).optional(),
})
