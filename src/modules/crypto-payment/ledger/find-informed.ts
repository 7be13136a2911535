import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { heard } from "../lifecycle/heard"
import type { Observation } from "../observation"
import { attempts, attemptTable, eventTable, type Attempt } from "./rows"
import { changes, factOf, words } from "./words"

/**
 * The attempt that knows all that an observation tells: `recordObservation`
 * would write nothing. One read and no lock, since what is known stays known.
 */
export async function findInformed(
  db: Knex,
  observation: Observation
): Promise<Attempt | undefined> {
  const { merchant_id, gateway_payment_id } = observation
  const told = db(eventTable)
    .whereNull("deleted_at")
    .where("crypto_payment_id", db.ref(`${attemptTable}.id`))
    .where({ fact: factOf(observation) })
  const attempt: Attempt | undefined = await attempts(db)
    .where({ merchant_id, gateway_payment_id })
    .whereExists(told)
    .first()
  if (!attempt) return undefined
  switch (heard(attempt.state, observation.status)) {
    case "paid":
      return undefined
    case "words":
      return changes(attempt, words(attempt, observation)) ? undefined : attempt
    case "nothing":
      return attempt
  }
}
