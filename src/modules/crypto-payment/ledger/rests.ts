import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { checkAllowed, refuseAction } from "../domain/admin-actions"
import { formatExternalId } from "../domain/payment-request"
import { isOfPrice } from "../domain/refunds"
import { mayBeCompleted, restToAskFor } from "../domain/rest"
import { insertAttempt } from "./new-attempt"
import { refundsOf } from "./refunds"
import { openRequestsOf } from "./request-rows"
import { type Attempt, attempts, found, lockAttempt, lockSubject } from "./rows"
import { appendEvent } from "./timeline"

const MAX_ROUNDS = 5

/** The attempts that ask for the rest of an underpaid one. */
export class Rests {
  constructor(private readonly db: Knex) {}

  async list(id: string): Promise<Attempt[]> {
    return await restsOf(this.db, id)
  }

  /**
   * The open attempt that asks for the rest, made unless there is one: for what is missing, at a
   * hosted page, since its customer may be gone from the checkout.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where the rest cannot be asked for.
   */
  async ask(id: string, by: string): Promise<Attempt> {
    return await this.db.transaction(async (db) => {
      const { cart_id, payment_collection_id } = found(
        id,
        await attempts(db).where({ id }).first()
      )
      // As opening and authorizing do: the subject first, then the attempt.
      await lockSubject(db, cart_id ?? payment_collection_id ?? id)
      const first = await lockAttempt(db, id)
      const rests = await restsOf(db, id)
      const requests = await openRequestsOf(db, id)
      const refunds = await refundsOf(db, id)
      checkAllowed("ask_for_rest", first, refunds, { rests, requests })
      return rests.find(isAsking) ?? (await create(db, first, by))
    })
  }

  /**
   * Lets a confirmed rest complete its underpaid attempt, and no other rest after it. Both are one
   * payment from then on.
   * @returns whether it does; a person may have decided about the attempt at this moment.
   */
  async complete({ id, rest_of, amount }: Attempt): Promise<boolean> {
    if (rest_of === null || amount === null) return false
    return await this.db.transaction(async (db) => {
      const first = await lockAttempt(db, rest_of)
      if (first.rest_id === id) return true
      const given = [
        ...(await refundsOf(db, rest_of)),
        ...(await openRequestsOf(db, rest_of)),
      ]
      if (!mayBeCompleted(first, given.some(isOfPrice))) return false
      await attempts(db).where({ id: rest_of }).update({
        rest_id: id,
        rest_amount: amount,
        next_check_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      const { currency_code } = first
      await appendEvent(db, rest_of, {
        type: "rest_paid",
        source: "decision",
        fact: `rest_paid:${id}`,
        data: { rest_id: id, amount, currency_code },
      })
      await supersedeRests(db, rest_of)
      return true
    })
  }
}

/**
 * Locks an attempt with the other part of its payment, always the first part first. Its refund
 * requests change only under this lock.
 * @throws MedusaError NOT_FOUND
 */
export async function lockParts(db: Knex, id: string) {
  const { rest_of } = found(id, await attempts(db).where({ id }).first())
  const first = rest_of === null ? null : await lockAttempt(db, rest_of)
  const attempt = await lockAttempt(db, id)
  const rests = await restsOf(db, id)
  const requests = await openRequestsOf(db, id)
  return { attempt, parts: { first, rests, requests } }
}

/** The attempts that ask for the rest of another, newest first. */
export async function restsOf(db: Knex, id: string): Promise<Attempt[]> {
  return await attempts(db).where({ rest_of: id }).orderBy("created_at", "desc")
}

/**
 * A person decided about the underpaid attempt: its rest is asked for no more. The job expires the
 * page; money that comes anyway needs attention.
 */
export async function supersedeRests(db: Knex, id: string): Promise<void> {
  const rows = await attempts(db)
    .where({ rest_of: id })
    .whereIn("state", ["creating", "open"])
    .whereNull("superseded_at")
    .update({
      superseded_at: db.fn.now(),
      checks: 0,
      next_check_at: db.fn.now(),
      updated_at: db.fn.now(),
    })
    .returning("id")
  for (const rest of rows) {
    await appendEvent(db, rest.id, {
      type: "superseded",
      source: "admin",
      fact: "superseded",
    })
  }
}

function isAsking({ state, superseded_at }: Attempt): boolean {
  return superseded_at === null && (state === "creating" || state === "open")
}

async function create(db: Knex, first: Attempt, by: string): Promise<Attempt> {
  const { id, cart_id, payment_collection_id, merchant_id } = first
  const price = restToAskFor(first)
  const subject = cart_id ?? payment_collection_id
  if (!price || !subject) throw refuseAction("ask_for_rest", first)
  const column = cart_id ? "cart_id" : "payment_collection_id"
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const newest = await attempts(db)
      .where({ merchant_id, [column]: subject })
      .orderBy("revision", "desc")
      .first("revision")
    const revision = (newest?.revision ?? 0) + 1
    const rest = await insertAttempt(
      db,
      {
        provider_id: first.provider_id,
        merchant_id,
        flow: "widget",
        external_id: formatExternalId(subject, revision),
        revision,
        cart_id,
        payment_collection_id,
        amount: price.amount,
        currency_code: price.currency_code,
        is_test: first.is_test,
        success_url: first.success_url,
        fail_url: first.fail_url,
        rest_of: id,
      },
      "admin"
    )
    if (!rest) continue
    await appendEvent(db, id, {
      type: "rest_asked",
      source: "admin",
      data: { by, rest_id: rest.id, ...price },
    })
    return rest
  }
  throw new Error(`No external_id is free for the rest of ${id}`)
}
