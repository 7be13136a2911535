import type { Database } from "../database"
import {
  allowedActions,
  checkAllowed,
  checkShown,
  refuseAction,
  type ShownAttempt,
} from "../admin-actions/allowed-actions"
import { remainderNotAsked, tooManyOpen } from "../opening/errors"
import { formatExternalId } from "../opening/payment-terms"
import { isOfPrice } from "../refunds/refunds"
import { mayBeCompleted, remainderToRequest } from "./remainder"
import {
  chooseRemainder,
  isAsking,
  isPricedAt,
  paidPart,
  remainderToRestore,
  type RemainderTerms,
} from "./remainder-payments"
import { lockActionFacts, remaindersOf } from "../admin-actions/action-facts"
import { MAX_OPEN_ATTEMPTS } from "../attempts/attempts"
import { insertAttempt } from "../attempts/new-attempt"
import { refundsOf } from "../refunds/recorded-refunds"
import { openRequestsOf } from "../refunds/request-rows"
import type { Attempt } from "../models/rows"
import {
  attempts,
  EVENT_TABLE,
  found,
  lockAttempt,
  lockSubject,
} from "../attempts/rows"
import type { TimelineType } from "../attempts/states"
import { appendEvent } from "../attempts/timeline"

const MAX_ROUNDS = 5

/** The states of an attempt that can ask for a remainder. */
const UNPAID = ["creating", "open"] as const

/** The attempts that ask for the remainder of an underpaid one. */
export class Remainders {
  constructor(private readonly db: Database) {}

  async list(id: string): Promise<Attempt[]> {
    const first = await attempts(this.db).where({ id }).first()
    return first ? await remaindersOf(this.db, first) : []
  }

  /**
   * The attempt that asks for the remainder, made by these terms unless there is one for what is
   * missing now.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where the remainder cannot be asked for.
   */
  async ask(
    id: string,
    terms: RemainderTerms,
    by: string,
    shown?: ShownAttempt
  ): Promise<Attempt> {
    return await this.db.transaction(async (db) => {
      const facts = await lockFacts(db, id)
      const price = remainderToRequest(facts.attempt)
      const asked = facts.remainders.find(
        (each) => isAsking(each) && isPricedAt(each, price)
      )
      if (!asked) checkShown(facts.attempt, shown)
      checkAllowed("request_remainder", facts)
      if (asked) return asked
      await supersedeRemainders(db, id)
      return await create(db, facts.attempt, terms, "admin", by)
    })
  }

  /**
   * The attempt by which a customer pays a remainder that was asked for, made unless one asks for it
   * in the same way and at the price of now; a new one supersedes the other.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it is not asked for, or too many are open.
   */
  async open(id: string, terms: RemainderTerms): Promise<Attempt> {
    return await this.db.transaction(async (db) => {
      const facts = await lockFacts(db, id)
      const choice = allowedActions(facts).includes("request_remainder")
        ? chooseRemainder(
            facts.remainders,
            terms,
            remainderToRequest(facts.attempt),
            MAX_OPEN_ATTEMPTS
          )
        : "not_asked"
      if (choice === "not_asked") {
        throw remainderNotAsked(paidPart(facts.attempt, facts.remainders))
      }
      if (choice === "limit_reached") throw tooManyOpen()
      if (choice !== "create") return choice.use
      await supersedeRemainders(db, id, "session")
      return await create(db, facts.attempt, terms, "session")
    })
  }

  /** Lets a superseded attempt ask again, where `remainderToRestore` says so. */
  async restore(id: string, remainderId: string): Promise<void> {
    await this.db.transaction(async (db) => {
      const facts = await lockFacts(db, id)
      if (!allowedActions(facts).includes("request_remainder")) return
      const price = remainderToRequest(facts.attempt)
      const found = remainderToRestore(facts.remainders, remainderId, price)
      if (!found) return
      const restored = await attempts(db)
        .where({ id: found.id })
        .whereIn("state", UNPAID)
        .update({ superseded_at: null, updated_at: db.fn.now() })
      if (restored === 0) return
      await appendEvent(db, found.id, { type: "restored", source: "session" })
    })
  }

  /** Whether an admin asked for it; else its customer opened it, who needs no link to it. */
  async isAskedByAdmin(id: string): Promise<boolean> {
    type Entry = {
      crypto_payment_id: string
      type: TimelineType
      source: string
    }
    const entry = await this.db<Entry>(EVENT_TABLE)
      .where({ crypto_payment_id: id, type: "created", source: "admin" })
      .first("type")
    return entry !== undefined
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
 * A person decided about the underpaid attempt, so that its remainder is asked for no more, or the
 * customer pays it in another way. The job expires the page; money that comes anyway completes the
 * attempt, or needs attention.
 */
export async function supersedeRemainders(
  db: Database,
  id: string,
  source: "admin" | "session" = "admin"
): Promise<void> {
  const rows = await attempts(db)
    .where({ remainder_of: id })
    .whereIn("state", UNPAID)
    .whereNull("superseded_at")
    .update({
      superseded_at: db.fn.now(),
      checks: 0,
      next_check_at: db.fn.now(),
      updated_at: db.fn.now(),
    })
    .returning("id")
  for (const remainder of rows) {
    await appendEvent(db, remainder.id, { type: "superseded", source })
  }
}

/** As opening and authorizing do: the subject first, then the attempt. */
async function lockFacts(db: Database, id: string) {
  const { cart_id, payment_collection_id } = found(
    id,
    await attempts(db).where({ id }).first()
  )
  await lockSubject(db, cart_id ?? payment_collection_id ?? id)
  return await lockActionFacts(db, id)
}

async function create(
  db: Database,
  first: Attempt,
  terms: RemainderTerms,
  source: "admin" | "session",
  by?: string
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
        ...terms,
        merchant_id,
        external_id: formatExternalId(subject, revision),
        revision,
        cart_id,
        payment_collection_id,
        amount: price.amount,
        currency_code: price.currency_code,
        is_test: first.is_test,
        remainder_of: id,
      },
      source
    )
    if (!remainder) continue
    await appendEvent(db, id, {
      type: "remainder_requested",
      source,
      data: { by, remainder_id: remainder.id, ...price },
    })
    return remainder
  }
  throw new Error(`No external_id is free for the remainder of ${id}`)
}
