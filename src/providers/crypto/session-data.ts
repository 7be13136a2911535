import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "zod"

import type { Attempt } from "../../modules/crypto-payment"

const sessionDataSchema = z.object({ session_id: z.string().min(1) })

/** The session id in data that core passes back; undefined in data of another origin. */
export function sessionIdOf(data: unknown): string | undefined {
  const parsed = sessionDataSchema.safeParse(data)
  return parsed.success ? parsed.data.session_id : undefined
}

/**
 * The content of `payment_session.data` and `payment.data`. Storefronts can
 * read it, so it contains only what the shopper may know. It sets every key that
 * is read later, so that no value from the browser stays in one of them.
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

/**
 * The session status of an attempt that authorizes nothing here: only
 * `authorizeSession` compares prices, so `paid` is not yet `captured`.
 */
export function sessionStatus(attempt: Attempt): PaymentSessionStatus {
  switch (attempt.state) {
    case "creating":
    case "open":
    case "paid":
    case "attention":
      return PaymentSessionStatus.PENDING
    case "settled":
      return PaymentSessionStatus.CAPTURED
    case "resolved":
      return PaymentSessionStatus.CANCELED
    case "closed":
      return attempt.gateway_status === "failed"
        ? PaymentSessionStatus.ERROR
        : PaymentSessionStatus.CANCELED
  }
}
