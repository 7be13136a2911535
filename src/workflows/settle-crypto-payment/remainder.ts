import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  decideRemainder,
  isGivenBack,
  mayBeCompleted,
  type RemainderFacts,
} from "../../modules/crypto-payment/internal"
import type { Outcome } from "./apply-outcome"
import { readLedgerFacts } from "./gather-facts"
import { removeOrphanedRefunds } from "../medusa/orphaned-refunds"
import { readMissingQuote } from "./read-quote"

const FIRST_WAIT_MS = 10_000

/** Core's workflow engine runs it by name: this module is a part of it. */
export const settleCryptoPaymentWorkflowId = "settle-crypto-payment"

/**
 * Executes decisions about a leased attempt that asks for the remainder of another. It has no session:
 * the first attempt is settled, with both parts, and this one follows. Leases are always taken in
 * this order. Undefined for any other attempt.
 */
export async function executeRemainder(
  container: MedusaContainer,
  id: string
): Promise<Outcome | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  let remainder = await ledger.attempts.retrieve(id)
  if (remainder.remainder_of === null) return undefined
  await removeOrphanedRefunds(container, remainder)
  await readMissingQuote(container, remainder)
  for (let isTried = false; ;) {
    remainder = await ledger.attempts.retrieve(id)
    const facts = await gatherRemainderFacts(container, remainder, isTried)
    const decision = decideRemainder(facts)
    switch (decision.type) {
      case "record":
        return { type: "recorded" }
      case "close":
        return { type: "closed", order_id: null, paid_otherwise: false }
      case "verify":
        return { type: "verified" }
      case "settle":
        return { ...decision, type: "settled" }
      case "attention":
        return { ...decision, order_id: null }
      case "complete":
        // Where a person was faster, the next decision says so.
        await ledger.remainders.complete(remainder)
        break
      case "reopen":
        await ledger.attempts.transition(
          id,
          "paid",
          // Its refunds are booked on this payment, too.
          { order_id: null },
          {
            type: "reopened",
            source: "decision",
            data: { detail: decision.detail, order_id: remainder.order_id },
          }
        )
        break
      case "settle_first":
        isTried = true
        await container
          .resolve(Modules.WORKFLOW_ENGINE)
          .run(settleCryptoPaymentWorkflowId, {
            input: {
              crypto_payment_id: remainder.remainder_of,
              again: "reconsider",
              lease_wait_ms: FIRST_WAIT_MS,
            },
          })
        break
    }
  }
}

async function gatherRemainderFacts(
  container: MedusaContainer,
  remainder: Attempt,
  is_tried: boolean
): Promise<RemainderFacts> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { attempt, ...known } = await readLedgerFacts(ledger, remainder)
  const { id, payment_id, remainder_of } = remainder
  const first = remainder_of
    ? await ledger.attempts.find(remainder_of)
    : undefined
  return {
    ...known,
    attempt: { ...attempt, id, payment_id },
    first: first
      ? { ...first, may_be_completed: await isCompletable(container, first) }
      : null,
    is_tried,
  }
}

async function isCompletable(container: MedusaContainer, first: Attempt) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  return mayBeCompleted(first, await isGivenBack(ledger, first.id))
}
