import { isGatewayError } from "../../gateway"
import { type Attempt, mayExpire, observe } from "../../modules/crypto-payment"
import { expireAtGateway } from "./expire-at-gateway"
import { gatewayFailed } from "./gateway-failed"
import { openCreating } from "./open-creating"
import type { Run } from "./run"
import { lookAgainLater, settleTold } from "./settle-told"
import { countOutcome } from "./tally"
import { noteUnlinkedOrders } from "./unlinked-orders"

const askTimeoutMs = 5_000

/**
 * Looks at one due attempt, whatever its state asks for. Never throws: one bad
 * payment does not stop the others; what failed comes back by itself.
 *
 * @param isSuperseded see `findSuperseded`
 */
export async function lookAt(
  run: Run,
  attempt: Attempt,
  isSuperseded: boolean
): Promise<void> {
  try {
    await look(run, attempt, isSuperseded)
  } catch (error) {
    await failed(run, attempt, error)
  }
}

async function failed(run: Run, attempt: Attempt, error: unknown) {
  try {
    if (isGatewayError(error)) return await gatewayFailed(run, attempt, error)
    run.summary.failed++
    run.logger.error(
      `crypto payment ${attempt.id} could not be reconciled: ${String(error)}`
    )
  } catch (later) {
    run.logger.error(
      `crypto payment ${attempt.id} could not be put off: ${String(later)}`
    )
  }
}

async function look(
  run: Run,
  attempt: Attempt,
  isSuperseded: boolean
): Promise<void> {
  switch (attempt.state) {
    case "creating":
      return await openCreating(run, attempt)
    case "open":
      if ((isSuperseded || mayExpire(attempt)) && run.takeExpiry()) {
        return await expire(run, attempt)
      }
      return await ask(run, attempt)
    case "closed":
      return await ask(run, attempt)
    case "paid":
    case "attention":
      return await settleTold(run, attempt, {
        crypto_payment_id: attempt.id,
        again: "reconsider",
      })
    case "settled":
      await settleTold(run, attempt, {
        crypto_payment_id: attempt.id,
        again: "verify",
      })
      return await noteUnlinkedOrders(run.container, attempt)
    case "resolved":
      return
  }
}

async function ask(run: Run, attempt: Attempt): Promise<void> {
  const merchantKey = run.merchantKeyOf(attempt)
  const { gateway_payment_id } = attempt
  if (merchantKey !== undefined && gateway_payment_id) {
    run.summary.calls++
    const payment = await run.ledger.merchants.lookUp(
      merchantKey,
      gateway_payment_id,
      askTimeoutMs
    )
    run.breakerOf(attempt.merchant_id).succeeded()
    await settleTold(run, attempt, {
      observation: observe(attempt, payment, "poll"),
    })
  }
  await lookAgainLater(run, attempt)
}

/** A session that joined in this moment wins: then it is only asked about. */
async function expire(run: Run, attempt: Attempt): Promise<void> {
  const marked = attempt.superseded_at
    ? attempt
    : await run.ledger.watch.supersede(attempt, "reconcile")
  if (!marked) return await ask(run, attempt)
  const result = await expireAtGateway(run.container, marked, () => {
    run.summary.calls++
  })
  run.breakerOf(attempt.merchant_id).succeeded()
  if (result) countOutcome(run.summary, attempt.state, result.state)
  await lookAgainLater(run, attempt)
}
