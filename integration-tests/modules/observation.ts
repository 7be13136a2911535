import type { Observation } from "../../src/modules/crypto-payment/attempts/observation"

/** The gateway's word on the payment of `cart_1`, by webhook. */
export function observation(
  status: string,
  patch: Partial<Observation> = {}
): Observation {
  return {
    provider_id: "pp_crypto_crypto",
    merchant_id: "merchant-1",
    gateway_payment_id: "gateway-payment-1",
    external_id: "cart_1",
    status,
    source: "webhook",
    observed_at: "2026-01-01T00:00:00.000Z",
    ...patch,
  }
}
