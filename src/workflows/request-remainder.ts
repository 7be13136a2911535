import type { MedusaContainer } from "@medusajs/framework/types"
import { notAllowed } from "../medusa-errors"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  decide,
  describeFact,
  noFreeExternalId,
  openAtGateway,
  type ShownAttempt,
} from "../modules/crypto-payment/internal"
import { checkCryptoPayment } from "./check-crypto-payment"
import { deliverEventsOf } from "./deliver-crypto-payment-events"
import { gatherFacts } from "./settle-crypto-payment/gather-facts"

const MAX_ROUNDS = 8

/**
 * Opens a payment for what an underpaid one lacks, at a hosted page for the customer. Once it is
 * confirmed, both pay for one order. Asked twice, it is one payment; one that has expired is
 * replaced.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where the remainder would pay for nothing, was paid, or a
 * person decided otherwise; INVALID_DATA or UNEXPECTED_STATE where the gateway opens none.
 */
export async function requestRemainder(
  container: MedusaContainer,
  id: string,
  actorId: string,
  shown?: ShownAttempt
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(id)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await checkDue(container, attempt)
    const remainder = await ledger.remainders.ask(id, actorId, shown)
    if (await open(container, remainder)) {
      // The one that says where the customer pays.
      return await deliverEventsOf(container, remainder.id)
    }
  }
  throw noFreeExternalId(attempt.cart_id ?? attempt.id)
}

/** An underpaid payment can still become an order. Another one is refused by the ledger. */
async function checkDue(container: MedusaContainer, attempt: Attempt) {
  if (attempt.attention_reason !== "underpaid") return
  const decision = decide(await gatherFacts(container, attempt))
  if (decision.type === "attention" && decision.reason === "underpaid") return
  const why =
    decision.type === "attention" ? ` ${describeFact(decision.fact)}` : ""
  throw notAllowed(
    `The remainder of this payment cannot be asked for any more.${why} Check the payment.`
  )
}

/** Whether it is open, or was paid meanwhile; false where it has ended. */
async function open(container: MedusaContainer, remainder: Attempt) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const provider = ledger.merchants.provider(remainder.provider_id)
  if (!provider) {
    throw notAllowed(
      `The payment provider ${remainder.provider_id} is not configured any more, so its gateway opens no payment.`
    )
  }
  if (remainder.state === "open") {
    const checked = await checkCryptoPayment(container, remainder, "admin")
    return checked.state !== "closed"
  }
  const opened = await openAtGateway(ledger, remainder, {
    provider: { ...provider, flow: "widget" },
    target_currency: null,
    is_test: remainder.is_test ?? false,
  })
  return opened !== undefined
}
