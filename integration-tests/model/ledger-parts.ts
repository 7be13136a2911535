import type {
  Attempt,
  RefundRequest,
} from "../../src/modules/crypto-payment/internal"
import type { StoredActionFacts } from "../../src/modules/crypto-payment/admin-actions/action-facts"
import { found } from "../../src/modules/crypto-payment/attempts/rows"
import { copyRow, type LedgerRows } from "./ledger-rows"
import type { Shop } from "./shop"

/** What admin actions depend on, read within a transaction: as `lockActionFacts` of the ledger. */
export function actionFactsOf(shop: Shop, id: string): StoredActionFacts {
  const attempt = attemptOf(shop, id)
  const first =
    attempt.remainder_of === null ? null : attemptOf(shop, attempt.remainder_of)
  return {
    attempt,
    first,
    refunds: refundsOf(shop, id),
    remainders: remaindersOf(shop, id),
    requests: openRequestsOf(shop, id),
  }
}

export function attemptOf(shop: Shop, id: string): Attempt {
  const attempt = found(
    id,
    shop.attempts.find((each) => each.id === id)
  )
  return copyRow(attempt)
}

/** The attempts that ask for the remainder of another, newest first. */
export function remaindersOf({ attempts }: Shop, id: string): Attempt[] {
  return attempts
    .filter(({ remainder_of }) => remainder_of === id)
    .map(copyRow)
    .reverse()
}

export function refundsOf({ refunds }: Shop, id: string) {
  return refunds.filter(({ crypto_payment_id }) => crypto_payment_id === id)
}

/** The requests of an attempt that wait for their address, or to be sent. */
export function openRequestsOf(shop: Shop, id: string): RefundRequest[] {
  return shop.requests
    .map((request) => asOfNow(shop, request))
    .filter(
      ({ crypto_payment_id, state, is_late }) =>
        crypto_payment_id === id &&
        (state === "address_entered" ||
          (state === "waiting_for_address" && !is_late))
    )
}

/** Sent back, or promised to whoever has the link of a request. */
export function isGivenBack(shop: Shop, id: string | null): boolean {
  if (id === null) return false
  return refundsOf(shop, id).length > 0 || openRequestsOf(shop, id).length > 0
}

/** A copy, as a SELECT gives it. */
export function asOfNow(shop: Shop, request: RefundRequest): RefundRequest {
  return { ...request, is_late: request.expires_at <= shop.date }
}

/** A person decided about the underpaid attempt: its remainder is asked for no more. */
export function supersedeRemainders(shop: Shop, rows: LedgerRows, id: string) {
  for (const remainder of remaindersOf(shop, id)) {
    const superseded = rows.update(
      remainder.id,
      ({ state, superseded_at }) =>
        superseded_at === null && (state === "creating" || state === "open"),
      () => ({ superseded_at: shop.date, checks: 0, next_check_at: shop.date })
    )
    if (superseded) {
      rows.append(remainder.id, { type: "superseded", source: "admin" })
    }
  }
}
