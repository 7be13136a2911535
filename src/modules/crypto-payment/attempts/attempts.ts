import { generateEntityId } from "@medusajs/framework/utils"
import {
  ATTEMPT_TABLE,
  type AttemptPatch,
  attempts,
  EVENT_TABLE,
  found,
  inMs,
  inSeconds,
  SESSION_TABLE,
  type Subject,
  type TimelineEntry,
} from "./rows"
import { statesBefore } from "./states"
import { alarmSince } from "../alarms"
import type { AttemptState, AttentionFact } from "../column-values"
import type { Database, Rows, Sql } from "../database"
import type { Attempt } from "../models/crypto-payment"
import {
  cryptoPaymentEvents,
  type CryptoPaymentExpiredEvent,
  enqueueEvent,
  type NewCryptoPaymentEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import { firstCheckDelayMs, nextCheckDelayMs } from "../settling/schedule"

const FINISHED_STATES: readonly AttemptState[] = ["closed", "resolved"]

export class Attempts {
  constructor(
    private readonly db: Database,
    private readonly lateWindowDays: LateWindowDays
  ) {}

  /** What a crash leaves is due a minute later. Undefined when a concurrent request was faster. */
  async create(row: NewAttempt, source: string): Promise<Attempt | undefined> {
    const { external_id, amount = null, currency_code = null } = row
    const inserted = this.db<Attempt>(ATTEMPT_TABLE)
      .insert({
        ...row,
        id: generateEntityId(undefined, "cpay"),
        next_check_at: inSeconds(this.db, FIRST_CHECK_SECONDS),
      })
      .onConflict()
      .ignore()
      .returning("*")
    const data = { external_id, amount, currency_code }
    const [created] = await withEntries(this.db, inserted, [
      { type: "created", source, data },
    ]).with(
      "linked",
      this.db.raw(
        `INSERT INTO ${SESSION_TABLE} (id, crypto_payment_id)
         SELECT payment_session_id, id FROM written WHERE payment_session_id IS NOT NULL
             ON CONFLICT (id) DO UPDATE SET crypto_payment_id = excluded.crypto_payment_id`
      )
    )
    return created
  }

  async find(id: string): Promise<Attempt | undefined> {
    return await attempts(this.db).where({ id }).first()
  }

  async retrieve(id: string): Promise<Attempt> {
    return found(id, await this.find(id))
  }

  /**
   * What a new payment of a cart or a collection is decided from, read at one moment: an attempt
   * that is created later has the next external_id, which is unique. `highest` (0 for none) and
   * `usable` are revisions of the merchant, newest first; `of_cart` all of the cart, newest first,
   * and `open` their number at the gateway, superseded ones too, since their pages can be paid.
   */
  async findRevisions(merchantId: string, subject: Subject) {
    const ofSubject = () => attempts(this.db).where(subject)
    const highest = ofSubject()
      .where({ merchant_id: merchantId })
      .max("revision")
    const rows = await ofSubject()
      .andWhere((read) => {
        void read.whereNot({ state: "closed" }).orWhere({
          merchant_id: merchantId,
          revision: highest,
        })
      })
      .orderBy("revision", "desc")
    const revisions = rows.filter(
      ({ merchant_id }) => merchant_id === merchantId
    )
    const isOpen = ({ state }: Attempt) =>
      state === "creating" || state === "open"
    return {
      highest: revisions[0]?.revision ?? 0,
      usable: revisions.filter(
        (each) =>
          !FINISHED_STATES.includes(each.state) &&
          (each.superseded_at === null || !isOpen(each))
      ),
      of_cart: rows
        .filter(({ state }) => state !== "closed")
        .sort((one, two) => Number(two.created_at) - Number(one.created_at)),
      open: rows.filter(isOpen).length,
    }
  }

  /** Newest first: with money, open, and the `used` ones of the cart's present sessions. */
  async findShown(cartId: string, used: Iterable<string>): Promise<Attempt[]> {
    return await attempts(this.db)
      .where({ cart_id: cartId })
      .andWhere((shown) => {
        void shown
          .whereNotIn("state", ["creating", "closed"])
          .orWhereIn("id", [...used])
      })
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "revision", order: "desc" },
      ])
  }

  async transition(step: Step): Promise<WrittenStep | undefined> {
    const write = async (db: Database) =>
      endChecksWithoutLateWindow(
        db,
        await writeStep(db, step),
        this.lateWindowDays
      )
    // Without an event or a late window it is one statement.
    return step.event || step.to === "closed"
      ? await this.db.transaction(write)
      : await write(this.db)
  }

  /** Ended unpaid at the gateway; `unpaid` is null where another payment paid for it. */
  async expire(
    id: string,
    unpaid: Pick<CryptoPaymentExpiredEvent, "order_id" | "pay_url"> | null,
    owner?: string
  ): Promise<Transitioned | undefined> {
    return await this.db.transaction(async (db) => {
      const entry = { type: "closed", source: "decision" } as const
      const closed = await writeStep(db, {
        id,
        to: "closed",
        entry,
        owner,
      })
      if (closed && unpaid && !(await hasSuccessor(db, closed.attempt))) {
        const { attempt } = closed
        const name = cryptoPaymentEvents.expired
        const data = { id, ...unpaid, reason: attempt.gateway_status ?? "" }
        closed.event = await enqueueEvent(db, { name, data }, attempt)
      }
      return await endChecksWithoutLateWindow(db, closed, this.lateWindowDays)
    })
  }

  async restateAttention(
    id: string,
    fact: AttentionFact,
    owner?: string
  ): Promise<Attempt | undefined> {
    const [row] = await attempts(this.db)
      .where({
        id,
        state: "attention",
        ...(owner ? { lease_owner: owner } : {}),
      })
      .update({ attention_fact: fact, updated_at: this.db.fn.now() })
      .returning("*")
    return row
  }

  /** Unless a later price is to be compared, or it is to be verified again. */
  async markVerified(read: Attempt): Promise<Attempt> {
    const { id, gateway_amount, gateway_currency } = read
    const { verified_at, next_check_at } = read
    // A moment is read without its microseconds.
    const isAsRead = (column: string) =>
      `date_trunc('milliseconds', ${column}) IS NOT DISTINCT FROM ?::timestamptz`
    await attempts(this.db)
      .where({ id, state: "settled" })
      .whereRaw(isAsRead("verified_at"), [verified_at])
      .whereRaw(isAsRead("next_check_at"), [next_check_at])
      .whereRaw("gateway_amount IS NOT DISTINCT FROM ?", [gateway_amount])
      .whereRaw("gateway_currency IS NOT DISTINCT FROM ?", [gateway_currency])
      .update({ verified_at: this.db.fn.now(), next_check_at: null })
    return await this.retrieve(id)
  }

  /** Unless another coin was chosen meanwhile. */
  async nameNetwork(
    { id, crypto_currency }: Pick<Attempt, "id" | "crypto_currency">,
    crypto_network: string
  ): Promise<void> {
    await attempts(this.db)
      .where({ id, crypto_currency })
      .whereNull("crypto_network")
      .update({ crypto_network, updated_at: this.db.fn.now() })
  }

  async verifyAgain(id: string): Promise<void> {
    await attempts(this.db)
      .where({ id, state: "settled" })
      .update({ verified_at: null, next_check_at: this.db.fn.now() })
  }

  /** To another payment collection of its order, where its own is deleted. */
  async moveTo(id: string, payment_collection_id: string): Promise<void> {
    await attempts(this.db)
      .where({ id })
      .update({ payment_collection_id, updated_at: this.db.fn.now() })
  }

  /** Of a resolved one, whose cart is free, or a closed one that nobody can read. */
  async endChecks(id: string): Promise<void> {
    await attempts(this.db)
      .where({ id })
      .whereIn("state", ["resolved", "closed"])
      .update({ next_check_at: null })
  }

  /** It serves no session, and is to be expired. Undefined where one was attached meanwhile. */
  async supersede(
    read: Pick<Attempt, "id" | "payment_session_id">,
    source: string
  ): Promise<Attempt | undefined> {
    const { db } = this
    const superseded = attempts(db)
      .where({ id: read.id, state: "open" })
      .whereNull("superseded_at")
      .whereRaw("payment_session_id IS NOT DISTINCT FROM ?", [
        read.payment_session_id,
      ])
      .update({
        superseded_at: db.fn.now(),
        checks: 0,
        next_check_at: inSeconds(db, 60),
        updated_at: db.fn.now(),
      })
      .returning("*")
    const entry = { type: "superseded", source, fact: "superseded" } as const
    const [row] = await withEntries(db, superseded, [entry])
    return row
  }
}

