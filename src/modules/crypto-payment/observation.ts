import { z } from "zod"

/** `view` is a person who only looks: what it brings goes to the row, not to the timeline. */
export const observationSources = [
  "webhook",
  "poll",
  "return",
  "admin",
  "view",
] as const

/**
 * What anyone learned about a gateway payment: the only way in for money.
 * `external_id`, `status`, `original_*`, `amount`, `currency` are the
 * gateway's own words (merchant-api.md §2 and §6): `original_amount` is the
 * price, `amount` the coins. `observed_at` is ISO 8601.
 */
export const observationSchema = z.object({
  provider_id: z.string(),
  merchant_id: z.string(),
  gateway_payment_id: z.string().min(1),
  external_id: z.string().min(1),
  status: z.string().min(1),
  original_amount: z.string().optional(),
  original_currency: z.string().optional(),
  amount: z.string().optional(),
  currency: z.string().optional(),
  wallet_address: z.string().optional(),
  is_test: z.boolean().optional(),
  source: z.enum(observationSources),
  observed_at: z.string(),
})

export type Observation = z.infer<typeof observationSchema>
