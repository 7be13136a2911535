import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { findRecord, type Query } from "../../medusa-query"
import type { AttemptState } from "../../modules/crypto-payment/attempts/states"
import type { PlaceOrder } from "../../modules/crypto-payment/merchants/options"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"

const sessionDataSchema = z.object({ session_id: z.string().min(1) })

/** The session id in data that core passes back; undefined in data of another origin. */
export function sessionIdOf(data: unknown): string | undefined {
  const parsed = sessionDataSchema.safeParse(data)
  return parsed.success ? parsed.data.session_id : undefined
}

type Session = {
  provider_id: string
  payment_collection_id: string
  amount: number
}

/** Core writes the session before it calls the provider; undefined where it was deleted. */
export async function findSession(
  query: Query,
  id: string
): Promise<Session | undefined> {
  const fields = ["provider_id", "payment_collection_id", "amount"]
  return await findRecord(query, "payment_session", id, [
    ...fields,
    "raw_amount",
  ])
}

/** Only what whoever has the collection's id may know, not the cart's id (`external_id`), and every key that is read later, so that no value of the browser stays. */
export function toSessionData(
  attempt: Attempt,
  sessionId: string,
  place_order: PlaceOrder
) {
  return {
    session_id: sessionId,
    crypto_payment_id: attempt.id,
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
    /** Whether the storefront completes the cart before or after the payment. */
    place_order,
  }
}

// Only `authorizeSession` compares prices, so `paid` is not yet `captured`.
const statusByState: Record<AttemptState, PaymentSessionStatus> = {
  creating: PaymentSessionStatus.PENDING,
  open: PaymentSessionStatus.PENDING,
  paid: PaymentSessionStatus.PENDING,
  attention: PaymentSessionStatus.PENDING,
  settled: PaymentSessionStatus.CAPTURED,
  resolved: PaymentSessionStatus.CANCELED,
  closed: PaymentSessionStatus.CANCELED,
}

/** The session status of an attempt that authorizes nothing here. */
export function sessionStatus(attempt: Attempt): PaymentSessionStatus {
  const { state, gateway_status } = attempt
  return state === "closed" && gateway_status === "failed"
    ? PaymentSessionStatus.ERROR
    : statusByState[state]
}

/** Resolved lazily: the ledger and `query` may load after the provider. */
export type Dependencies = {
  cryptoPayment: CryptoPaymentModuleService
  query: RemoteQueryFunction
  logger: Logger
}
