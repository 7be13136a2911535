import { transition, type Transitioned } from "../attempts/attempts"
import { attempts, found } from "../attempts/rows"
import type { Resolution } from "../attempts/states"
import type { Database } from "../database"
import type { Attempt, Refund } from "../models/crypto-payment"
import { cryptoPaymentEvents } from "../outbox/outbox"
import {
  openRequestsOf,
  type RefundRequest,
  refundsOf,
} from "../refunds/ledger"

export type StoredActionFacts = {
  attempt: Attempt
  refunds: Refund[]
  requests: RefundRequest[]
}

/** Refunds and requests of an attempt change only under this lock. @throws MedusaError NOT_FOUND */
export async function lockActionFacts(db: Database, id: string) {
  const attempt = await attempts(db).where({ id }).forUpdate().first()
  const [facts] = await factsOf(db, [found(id, attempt)])
  return facts
}

export async function factsOf(
  db: Database,
  found: readonly Attempt[]
): Promise<StoredActionFacts[]> {
  const ids = found.map(({ id }) => id)
  const refunds = await refundsOf(db, ids)
  const requests = await openRequestsOf(db, ids)
  const isOf =
    ({ id }: Attempt) =>
    (each: { crypto_payment_id: string }) =>
      each.crypto_payment_id === id
  return found.map((attempt) => ({
    attempt,
    refunds: refunds.filter(isOf(attempt)),
    requests: requests.filter(isOf(attempt)),
  }))
}

/** For an attempt that is locked and was checked to need attention. */
export async function markResolved(
  db: Database,
  { id, state, order_id, attention_reason }: Attempt,
  resolution: Resolution
): Promise<Transitioned> {
  const resolved = await transition(
    db,
    id,
    state === "open" ? "closed" : "resolved",
    {
      resolution: { ...resolution, at: new Date().toISOString() },
      ...(resolution.kind === "refunded" ? { refund_status: "refunded" } : {}),
    },
    { type: "resolved", source: "admin", data: { ...resolution } },
    {
      name: cryptoPaymentEvents.resolved,
      data: { id, order_id, reason: attention_reason, kind: resolution.kind },
    }
  )
  return found(id, resolved)
}
