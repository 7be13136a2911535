import type { NewAttempt } from "../../src/modules/crypto-payment/attempts/attempts"
import type { Observation } from "../../src/modules/crypto-payment/attempts/observation"
import type { AttemptPatch } from "../../src/modules/crypto-payment/attempts/rows"
import type { AttemptState } from "../../src/modules/crypto-payment/column-values"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"

/** The shortest lawful way from `creating` to each state. */
const wayTo: Record<AttemptState, AttemptState[]> = {
  creating: [],
  open: ["open"],
  paid: ["open", "paid"],
  settled: ["open", "paid", "settled"],
  attention: ["open", "paid", "attention"],
  resolved: ["open", "paid", "attention", "resolved"],
  closed: ["open", "closed"],
}

/** Writes an attempt and leads it to a state as the plugin would. */
export async function seedAttempt(
  ledger: CryptoPaymentModuleService,
  state: AttemptState = "open",
  row: Partial<NewAttempt> = {},
  patch: AttemptPatch = {}
): Promise<Attempt> {
  let attempt = await ledger.attempts.create(newAttempt(row), "session")
  for (const step of wayTo[state]) {
    attempt =
      attempt &&
      (
        await ledger.attempts.transition({
          id: attempt.id,
          to: step,
          patch,
          entry: {
            type: step === "open" || step === "creating" ? "opened" : step,
            source: "test",
          },
        })
      )?.attempt
  }
  if (!attempt) throw new Error(`no attempt could be made ${state}`)
  return attempt
}

/** Columns of a new row: 19.99 EUR of `cart_1`, not at the gateway yet. */
export function newAttempt(patch: Partial<NewAttempt> = {}): NewAttempt {
  return {
    provider_id: "pp_crypto_crypto",
    merchant_id: "merchant-1",
    flow: "widget",
    external_id: "cart_1",
    cart_id: "cart_1",
    payment_collection_id: "pay_col_1",
    amount: "19.99",
    currency_code: "eur",
    is_test: false,
    ...patch,
  }
}

/** The gateway's report on the payment of `cart_1`, by webhook. */
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
