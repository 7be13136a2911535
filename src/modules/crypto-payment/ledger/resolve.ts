import { MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { checkAllowed } from "../lifecycle/refuse-action"
import { actionFacts } from "../refunds/action-facts"
import { paidPrice } from "../refunds/paid-price"
import { leftToRefund } from "../refunds/refund-amount"
import { sameAmount } from "../money/price"
import { found } from "./find"
import { insertRefund, refundsOf, type Refund } from "./refunds"
import { attempts, type Attempt } from "./rows"
import { transition } from "./transition"

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
 * as `refunded`, what was not recorded as given back yet is recorded with it.
 * Runs in a transaction.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it does not need attention;
 * INVALID_DATA for a refund without its transaction.
 */
export async function resolveAttempt(
  db: Knex,
  id: string,
  resolution: Resolution
): Promise<Attempt> {
  const attempt = found(
    id,
    await attempts(db).where({ id }).forUpdate().first()
  )
  const refunds = await refundsOf(db, id)
  checkAllowed("resolve", actionFacts(attempt, refunds))
  if (resolution.kind === "refunded") {
    await recordTheRest(db, attempt, refunds, resolution)
  }
  return await markResolved(db, id, resolution)
}

/** Moves an attempt, already locked and in attention, to `resolved`. */
export async function markResolved(
  db: Knex,
  id: string,
  resolution: Resolution
): Promise<Attempt> {
  const resolved = await transition(
    db,
    id,
    "resolved",
    { resolution: { ...resolution, at: new Date().toISOString() } },
    { type: "resolved", source: "admin", data: { ...resolution } }
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
  if (!transaction_hash) {
    if (refunds.length > 0) return
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Name the transaction that sent the coins back (transaction_hash), so that the refund can be recorded."
    )
  }
  const known = refunds.some(
    (each) => each.transaction_hash === transaction_hash
  )
  const left = leftToRefund(paid, refunds)
  if (known || sameAmount(left, "0")) return
  await insertRefund(db, {
    crypto_payment_id: attempt.id,
    amount: left,
    currency_code: paid.currency_code,
    transaction_hash,
    note,
    by,
  })
}
