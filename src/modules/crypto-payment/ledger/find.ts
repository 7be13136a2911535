import { MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Observation } from "../observation"
import { attempts, type Attempt } from "./rows"
import type { Subject } from "./subject"

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

/** What opening a payment needs to know of a subject's attempts. */
export type Revisions = {
  /** The highest revision, of whatever state; 0 where there is none. */
  highest: number
  /** Those that can serve a session, or hold money, newest revision first. */
  usable: Attempt[]
}

/** States that an attempt serves no session from, and holds no money in. */
const finishedStates = ["closed", "resolved"] as const

/**
 * A cart may have thousands of attempts that are over; those are counted by
 * their revision, and not read.
 */
export async function findRevisions(
  db: Knex,
  merchantId: string,
  subject: Subject
): Promise<Revisions> {
  const ofSubject = () =>
    attempts(db).where({ merchant_id: merchantId, ...subject })
  const usable = await ofSubject()
    .whereNotIn("state", finishedStates)
    .andWhere((serving) => {
      void serving
        .whereNull("superseded_at")
        .orWhereNotIn("state", ["creating", "open"])
    })
    .orderBy("revision", "desc")
  const newest = await ofSubject().orderBy("revision", "desc").first("revision")
  return { highest: newest?.revision ?? 0, usable }
}

/** @throws MedusaError NOT_FOUND when there is none. */
export function found<Found>(id: string, attempt: Found | undefined): Found {
  if (attempt) return attempt
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    `Crypto payment ${id} was not found.`
  )
}
