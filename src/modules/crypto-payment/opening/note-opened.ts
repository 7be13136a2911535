import { paymentOutcome, type Payment } from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import type CryptoPaymentModuleService from "../service"
import { closeAttempt } from "./close-attempt"

/** The gateway understood another test flag, or tells no way to pay. */
export type Unfit = "wrong_test_mode" | "no_address"

/**
 * Writes down that the gateway opened the payment of an attempt.
 *
 * @returns the row as it is now: someone else may have opened it in the same
 * moment, or it was paid meanwhile. `unfit`: why the payment cannot be shown to
 * a buyer; the attempt was closed.
 */
export async function noteOpened(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment
): Promise<{ attempt: Attempt; unfit: Unfit | null }> {
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
  const unfit = findUnfit(attempt, row, payment)
  if (unfit) await closeAttempt(ledger, row, unfit)
  else if (open) await ledger.scheduleNextCheck(open)
  return { attempt: row, unfit }
}

/**
 * Whether a buyer can be told how to pay: where to go, or what to send and
 * where to. The gateway's client keeps out what nobody may be sent to.
 */
export function isPayable(
  attempt: Pick<
    Attempt,
    "flow" | "checkout_url" | "wallet_address" | "crypto_amount"
  >
): boolean {
  return attempt.flow === "h2h"
    ? attempt.wallet_address !== null && attempt.crypto_amount !== null
    : attempt.checkout_url !== null
}

function findUnfit(
  asked: Attempt,
  row: Attempt,
  payment: Payment
): Unfit | null {
  if ((payment.is_test ?? asked.is_test) !== asked.is_test) {
    return "wrong_test_mode"
  }
  const isOpen = paymentOutcome(payment.status) === "open"
  return isOpen && row.state === "open" && !isPayable(row) ? "no_address" : null
}
