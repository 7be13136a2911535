import type { Database } from "../database"
import { invalidData, notAllowed } from "../../../medusa-errors"
import { coinNetwork, isTransactionHash } from "../merchants/coin-network"
import { isSameTransaction, transactionKey } from "./refunds"
import type { RefundRequest } from "./request-rows"
import type { Attempt } from "../models/rows"
import { ATTEMPT_TABLE, lockSubject } from "../attempts/rows"

/** @throws MedusaError INVALID_DATA for what is no transaction hash of the coin's network. */
export function checkHash(request: RefundRequest, hash: string): void {
  if (isTransactionHash(hash, coinNetwork(request))) return
  throw invalidData(
    `"${hash}" is not a transaction hash of ${request.crypto_network ?? request.crypto_currency}.`
  )
}

/**
 * One at a time for a hash: two refunds at once would not see each other.
 * @throws MedusaError NOT_ALLOWED where a refund of the same coin has the transaction.
 */
export async function checkUnused(
  db: Database,
  { crypto_currency }: Pick<Attempt, "crypto_currency">,
  hash: string
): Promise<void> {
  const key = transactionKey(hash)
  await lockSubject(db, `refund ${crypto_currency} ${key}`)
  const used: { transaction_hash: string; crypto_payment_id: string }[] =
    await db("crypto_payment_refund as refund")
      .join(`${ATTEMPT_TABLE} as attempt`, "attempt.id", "crypto_payment_id")
      .whereNull("refund.deleted_at")
      .whereRaw("attempt.crypto_currency IS NOT DISTINCT FROM ?", [
        crypto_currency,
      ])
      .whereRaw("lower(refund.transaction_hash) IN (?, ?)", [
        key.toLowerCase(),
        `0x${key.toLowerCase()}`,
      ])
      .select("transaction_hash", "crypto_payment_id")
  const same = used.find((each) =>
    isSameTransaction(each.transaction_hash, hash)
  )
  if (!same) return
  throw notAllowed(
    `Transaction ${same.transaction_hash} is already recorded for a refund of payment ${same.crypto_payment_id}.`
  )
}
