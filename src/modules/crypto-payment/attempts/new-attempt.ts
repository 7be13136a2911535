import { generateEntityId } from "@medusajs/framework/utils"
import type { Database } from "../database"
import type { Attempt } from "../models/rows"
import {
  type AttemptPatch,
  ATTEMPT_TABLE,
  inSeconds,
  SESSION_TABLE,
} from "./rows"
import { appendEvent } from "./timeline"

/** What a new attempt must name; the other columns may follow. */
export type NewAttempt = AttemptPatch &
  Pick<Attempt, "provider_id" | "merchant_id" | "external_id">

/** Time that the request which opens the attempt has for itself. */
const FIRST_CHECK_SECONDS = 60

/** Writes an attempt with its session and first timeline entry, in the caller's transaction. */
export async function insertAttempt(
  db: Database,
  row: NewAttempt,
  source: string
) {
  const [created] = await db<Attempt>(ATTEMPT_TABLE)
    .insert({
      ...row,
      id: generateEntityId(undefined, "cpay"),
      next_check_at: inSeconds(db, FIRST_CHECK_SECONDS),
    })
    .onConflict()
    .ignore()
    .returning("*")
  if (!created) return undefined
  const { id, external_id, amount, currency_code, payment_session_id } = created
  if (payment_session_id !== null) {
    await db(SESSION_TABLE)
      .insert({ id: payment_session_id, crypto_payment_id: id })
      .onConflict("id")
      .merge(["crypto_payment_id"])
  }
  await appendEvent(db, id, {
    type: "created",
    source,
    data: { external_id, amount, currency_code },
  })
  return created
}
