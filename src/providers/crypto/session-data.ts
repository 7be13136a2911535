import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"

import type { Attempt } from "../../modules/crypto-payment"

/**
 * What a storefront may wish for when it opens a payment session. Every other
 * key is ignored: `data` comes from the shopper's browser.
 */
const wishSchema = z.object({
  session_id: z.string().min(1),
  success_url: z.string().max(2048).optional(),
  fail_url: z.string().max(2048).optional(),
  /** The coin of an inline payment. */
  target_currency: z.string().min(1).max(64).optional(),
})

export type SessionWish = z.infer<typeof wishSchema>

/** @throws MedusaError INVALID_DATA naming the key that is wrong. */
export function parseSessionWish(data: unknown): SessionWish {
  const parsed = wishSchema.safeParse(data ?? {})
  if (parsed.success) return parsed.data
  const keys = parsed.error.issues.map((issue) => issue.path.join("."))
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `The payment session's data is not right: ${keys.join(", ")}.`
  )
}

/** The session id in data that core hands back to us; undefined when it is not ours. */
export function sessionIdOf(data: unknown): string | undefined {
  const parsed = z.object({ session_id: z.string().min(1) }).safeParse(data)
  return parsed.success ? parsed.data.session_id : undefined
}

/**
 * What is kept in `payment_session.data` and `payment.data`. Storefronts can
 * read it, so it holds nothing but what the shopper may know; it sets every
 * key that is read later, so that nothing from the browser survives in them.
 */
export function toSessionData(
  attempt: Attempt,
  sessionId: string
): Record<string, unknown> {
  return {
    session_id: sessionId,
    crypto_payment_id: attempt.id,
    external_id: attempt.external_id,
    gateway_payment_id: attempt.gateway_payment_id,
    flow: attempt.flow,
    status: attempt.gateway_status,
    amount: attempt.amount,
    currency_code: attempt.currency_code,
    checkout_url: attempt.checkout_url,
    wallet_address: attempt.wallet_address,
    crypto_amount: attempt.crypto_amount,
    crypto_currency: attempt.crypto_currency,
    is_test: attempt.is_test,
  }
}
