import { MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { checkAllowed } from "../lifecycle/refuse-action"
import { actionFacts } from "../refunds/action-facts"
import { paidPrice } from "../refunds/paid-price"
import { leftToRefund } from "../refunds/refund-amount"
import { isSameTransaction } from "../refunds/transaction-hash"
import { sameAmount } from "../money/price"
import { found } from "./find"
import { insertRefund, refundsOf, type Refund } from "./refunds"
import { cryptoPaymentEvents } from "../events"
import { attempts, type Attempt } from "./rows"
import { transition, type Transitioned } from "./transition"

/** How a person dealt with a payment that needed attention. */
export const resolutionKinds = [
  "refunded",
  "order_placed_by_hand",
  "other",
] as const

/** `by` is the admin's user id; the hash is of the transaction that sent coins back. */
export type Resolution = {
  kind: (typeof resolutionKinds)[number]
  note: string | null
  transaction_hash: string | null
  by: string
}

/**
 * Takes a payment out of a person's hands: `attention` to `resolved`. Resolved
 * as `refunded`, what was not recorded as given back yet is recorded with it. An
 * attempt that no money was confirmed of goes from `open` to `closed`, since it
 * may be confirmed later; nobody knows how much came, so that no refund is
 * recorded of it. Runs in a transaction.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it does not need attention;
 * INVALID_DATA for `refunded` while a part is not recorded as refunded and no
 * new transaction is named.
 */
export async function resolveAttempt(
  db: Knex,
  id: string,
  resolution: Resolution
): Promise<Transitioned> {
  const attempt = found(
    id,
    await attempts(db).where({ id }).forUpdate().first()
  )
  const refunds = await refundsOf(db, id)
  checkAllowed("resolve", actionFacts(attempt, refunds))
  if (resolution.kind === "refunded") {
    if (attempt.state === "attention") {
      await recordTheRest(db, attempt, refunds, resolution)
    } else if (!resolution.transaction_hash) {
      throw invalid(
        "Name the transaction that sent the coins back (transaction_hash), or resolve the payment as something else."
      )
    }
  }
  return await markResolved(db, attempt, resolution)
}

/**
 * Moves an attempt, already locked, to `resolved`; one that is open, to `closed`.
 *
 * @throws MedusaError NOT_FOUND where it does not need attention.
 */
export async function markResolved(
  db: Knex,
  { id, state, order_id, attention_reason }: Attempt,
  resolution: Resolution
): Promise<Transitioned> {
  const resolved = await transition(
    db,
    id,
    state === "open" ? "closed" : "resolved",
    { resolution: { ...resolution, at: new Date().toISOString() } },
    { type: "resolved", source: "admin", data: { ...resolution } },
    {
      name: cryptoPaymentEvents.resolved,
      data: { id, order_id, reason: attention_reason, kind: resolution.kind },
    }
  )
  return found(id, resolved)
}

async function recordTheRest(
  db: Knex,
  attempt: Attempt,
  refunds: readonly Refund[],
  { transaction_hash, note, by }: Resolution
): Promise<void> {
  const paid = paidPrice(attempt)
  if (!paid) return
  const left = leftToRefund(paid, refunds)
  if (sameAmount(left, "0")) return
  const { currency_code } = paid
  const remaining = `${left} ${currency_code.toUpperCase()}`
  if (!transaction_hash) {
    throw invalid(
      `${remaining} of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.`
    )
  }
  if (
    refunds.some((each) =>
      isSameTransaction(each.transaction_hash, transaction_hash)
    )
  ) {
    throw invalid(
      `This transaction is recorded already, and ${remaining} of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.`
    )
  }
  await insertRefund(db, {
    crypto_payment_id: attempt.id,
    amount: left,
    currency_code,
    transaction_hash,
    note,
    by,
  })
}

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message)
}
