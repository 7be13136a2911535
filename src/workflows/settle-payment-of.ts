import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENT_MODULE, needsSettling } from "../modules/crypto-payment"
import { settleCryptoPaymentWorkflow } from "./settle-crypto-payment"

/**
 * Closes the books on the crypto payments behind payment sessions, after core
 * captured them by itself (the shopper's browser completed the cart, say). A
 * run that is under way already is left to finish.
 */
export async function settlePaymentsOf(
  container: MedusaContainer,
  sessionIds: readonly string[]
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const sessionId of sessionIds) {
    const attempt = await ledger.findBySession(sessionId)
    if (!attempt || !needsSettling(attempt, "reconsider")) continue
    if (await ledger.turns.isLeased(attempt.id)) continue
    await settleCryptoPaymentWorkflow(container).run({
      input: { crypto_payment_id: attempt.id, again: "reconsider" },
    })
  }
}
