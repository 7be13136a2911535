import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { Transitioned } from "../../modules/crypto-payment/attempts/attempts"
import type { AttentionFact } from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type { OutboxEvent } from "../../modules/crypto-payment/outbox/outbox"
import { describeFact } from "../../modules/crypto-payment/settling/attention-fact"
import { explainFailures } from "../medusa/blocker"
import { applyOutcome } from "./apply"
import { executeDecision } from "./execute"
import {
  keepLease,
  leaseForSettling,
  releaseLease,
  type SettlingInput,
} from "./locks"
const MAY_PASS = { type: "failed", retryable: true, order_id: null } as const

const NOT_ANSWERING = {
  type: "blocked",
  blocker: "not_answering",
  name: null,
  message: null,
} as const satisfies AttentionFact

/** What is known of an attempt after a run. */
export type KnownAttempt = Pick<
  Attempt,
  "id" | "state" | "order_id" | "attention_reason"
>

/**
 * `busy`: another run has the lease, or core failed for the moment.
 * `applied` is null without the lease.
 */
export type SettledAttempt = {
  busy: boolean
  applied: KnownAttempt | null
  event: OutboxEvent | null
}

/**
 * Takes the lease, decides, executes, reads back, applies the outcome, and gives the lease back.
 * Nothing of it is undone when a later step fails: what core did with the money stands.
 */
export const settleAttemptStep = createStep(
  "settle-crypto-payment-attempt",
  async (input: SettlingInput, { container }) =>
    new StepResponse(await settleAttempt(container, input))
)

async function settleAttempt(
  container: MedusaContainer,
  input: SettlingInput
): Promise<SettledAttempt> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { attempt, ...lease } = await leaseForSettling(ledger, input)
  if (!attempt) return { busy: lease.busy, applied: null, event: null }
  const logger = container.resolve("logger")
  let isLeased = true
  try {
    // Another run settled it a moment ago: that is verified later, not now.
    if (attempt.state === "settled" && input.again !== "verify") {
      return { busy: false, applied: known(attempt), event: null }
    }
    const owner = lease.owner ?? undefined
    const { outcome, applied } = await keepLease(container, lease, async () => {
      try {
        const outcome = await executeDecision(container, attempt)
        const applied = await applyOutcome(ledger, attempt.id, outcome, {
          owner,
        })
        return { outcome, applied }
      } catch (error) {
        return await failPaid(container, attempt, error, owner)
      }
    })
    const { id, state, lease_owner } = applied.attempt
    isLeased = lease_owner === owner
    if (outcome.type === "failed") {
      logger.warn(
        `crypto payment ${id} (${attempt.external_id}) is paid, but Medusa did not place its order; it is now in state ${state}: ${describeFact(outcome.fact)}`
      )
    }
    return {
      busy: state === "paid",
      applied: known(applied.attempt),
      event: applied.event,
    }
  } finally {
    // Mostly it has ended with the outcome.
    if (isLeased) await releaseLease(container, lease)
  }
}

/**
 * What is thrown counts as a failure that may pass: a lock or a database that is never free must
 * not leave a payment `paid` for good. Who has one that needs attention already knows of it.
 */
async function failPaid(
  container: MedusaContainer,
  attempt: Attempt,
  error: unknown,
  owner?: string
) {
  const { id } = attempt
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  if ((await ledger.attempts.retrieve(id)).state !== "paid") throw error
  const explained = await explainFailures(container, attempt, null, [{ error }])
  const { fact } = explained
  const outcome = { ...MAY_PASS, fact } as const
  container
    .resolve("logger")
    .error(`crypto payment ${id} could not be settled: ${String(error)}`)
  const applied = await applyOutcome(ledger, id, outcome, { owner })
  return { outcome, applied }
}

/**
 * A run that has not ended, or ended in an `error` without an outcome, counts as a failure of a
 * paid attempt. The lease that it may have stays with it.
 */
export async function countUnendedRun(
  container: MedusaContainer,
  id: string,
  error?: unknown
): Promise<Transitioned | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(id)
  if (attempt.state !== "paid") return undefined
  const fact =
    error === undefined
      ? NOT_ANSWERING
      : (await explainFailures(container, attempt, null, [{ error }])).fact
  // Another run may have found by now what a person has to decide.
  return await applyOutcome(ledger, id, { ...MAY_PASS, fact }, { from: "paid" })
}

/** These columns alone, as a workflow returns them. */
export function known({
  id,
  state,
  order_id,
  attention_reason,
}: KnownAttempt): KnownAttempt {
  return { id, state, order_id, attention_reason }
}
