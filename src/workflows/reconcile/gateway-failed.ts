import type { GatewayError } from "../../gateway"
import type { Attempt } from "../../modules/crypto-payment"
import { severityOf } from "./breaker"
import type { Run } from "./run"
import { lookAgainLater } from "./settle-told"

/** Before the next try, where nobody answered. */
const retrySeconds = 60

/**
 * Deals with a look that the gateway did not answer. Where it did not answer
 * at all, the look does not count, so that an outage makes no waits grow.
 */
export async function gatewayFailed(
  run: Run,
  attempt: Attempt,
  error: GatewayError
): Promise<void> {
  run.summary.failed++
  run.logger.warn(
    `crypto payment ${attempt.id}: the gateway could not be asked (${error.kind}): ${error.message}`
  )
  await noteFailure(run, attempt.merchant_id, error)
  const { openForSeconds } = run.breakerOf(attempt.merchant_id)
  if (openForSeconds !== undefined) {
    await run.ledger.watch.postpone([attempt], openForSeconds)
  } else if (severityOf(error) === "down" && attempt.state !== "creating") {
    await run.ledger.watch.postpone([attempt], retrySeconds)
  } else {
    await lookAgainLater(run, attempt)
  }
}

/** Tells the merchant's breaker; when it opens, all that is due is put off. */
export async function noteFailure(
  run: Run,
  merchantId: string,
  error: GatewayError
): Promise<void> {
  const breaker = run.breakerOf(merchantId)
  if (!breaker.failed(error) || breaker.openForSeconds === undefined) return
  run.logger.warn(
    `crypto payments of merchant ${merchantId}: the gateway is not asked again for ${breaker.openForSeconds} s (${error.kind})`
  )
  await run.ledger.watch.postponeDue(merchantId, breaker.openForSeconds)
}
