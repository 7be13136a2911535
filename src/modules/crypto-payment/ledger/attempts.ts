import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Attempt, type AttemptPatch, attempts, attemptTable } from "./rows"
import { lockSubject, type Subject } from "./subjects"
import { appendEvent } from "./timeline"
import type { Observation } from "../domain/observation"

/** What a new row must name; the rest of the columns may follow. */
export type NewAttempt = AttemptPatch &
  Pick<Attempt, "provider_id" | "merchant_id" | "external_id">

/** So long the request that opens the attempt has for itself. */
const firstCheckSeconds = 60

/**
 * Writes an attempt ahead of the gateway being called. What a crash leaves of
 * it is due a minute later.
 *
 * @returns the row, or undefined when this merchant already has an attempt
 * with that external_id or gateway id (someone else was faster).
 */
export async function createAttempt(
  db: Knex,
  row: NewAttempt,
  source: string
): Promise<Attempt | undefined> {
  const [created] = await db<Attempt>(attemptTable)
    .insert({
      ...row,
      id: generateEntityId(undefined, "cpay"),
      next_check_at: db.raw("now() + ? * interval '1 second'", [
        firstCheckSeconds,
      ]),
    })
    .onConflict()
    .ignore()
    .returning("*")
  if (!created) return undefined
  await appendEvent(db, created.id, {
    type: "created",
    source,
    data: {
      external_id: created.external_id,
      amount: created.amount,
      currency_code: created.currency_code,
    },
  })
  return created
}

/**
 * As `createAttempt`, unless the row's cart (or collection without a cart) has
 * `maxOpen` attempts already that may be open at the gateway: of any provider
 * and merchant, and superseded ones too, since their pages can still be paid.
 * Runs in a transaction: those who ask for the same cart go one after the other.
 */
export async function createAttemptWithin(
  db: Knex,
  row: NewAttempt,
  source: string,
  maxOpen: number
): Promise<Attempt | "limit_reached" | undefined> {
  const { cart_id, payment_collection_id, external_id } = row
  await lockSubject(db, cart_id ?? payment_collection_id ?? external_id)
  const open = await attempts(db)
    .where(cart_id ? { cart_id } : { payment_collection_id })
    .whereIn("state", ["creating", "open"])
    .limit(maxOpen)
    .select("id")
  if (open.length >= maxOpen) return "limit_reached"
  return await createAttempt(db, row, source)
}

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
  // The highest revision first: an attempt that is created between the two
  // reads is then either usable or has the external_id of the next revision,
  // which is unique. The other way round it would be passed over, and a second
  // payment opened for the cart.
  const newest = await ofSubject().orderBy("revision", "desc").first("revision")
  const usable = await ofSubject()
    .whereNotIn("state", finishedStates)
    .andWhere((serving) => {
      void serving
        .whereNull("superseded_at")
        .orWhereNotIn("state", ["creating", "open"])
    })
    .orderBy("revision", "desc")
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

/**
 * Marks an open attempt as one that serves no further session, unless a
 * session was attached to it since it was read: then that session wins. The
 * looks at it start anew: at each of the first ones its expiry is tried.
 *
 * @returns the row as written, or undefined when it may still serve, or was
 * marked before.
 */
export async function supersede(
  db: Knex,
  seen: Pick<Attempt, "id" | "payment_session_id">,
  source: string
): Promise<Attempt | undefined> {
  return await db.transaction(async (transaction) => {
    const [row] = await attempts(transaction)
      .where({ id: seen.id, state: "open" })
      .whereNull("superseded_at")
      .whereRaw("payment_session_id IS NOT DISTINCT FROM ?", [
        seen.payment_session_id,
      ])
      .update({
        superseded_at: transaction.fn.now(),
        checks: 0,
        next_check_at: transaction.raw("now() + interval '1 minute'"),
        updated_at: transaction.fn.now(),
      })
      .returning("*")
    if (row) {
      await appendEvent(transaction, row.id, {
        type: "superseded",
        source,
        fact: "superseded",
      })
    }
    return row
  })
}

/**
 * Attempts of a subject that may be ended at the gateway to make room for
 * another: hosted pages on which, as far as the ledger knows, nobody has chosen
 * a coin. Up to `superseded` that serve nobody already, the one that was not
 * looked at for longest first, then the oldest that still may. (So a gateway
 * that ends nothing costs a shopper no page that serves.)
 */
export async function findEndable(
  db: Knex,
  subject: Subject,
  superseded: number
): Promise<Attempt[]> {
  const waiting = () =>
    attempts(db)
      .where({ ...subject, state: "open", flow: "widget" })
      .where({ gateway_status: "created" })
      .whereNotNull("gateway_payment_id")
      .whereNull("crypto_currency")
      .whereNull("wallet_address")
  const replaced = await waiting()
    .whereNotNull("superseded_at")
    .orderByRaw("last_checked_at NULLS FIRST, created_at, revision")
    .limit(superseded)
  const oldest = await waiting()
    .whereNull("superseded_at")
    .orderBy(["created_at", "revision"])
    .limit(1)
  return [...replaced, ...oldest]
}

/**
 * The open attempt of a subject that was not looked at for longest, whoever may
 * end it: its own countdown may have ended it.
 */
export async function findLongestUnread(
  db: Knex,
  subject: Subject
): Promise<Attempt | undefined> {
  return await attempts(db)
    .where({ ...subject, state: "open" })
    .whereNotNull("gateway_payment_id")
    .orderByRaw("last_checked_at NULLS FIRST, created_at")
    .first()
}
