import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { adviceFor } from "../attention/advice"
import { cryptoPaymentEvents } from "../events"
import { isLeftUnknown, unknownStatusDetail } from "../lifecycle/unknown-status"
import { observationSources, type Observation } from "../observation"
import { enqueueEvent, type OutboxEvent } from "./outbox"
import { attempts, eventTable, type Attempt } from "./rows"
import { appendEvent } from "./timeline"
import { factOf } from "./words"

const reason = "unknown_status"

type Entry = Record<"id" | "crypto_payment_id", string> &
  Pick<Attempt, "deleted_at"> & { fact: string | null }

/**
 * Ends the watch of an open attempt whose status nobody knows, and puts it in
 * front of a person: the reason on its row, the timeline entry and the event,
 * in the caller's transaction. It stays open, since no money was confirmed.
 *
 * @param seen as it was read: a row that got another status, was given a
 * session, or was put in front of a person since then is left as it is.
 * @returns the event, where the row was written.
 */
export async function raiseUnknownStatus(
  db: Knex,
  seen: Attempt
): Promise<OutboxEvent | null> {
  const { id, gateway_status, checks } = seen
  if (gateway_status === null || !isLeftUnknown(seen)) return null
  const detail = unknownStatusDetail(gateway_status)
  const [row] = await attempts(db)
    .where({ id, state: "open", gateway_status, checks })
    .whereNull("attention_reason")
    .update({
      attention_reason: reason,
      attention_detail: detail,
      checks: db.raw("checks + 1"),
      last_checked_at: db.fn.now(),
      next_check_at: null,
      updated_at: db.fn.now(),
    })
    .returning("*")
  if (!row) return null
  await appendEvent(db, id, {
    type: "attention",
    source: "decision",
    data: { reason, detail },
  })
  return await enqueueEvent(
    db,
    {
      name: cryptoPaymentEvents.attentionRequired,
      data: { id, order_id: row.order_id, reason, advice: adviceFor(reason) },
    },
    row.updated_at
  )
}

/**
 * Whether no source reported this status of an attempt before. To be asked before
 * the observation is in its timeline, under the attempt's row lock.
 */
export async function isFirstReport(
  db: Knex,
  id: string,
  observation: Observation
): Promise<boolean> {
  const facts = observationSources.map((source) =>
    factOf({ ...observation, source })
  )
  const earlier = await db<Entry>(eventTable)
    .where({ crypto_payment_id: id })
    .whereIn("fact", facts)
    .whereNull("deleted_at")
    .first("id")
  return earlier === undefined
}
