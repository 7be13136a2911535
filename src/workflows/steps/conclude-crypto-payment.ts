import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import {
  type Attempt,
  countOutcome,
  CRYPTO_PAYMENT_MODULE,
  cryptoPaymentEvents,
} from "../../modules/crypto-payment"
import { conclude, type Concluded } from "../settle/conclude"
import type { Outcome } from "../settle/outcome"
import type { Lease } from "./lease-crypto-payment"

type Input = { lease: Lease; outcome: Outcome }

/** Writes the outcome down, sets the next check, and gives the lease back. */
export const concludeCryptoPaymentStep = createStep(
  "conclude-crypto-payment",
  async ({ lease, outcome }: Input, { container }) => {
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const { attempt, event } = await conclude(ledger, lease.id, outcome)
    // The transition to `settled` set the check that verifies it.
    if (attempt.state !== "settled") {
      await ledger.scheduleNextCheck(attempt)
    }
    if (lease.owner) await ledger.turns.releaseLease(lease.id, lease.owner)
    logFailure(container, attempt, outcome)
    count(attempt, event)
    return new StepResponse({
      id: attempt.id,
      state: attempt.state,
      order_id: attempt.order_id,
      attention_reason: attempt.attention_reason,
      event,
    })
  }
)

function count(attempt: Attempt, event: Concluded["event"]): void {
  if (event?.name === cryptoPaymentEvents.settled) {
    countOutcome(attempt.provider_id, "settled")
  }
  if (event?.name === cryptoPaymentEvents.attentionRequired) {
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
