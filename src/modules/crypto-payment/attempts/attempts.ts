import { generateEntityId } from "@medusajs/framework/utils"
import {
  ATTEMPT_TABLE,
  type AttemptPatch,
  attempts,
  EVENT_TABLE,
  found,
  inLockOrder,
  inMs,
  inSeconds,
  SESSION_TABLE,
  type Subject,
  type TimelineEntry,
} from "./rows"
import { type AttemptState, statesBefore } from "./states"
import type { Database } from "../database"
import type { Attempt } from "../models/crypto-payment"
import {
  cryptoPaymentEvents,
  type CryptoPaymentExpiredEvent,
  enqueueEvent,
  type NewCryptoPaymentEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import type { AttentionFact } from "../settling/attention-fact"
import { firstCheckDelayMs, nextCheckDelayMs } from "../settling/schedule"

/** Open at the gateway, of one cart, or of one payment collection without a cart. */
const MAX_OPEN_ATTEMPTS = 20

const FINISHED_STATES = ["closed", "resolved"] as const

export class Attempts {
  constructor(
    private readonly db: Database,
    private readonly lateWindowDays: LateWindowDays
  ) {}

  /** What a crash leaves is due a minute later. Undefined when a concurrent request was faster. */
  async create(row: NewAttempt, source: string): Promise<Attempt | undefined> {
    return await this.db.transaction((db) => insertAttempt(db, row, source))
  }

  /** As `create`, within the limit; superseded ones count too, since their pages can be paid. */
  async createWithin(
    row: NewAttempt,
    source: string
  ): Promise<Attempt | "limit_reached" | undefined> {
    const { cart_id, payment_collection_id } = row
    return await this.db.transaction(async (db) => {
      const open = () =>
        attempts(db)
          .where(cart_id ? { cart_id } : { payment_collection_id })
          .whereIn("state", ["creating", "open"])
      // Where there is no row to lock yet, the cart has no open payment.
      await inLockOrder(open())
      const counted = await open().limit(MAX_OPEN_ATTEMPTS).select("id")
      if (counted.length >= MAX_OPEN_ATTEMPTS) return "limit_reached"
      return await insertAttempt(db, row, source)
    })
  }

  async find(id: string): Promise<Attempt | undefined> {
    return await attempts(this.db).where({ id }).first()
  }

  async retrieve(id: string): Promise<Attempt> {
    return found(id, await this.find(id))
  }

  /** The `highest` revision (0 for none), and the `usable` ones, newest first. */
  async findRevisions(merchantId: string, subject: Subject) {
    const ofSubject = () =>
      attempts(this.db).where({ merchant_id: merchantId, ...subject })
    // The highest revision first: an attempt that is created between the reads
    // is then usable or has the next external_id, which is unique. The other
    // way round a second payment would be opened for the cart.
    const newest = await ofSubject()
      .orderBy("revision", "desc")
      .first("revision")
    const usable = await ofSubject()
      .whereNotIn("state", FINISHED_STATES)
      .andWhere((serving) => {
        void serving
          .whereNull("superseded_at")
          .orWhereNotIn("state", ["creating", "open"])
      })
      .orderBy("revision", "desc")
    return { highest: newest?.revision ?? 0, usable }
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

  async transition(
    id: string,
    to: AttemptState,
    patch: AttemptPatch,
    entry: TimelineEntry,
    event?: NewCryptoPaymentEvent,
    owner?: string
  ): Promise<Transitioned | undefined> {
    return await this.db.transaction(async (db) =>
      endChecksWithoutLateWindow(
        db,
        await transition(db, id, to, patch, entry, event, owner),
        this.lateWindowDays
      )
    )
  }

  /** Ended unpaid at the gateway; `unpaid` is null where another payment paid for it. */
  async expire(
    id: string,
    unpaid: Pick<CryptoPaymentExpiredEvent, "order_id" | "pay_url"> | null,
    owner?: string
  ): Promise<Transitioned | undefined> {
    return await this.db.transaction(async (db) => {
      const entry = { type: "closed", source: "decision" } as const
      const closed = await transition(
        db,
        id,
        "closed",
        {},
        entry,
        undefined,
        owner
      )
      if (closed && unpaid && !(await isReplaced(db, closed.attempt))) {
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
        ...{ id, state: "attention" },
        ...(owner ? { lease_owner: owner } : {}),
      })
      .update({ attention_fact: fact, updated_at: this.db.fn.now() })
      .returning("*")
    return row
  }

  async markVerified(read: Attempt): Promise<Attempt> {
    const { id, gateway_amount, gateway_currency } = read
    await attempts(this.db)
      .where({ id, state: "settled" })
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

  /** It serves no session, and is to be expired. Undefined where one was attached meanwhile. */
  async supersede(
    read: Pick<Attempt, "id" | "payment_session_id">,
    source: string
  ): Promise<Attempt | undefined> {
    return await this.db.transaction(async (db) => {
      const [row] = await attempts(db)
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
      if (row) {
        await appendEvent(db, row.id, {
          type: "superseded",
          source,
          fact: "superseded",
        })
      }
      return row
    })
  }
}

async function isReplaced(db: Database, attempt: Attempt): Promise<boolean> {
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

async function insertAttempt(db: Database, row: NewAttempt, source: string) {
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

const STAMP_OF: Partial<Record<AttemptState, keyof Attempt>> = {
  open: "opened_at",
  paid: "paid_at",
  settled: "settled_at",
  closed: "closed_at",
}

export type Transitioned = { attempt: Attempt; event: OutboxEvent | null }

/**
 * Writes the step with its entries (the last one is the step's) and its event, in the caller's
 * transaction. Undefined when
 * the table forbids the step, or another owner has the lease, which ends with the step.
 */
export async function transition(
  db: Database,
  id: string,
  to: AttemptState,
  patch: AttemptPatch,
  entries: TimelineEntry | readonly TimelineEntry[],
  event?: NewCryptoPaymentEvent,
  owner?: string
): Promise<Transitioned | undefined> {
  const stamp = STAMP_OF[to]
  const delayMs = firstCheckDelayMs(to, patch.attention_reason ?? null)
  const [row] = await attempts(db)
    .where({ id, ...(owner ? { lease_owner: owner } : {}) })
    .whereIn("state", statesBefore(to))
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
  if (!row) return undefined
  const [entry, ...before] = [entries].flat().reverse()
  await appendEvents(db, id, [
    ...before.reverse(),
    { ...entry, data: { state: to, ...entry.data } },
  ])
  return {
    attempt: row,
    event: event ? await enqueueEvent(db, event, row) : null,
  }
}

/** Days that late money is waited for, by provider id; 0 for an unknown provider. */
export type LateWindowDays = (providerId: string) => number

/** The option is 0, or its provider is not configured any more. */
export async function endChecksWithoutLateWindow(
  db: Database,
  transitioned: Transitioned | undefined,
  lateWindowDays: LateWindowDays
): Promise<Transitioned | undefined> {
  if (transitioned?.attempt.state !== "closed") return transitioned
  const { attempt, event } = transitioned
  const { id, provider_id, updated_at } = attempt
  const days = lateWindowDays(provider_id)
  if (nextCheckDelayMs(attempt, updated_at, days) !== null) return transitioned
  const [row] = await attempts(db)
    .where({ id })
    .update({ next_check_at: null })
    .returning("*")
  return { attempt: row, event }
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
  return (await appendEvents(db, attemptId, [entry])) > 0
}

async function appendEvents(
  db: Database,
  attemptId: string,
  entries: readonly TimelineEntry[]
): Promise<number> {
  const written = await db(EVENT_TABLE)
    .insert(
      entries.map((entry) => ({
        id: generateEntityId(undefined, "cpayev"),
        crypto_payment_id: attemptId,
        type: entry.type,
        source: entry.source,
        fact: entry.fact ?? null,
        data: entry.data ? JSON.stringify(entry.data) : null,
        at: db.fn.now(),
      }))
    )
    .onConflict(
      db.raw(
        "(crypto_payment_id, fact) WHERE fact IS NOT NULL AND deleted_at IS NULL"
      )
    )
    .ignore()
    .returning("id")
  return written.length
}
