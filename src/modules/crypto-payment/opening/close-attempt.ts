import type { Attempt } from "../ledger/rows"
import type CryptoPaymentModuleService from "../service"

/** Gives up an attempt that cannot serve; it is watched for late money. */
export async function closeAttempt(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  why: string,
  source = "session"
): Promise<void> {
  const closed = await ledger.transitionAttempt(
    attempt.id,
    "closed",
    {},
    { type: "closed", source, data: { why } }
  )
  if (closed) await ledger.scheduleNextCheck(closed)
}
