import type { Database } from "../database"
import type { Resolution } from "./resolution"
import { cryptoPaymentEvents } from "../outbox/events"
import type { Attempt } from "../models/rows"
import { found } from "../attempts/rows"
import { transition, type Transitioned } from "../attempts/transition"

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
