import {
  type Attempt,
  countOutcome as countForTelemetry,
} from "../../modules/crypto-payment"
import { deliverEvents } from "../deliver-crypto-payment-events"
import {
  type SettleCryptoPaymentInput,
  settleCryptoPaymentWorkflow,
} from "../settle-crypto-payment"
import type { Run } from "./run"
import { countOutcome } from "./tally"

/** Hands what was learned to the one door, and counts what came of it. */
export async function settleTold(
  run: Run,
  before: Attempt | undefined,
  input: SettleCryptoPaymentInput
): Promise<void> {
  const { result } = await settleCryptoPaymentWorkflow(run.container).run({
    input,
  })
  countOutcome(run.summary, before?.state, result.state)
}

/**
 * Sets the next look. What went on to another state was given its own with it;
 * what is not looked at any more may need a person now.
 */
export async function lookAgainLater(run: Run, before: Attempt): Promise<void> {
  const attempt = await run.ledger.findAttempt(before.id)
  if (attempt?.state !== before.state) return
  const event = await run.ledger.scheduleNextCheck(attempt)
  if (!event) return
  run.summary.attention++
  countForTelemetry(attempt.provider_id, { attention: "unknown_status" })
  await deliverEvents(run.container, [event])
}
