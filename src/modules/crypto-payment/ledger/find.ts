import { MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Observation } from "../observation"
import { attempts, type Attempt } from "./rows"

/** The attempt with this id of ours. */
export async function findAttempt(
  db: Knex,
  id: string
): Promise<Attempt | undefined> {
  return await attempts(db).where({ id }).first()
}

/**
 * The attempt that an observation is about: by the gateway's id, else by
 * external_id while that attempt waits for the gateway to open it. One that was
 * given up because its external_id was taken never asked for this payment: it
 * was to have another price.
 */
export async function findForObservation(
  db: Knex,
  observation: Observation
): Promise<Attempt | undefined> {
  const { merchant_id, gateway_payment_id, external_id } = observation
  const byGatewayId = await attempts(db)
    .where({ merchant_id, gateway_payment_id })
    .first()
  if (byGatewayId) return byGatewayId
  const unopened = await attempts(db)
    .where({ merchant_id, external_id })
    .whereNull("gateway_payment_id")
    .first()
  // Asked for here, or the planner prefers the index of states.
  return unopened?.state === "creating" ? unopened : undefined
}

/** What attempts are for: a cart, or a payment collection without one. */
export type Subject = { cart_id: string } | { payment_collection_id: string }

/** The attempts of a subject, newest revision first. */
export async function listRevisions(
  db: Knex,
  merchantId: string,
  subject: Subject
): Promise<Attempt[]> {
  return await attempts(db)
    .where({ merchant_id: merchantId, ...subject })
    .orderBy("revision", "desc")
}

/** @throws MedusaError NOT_FOUND when there is none. */
export function found<Found>(id: string, attempt: Found | undefined): Found {
  if (attempt) return attempt
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    `Crypto payment ${id} was not found.`
  )
}
