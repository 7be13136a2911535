import type { Payment } from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import type CryptoPaymentModuleService from "../service"
import { closeAttempt } from "./close-attempt"

/**
 * Writes down that the gateway opened the payment of an attempt.
 *
 * @returns the row as it is now: someone else may have opened it in the same
 * moment, or it was paid meanwhile. `wrong_mode`: the gateway understood
 * another test flag than was asked for, and the attempt was closed.
 */
export async function noteOpened(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment
): Promise<{ attempt: Attempt; wrong_mode: boolean }> {
  const isTest = payment.is_test ?? attempt.is_test
  const open = await ledger.transitionAttempt(
    attempt.id,
    "open",
    {
      gateway_payment_id: payment.id,
      gateway_status: payment.status,
      checkout_url: payment.url ?? null,
      wallet_address: payment.wallet_address ?? null,
      crypto_amount: payment.amount ?? null,
      crypto_currency: payment.currency ?? null,
      is_test: isTest,
    },
    {
      type: "opened",
      source: "gateway",
      data: { gateway_payment_id: payment.id, status: payment.status },
    }
  )
  const row = open ?? (await ledger.findAttempt(attempt.id)) ?? attempt
  if (isTest !== attempt.is_test) {
    await closeAttempt(ledger, row, "wrong_test_mode")
    return { attempt: row, wrong_mode: true }
  }
  if (open) await ledger.scheduleNextCheck(open, new Date())
  return { attempt: row, wrong_mode: false }
}