async function hasSuccessor(db: Database, attempt: Attempt): Promise<boolean> {
  const { id, cart_id, payment_collection_id, superseded_at } = attempt
  if (superseded_at !== null) return true
  if (cart_id === null && payment_collection_id === null) return false
  const other = await attempts(db)
    .where(cart_id ? { cart_id } : { payment_collection_id })
    .whereNot({ id })
    .whereNotIn("state", FINISHED_STATES)
    .first("id")
  return other !== undefined
}

export type NewAttempt = AttemptPatch &
  Pick<Attempt, "provider_id" | "merchant_id" | "external_id">

/** The request that opens the attempt has this time for itself. */
const FIRST_CHECK_SECONDS = 60

const STAMP_OF: Partial<Record<AttemptState, keyof Attempt>> = {
  open: "opened_at",
  paid: "paid_at",
  settled: "settled_at",
  closed: "closed_at",
}

export type Transitioned = { attempt: Attempt; event: OutboxEvent | null }

/** `key_refused_at`: since when the alarm about the step's `key` is on. */
export type WrittenStep = Transitioned & { key_refused_at: Date | null }

export type Step = {
  id: string
  to: AttemptState
  /** The only state that it may leave. @default each that the table allows */
  from?: AttemptState
  patch?: AttemptPatch
  entry: TimelineEntry
  /** What the timeline says before it. */
  earlier?: readonly TimelineEntry[]
  event?: NewCryptoPaymentEvent
  /** The merchant's, with which the gateway was called: its alarm is read with the step. */
  key?: string
  /** Who must have the lease, which ends with the step. */
  owner?: string
}

