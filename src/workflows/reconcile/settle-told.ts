import type { Attempt } from "../../modules/crypto-payment/ledger/rows"
import {
  settleCryptoPaymentWorkflow,
  type SettleCryptoPaymentInput,
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

/** What went on to another state was given its next look with it. */
export async function lookAgainLater(run: Run, before: Attempt): Promise<void> {
  const attempt = await run.ledger.findAttempt(before.id)
  if (attempt?.state !== before.state) return
  await run.ledger.scheduleNextCheck(attempt)
}
