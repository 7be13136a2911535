import type { Database } from "../database"
import {
  checkAllowed,
  checkShown,
  refuseAction,
  type ShownAttempt,
} from "../admin-actions/allowed-actions"
import { formatExternalId } from "../opening/payment-terms"
import { isOfPrice } from "../refunds/refunds"
import { mayBeCompleted, remainderToRequest } from "./remainder"
import { lockActionFacts, remaindersOf } from "../admin-actions/action-facts"
import { insertAttempt } from "../attempts/new-attempt"
import { refundsOf } from "../refunds/recorded-refunds"
import { openRequestsOf } from "../refunds/request-rows"
import type { Attempt } from "../models/rows"
import { attempts, found, lockAttempt, lockSubject } from "../attempts/rows"
import { appendEvent } from "../attempts/timeline"

const MAX_ROUNDS = 5

/** The attempts that ask for the remainder of an underpaid one. */
export class Remainders {
  constructor(private readonly db: Database) {}

  async list(id: string): Promise<Attempt[]> {
    return await remaindersOf(this.db, id)
  }

  /**
   * The open attempt that asks for the remainder, made unless there is one: for what is missing, at a
   * hosted page, since its customer may be gone from the checkout.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where the remainder cannot be asked for.
   */
  async ask(id: string, by: string, shown?: ShownAttempt): Promise<Attempt> {
    return await this.db.transaction(async (db) => {
      const { cart_id, payment_collection_id } = found(
        id,
        await attempts(db).where({ id }).first()
      )
      // As opening and authorizing do: the subject first, then the attempt.
      await lockSubject(db, cart_id ?? payment_collection_id ?? id)
      const facts = await lockActionFacts(db, id)
      const asked = facts.remainders.find(isAsking)
      if (!asked) checkShown(facts.attempt, shown)
      checkAllowed("request_remainder", facts)
      return asked ?? (await create(db, facts.attempt, by))
    })
  }

  /**
   * Lets a confirmed remainder complete its underpaid attempt, and no other remainder after it. Both are one
   * payment from then on.
   * @returns whether it does; a person may have decided about the attempt at this moment.
   */
  async complete({ id, remainder_of, amount }: Attempt): Promise<boolean> {
    if (remainder_of === null || amount === null) return false
    return await this.db.transaction(async (db) => {
      const first = await lockAttempt(db, remainder_of)
      if (first.remainder_id === id) return true
      const given = [
        ...(await refundsOf(db, remainder_of)),
        ...(await openRequestsOf(db, remainder_of)),
      ]
      if (!mayBeCompleted(first, given.some(isOfPrice))) return false
      await attempts(db).where({ id: remainder_of }).update({
        remainder_id: id,
        remainder_amount: amount,
        next_check_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      const { currency_code } = first
      await appendEvent(db, remainder_of, {
        type: "remainder_paid",
        source: "decision",
        fact: `remainder_paid:${id}`,
        data: { remainder_id: id, amount, currency_code },
      })
      await supersedeRemainders(db, remainder_of)
      return true
    })
  }
}

/**
 * A person decided about the underpaid attempt: its remainder is asked for no more. The job expires the
 * page; money that comes anyway needs attention.
 */
export async function supersedeRemainders(
  db: Database,
  id: string
): Promise<void> {
  const rows = await attempts(db)
    .where({ remainder_of: id })
    .whereIn("state", ["creating", "open"])
    .whereNull("superseded_at")
    .update({
      superseded_at: db.fn.now(),
      checks: 0,
      next_check_at: db.fn.now(),
      updated_at: db.fn.now(),
    })
    .returning("id")
  for (const remainder of rows) {
    await appendEvent(db, remainder.id, {
      type: "superseded",
      source: "admin",
      fact: "superseded",
    })
  }
}

function isAsking({ state, superseded_at }: Attempt): boolean {
  return superseded_at === null && (state === "creating" || state === "open")
}

async function create(
  db: Database,
  first: Attempt,
  by: string
): Promise<Attempt> {
  const { id, cart_id, payment_collection_id, merchant_id } = first
  const price = remainderToRequest(first)
  const subject = cart_id ?? payment_collection_id
  if (!price || !subject) throw refuseAction("request_remainder", first)
  const column = cart_id ? "cart_id" : "payment_collection_id"
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const newest = await attempts(db)
      .where({ merchant_id, [column]: subject })
      .orderBy("revision", "desc")
      .first("revision")
    const revision = (newest?.revision ?? 0) + 1
    const remainder = await insertAttempt(
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
        remainder_of: id,
      },
      "admin"
    )
    if (!remainder) continue
    await appendEvent(db, id, {
      type: "remainder_requested",
      source: "admin",
      data: { by, remainder_id: remainder.id, ...price },
    })
    return remainder
  }
  throw new Error(`No external_id is free for the remainder of ${id}`)
}