/**
 * Writes a step with its entries in one statement, and its event in the caller's transaction.
 * Undefined when the table forbids it, or another owner has the lease.
 */
export async function writeStep(
  db: Database,
  { id, to, from, patch = {}, entry, earlier = [], event, key, owner }: Step
): Promise<WrittenStep | undefined> {
  const stamp = STAMP_OF[to]
  const delayMs = firstCheckDelayMs(to, patch.attention_reason ?? null)
  const updated = attempts(db)
    .where({ id, ...(owner ? { lease_owner: owner } : {}) })
    .whereIn(
      "state",
      statesBefore(to).filter((state) => !from || state === from)
    )
    .update({
      ...patch,
      ...(owner ? { lease_owner: null, lease_until: null } : {}),
      ...(to === "settled" ? { verified_at: null } : {}),
      state: to,
      ...(isEnteredByCheck(to)
        ? { checks: 1, last_checked_at: db.fn.now() }
        : { checks: 0 }),
      next_check_at: inMs(db, delayMs),
      updated_at: db.fn.now(),
      ...(stamp ? { [stamp]: db.raw("coalesce(??, now())", [stamp]) } : {}),
    })
    .returning("*")
  const since = key === undefined ? db.raw("NULL") : alarmSince(db, "key", key)
  const [row] = await withEntries(db, updated, [
    ...earlier,
    { ...entry, data: { state: to, ...entry.data } },
  ]).select<(Attempt & Pick<WrittenStep, "key_refused_at">)[]>(
    db.raw("?::timestamptz AS key_refused_at", [since])
  )
  if (!row) return undefined
  const { key_refused_at, ...attempt } = row
  return {
    attempt,
    event: event ? await enqueueEvent(db, event, attempt) : null,
    key_refused_at,
  }
}

/** Days that late money is waited for, by provider id; 0 for an unknown provider. */
export type LateWindowDays = (providerId: string) => number

/** The option is 0, or its provider is not configured any more. */
export async function endChecksWithoutLateWindow<Written extends Transitioned>(
  db: Database,
  transitioned: Written | undefined,
  lateWindowDays: LateWindowDays
): Promise<Written | undefined> {
  if (transitioned?.attempt.state !== "closed") return transitioned
  const { attempt } = transitioned
  const { id, provider_id, updated_at } = attempt
  const days = lateWindowDays(provider_id)
  if (nextCheckDelayMs(attempt, updated_at, days) !== null) return transitioned
  const [row] = await attempts(db)
    .where({ id })
    .update({ next_check_at: null })
    .returning("*")
  return { ...transitioned, attempt: row }
}

/** The gateway or core was asked just before: its first check. */
function isEnteredByCheck(to: AttemptState): boolean {
  return to === "open" || to === "closed" || to === "attention"
}

/** In the caller's transaction, unless the timeline has its `fact`; returns whether it did. */
export async function appendEvent(
  db: Database,
  attemptId: string,
  entry: TimelineEntry
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    "? RETURNING id",
    insertEntries(db, [entry], db.raw("(SELECT ?::text AS id)", [attemptId]))
  )
  return rows.length > 0
}

/** The rows that a statement writes, and their entries with them: both, or none. */
function withEntries(
  db: Database,
  written: Rows<Attempt>,
  entries: readonly TimelineEntry[]
): Rows<Attempt> {
  return db
    .with("written", written)
    .with("noted", insertEntries(db, entries, db.raw("written")))
    .from<Attempt>("written")
    .select<Attempt[]>("written.*")
}

function insertEntries(
  db: Database,
  entries: readonly TimelineEntry[],
  attempt: Sql
): Sql {
  const rows = entries.map((entry) => ({
    ...entry,
    id: generateEntityId(undefined, "cpayev"),
  }))
  return db.raw(
    `INSERT INTO ${EVENT_TABLE} (id, crypto_payment_id, type, source, fact, data, at)
     SELECT entry.id, attempt.id, entry.type, entry.source, entry.fact, entry.data, now()
       FROM ? AS attempt,
            jsonb_to_recordset(?::jsonb) AS entry (id text, type text, source text, fact text, data jsonb)
         ON CONFLICT (crypto_payment_id, fact) WHERE fact IS NOT NULL AND deleted_at IS NULL DO NOTHING`,
    [attempt, JSON.stringify(rows)]
  )
}
