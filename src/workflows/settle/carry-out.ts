import type { MedusaContainer } from "@medusajs/framework/types"
import {
  CRYPTO_PAYMENT_MODULE,
  decide,
  type Decision,
} from "../../modules/crypto-payment"
import { describeFailures, type StepFailure } from "./core-errors"
import { endSession } from "./end-session"
import { findObstacle } from "./find-obstacle"
import { gatherFacts } from "./gather-facts"
import { ifStillSo } from "./if-still-so"
import { detachLeftoverOrders } from "./leftover-orders"
import type { Outcome } from "./outcome"
import { processSession } from "./process-session"
import { reattachSession } from "./reattach-session"
import { removeUnsentRefunds } from "./remove-unsent-refunds"

type Acted = { decision: Decision["type"]; failures: StepFailure[] }

/**
 * Decides, acts, and decides again from fresh facts: an outcome is only what
 * Medusa then really shows. Each kind of act is tried once per run.
 */
export async function carryOut(
  container: MedusaContainer,
  attemptId: string
): Promise<Outcome> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const acted: Acted[] = []
  let attempt = await ledger.retrieveAttempt(attemptId)
  await removeUnsentRefunds(container, attempt)
  await detachLeftoverOrders(container, attempt)
  for (; ; attempt = await ledger.retrieveAttempt(attemptId)) {
    const facts = await gatherFacts(container, attempt)
    const decision = decide(facts)
    const before = acted.find((each) => each.decision === decision.type)
    if (before) {
      const { detail, retryable } = describeFailures(before.failures)
      const obstacle = await findObstacle(container, attempt.cart_id, detail)
      return {
        type: "failed",
        detail: obstacle ? `${obstacle} (Medusa: ${detail})` : detail,
        retryable: retryable && !obstacle,
        order_id: facts.order?.id ?? null,
      }
    }
    const stillSo = ifStillSo(container, attempt, decision)
    switch (decision.type) {
      case "record":
        return { type: "recorded" }
      case "close":
        if (decision.session_id) {
          await endSession(
            container,
            decision.session_id,
            decision.session_status
          )
        }
        return { type: "closed" }
      case "settle":
        return {
          type: "settled",
          order_id: decision.order_id,
          payment_id: decision.payment_id,
        }
      case "verify":
        return { type: "verified" }
      case "reopen":
        await ledger.transitionAttempt(
          attempt.id,
          "paid",
          { order_id: null, payment_id: null },
          {
            type: "reopened",
            source: "decision",
            data: { detail: decision.detail, order_id: attempt.order_id },
          }
        )
        break
      case "attention":
        // A completion that is under way may be what was seen, and may fail.
        if (!facts.order && !(await stillSo(async () => {}))) break
        return { ...decision, order_id: facts.order?.id ?? null }
      case "process":
      case "book":
        acted.push({
          decision: decision.type,
          failures: await attemptTo(() =>
            processSession(container, decision.session_id, facts, stillSo)
          ),
        })
        break
      case "reattach":
        acted.push({
          decision: decision.type,
          failures: await attemptTo(() =>
            reattachSession(container, attempt, stillSo)
          ),
        })
        break
    }
  }
}

async function attemptTo(
  act: () => Promise<StepFailure[] | void>
): Promise<StepFailure[]> {
  try {
    return (await act()) ?? []
  } catch (error) {
    return [{ error }]
  }
}
