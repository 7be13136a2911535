import type {
  Attempt,
  RefundRequest,
} from "../../src/modules/crypto-payment/internal"
import type { StoredActionFacts } from "../../src/modules/crypto-payment/ledger/action-facts"
import { found } from "../../src/modules/crypto-payment/ledger/rows"
import { copyRow, type LedgerRows } from "./ledger-rows"
import type { Shop } from "./shop"

/** What admin actions depend on, read within a transaction: as `lockActionFacts` of the ledger. */
export function actionFactsOf(shop: Shop, id: string): StoredActionFacts {
  const attempt = attemptOf(shop, id)
  const first =
    attempt.rest_of === null ? null : attemptOf(shop, attempt.rest_of)
  return {
    attempt,
    first,
    refunds: refundsOf(shop, id),
    rests: restsOf(shop, id),
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

/** The attempts that ask for the rest of another, newest first. */
export function restsOf({ attempts }: Shop, id: string): Attempt[] {
  return attempts
    .filter(({ rest_of }) => rest_of === id)
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

/** A copy, as a SELECT gives it. */
export function asOfNow(shop: Shop, request: RefundRequest): RefundRequest {
  return { ...request, is_late: request.expires_at <= shop.date }
}

/** A person decided about the underpaid attempt: its rest is asked for no more. */
export function supersedeRests(shop: Shop, rows: LedgerRows, id: string) {
  for (const rest of restsOf(shop, id)) {
    const superseded = rows.update(
      rest.id,
      ({ state, superseded_at }) =>
        superseded_at === null && (state === "creating" || state === "open"),
      () => ({ superseded_at: shop.date, checks: 0, next_check_at: shop.date })
    )
    const type = "superseded"
    if (superseded) rows.append(rest.id, { type, source: "admin", fact: type })
  }
}
