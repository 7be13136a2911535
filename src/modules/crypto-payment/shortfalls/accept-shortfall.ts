import type { Database } from "../database"
import { judgeShortfall, type Shortfall } from "./shortfall"
import type { Merchants } from "../merchants/merchants"
import type { Attempt } from "../models/rows"
import { attempts } from "../attempts/rows"
import { appendEvent } from "../attempts/transition"

/** What the merchant's rule says about the coins of an attempt now. */
export async function readShortfall(
  ledger: { merchants: Merchants; now: () => Promise<Date> },
  attempt: Attempt
): Promise<Shortfall> {
  const percent = ledger.merchants.maxShortfallPercent(attempt.provider_id)
  return percent === null
    ? { type: "accepted" }
    : judgeShortfall(attempt, percent, await ledger.now())
}

/** Notes once that a person accepts what arrived of a locked, underpaid attempt. */
export async function acceptShortfall(
  db: Database,
  attempt: Attempt,
  by: string
): Promise<void> {
  const { id, attention_fact: fact } = attempt
  if (attempt.shortfall_accepted_at !== null) return
  await appendEvent(db, id, {
    type: "shortfall_accepted",
    source: "admin",
    data: { by, fact },
  })
  await attempts(db)
    .where({ id })
    .update({ shortfall_accepted_at: db.fn.now(), updated_at: db.fn.now() })
}
