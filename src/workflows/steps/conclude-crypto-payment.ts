import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"
import type { Attempt } from "../../modules/crypto-payment/ledger/rows"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import { countOutcome } from "../../modules/crypto-payment/telemetry/counters"
import { conclude, type News } from "../settle/conclude"
import type { Outcome } from "../settle/outcome"
import type { Lease } from "./lease-crypto-payment"

type Input = { lease: Lease; outcome: Outcome }

/** Writes the outcome down, sets the next look, and gives the lease back. */
export const concludeCryptoPaymentStep = createStep(
  "conclude-crypto-payment",
  async ({ lease, outcome }: Input, { container }) => {
    const ledger = container.resolve<CryptoPaymentModuleService>(
      CRYPTO_PAYMENT_MODULE
    )
    const { attempt, news } = await conclude(ledger, lease.id, outcome)
    await ledger.scheduleNextCheck(attempt, new Date())
    if (lease.owner) await ledger.turns.releaseLease(lease.id, lease.owner)
    logFailure(container, attempt, outcome)
    count(attempt, news)
    return new StepResponse({
      id: attempt.id,
      state: attempt.state,
      order_id: attempt.order_id,
      attention_reason: attempt.attention_reason,
      news,
    })
  }
)

function count(attempt: Attempt, news: News): void {
  if (news === "settled") countOutcome(attempt.provider_id, "settled")
  if (news === "attention_required") {
    const attention = attempt.attention_reason ?? "unknown"
    countOutcome(attempt.provider_id, { attention })
  }
}

function logFailure(
  container: MedusaContainer,
  attempt: Attempt,
  outcome: Outcome
): void {
  if (outcome.type !== "failed") return
  container
    .resolve("logger")
    .warn(
      `crypto payment ${attempt.id} (${attempt.external_id}) is paid, but Medusa did not place its order; it is now in state ${attempt.state}: ${outcome.detail}`
    )
}
