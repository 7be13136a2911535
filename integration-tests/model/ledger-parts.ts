import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type {
  RefundRequest,
  StoredActionFacts,
} from "../../src/modules/crypto-payment/refunds/ledger"
import { found } from "../../src/modules/crypto-payment/attempts/rows"
import { copyRow } from "./ledger-rows"
import type { Shop } from "./shop"

/** What admin actions depend on, read within a transaction: as `lockActionFacts` of the ledger. */
export function actionFactsOf(shop: Shop, id: string): StoredActionFacts {
  return {
    attempt: attemptOf(shop, id),
    refunds: refundsOf(shop, id),
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

export function refundsOf({ refunds }: Shop, id: string) {
  return refunds.filter(({ crypto_payment_id }) => crypto_payment_id === id)
}

/** The requests of an attempt that wait for their address, or to be sent. */
export function openRequestsOf(shop: Shop, id: string): RefundRequest[] {
  return shop.requests
    .map((request) => asOfNow(shop, request))
    .filter(
      ({ crypto_payment_id, state }) =>
        crypto_payment_id === id &&
        (state === "address_entered" || state === "waiting_for_address")
    )
}

/** Sent back, or promised to whoever has the link of a request. */
export function isGivenBack(shop: Shop, id: string): boolean {
  return refundsOf(shop, id).length > 0 || openRequestsOf(shop, id).length > 0
}

/** A copy, as a SELECT gives it. */
export function asOfNow(shop: Shop, request: RefundRequest): RefundRequest {
  const isLate =
    request.state === "waiting_for_address" && request.expires_at <= shop.date
  return { ...request, state: isLate ? "revoked" : request.state }
}
