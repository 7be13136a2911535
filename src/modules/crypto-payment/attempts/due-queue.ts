import { boundedWaitSeconds } from "../../../gateway"
import { describeReason } from "../admin-actions/attention"
import { appendEvent, type LateWindowDays } from "./attempts"
import { isUnknownStatusUnreported, unknownStatusFact } from "./observation"
import {
  ATTEMPT_TABLE,
  attempts,
  databaseNow,
  EVENT_TABLE,
  inLockOrder,
  inMs,
  inSeconds,
} from "./rows"
import type { AttemptState, AttentionFact } from "../column-values"
import type { Database, Rows } from "../database"
import type { Attempt } from "../models/crypto-payment"
import {
  cryptoPaymentEvents,
  enqueueEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import { describeFact } from "../settling/attention-fact"
import { nextCheckDelayMs } from "../settling/schedule"

/** By urgency; what waits for a gateway comes last, since that may be very many. */
const DUE_ORDER = [
  ["paid"],
  ["attention"],
  ["settled", "resolved"],
  ["creating", "open", "closed"],
] as const satisfies readonly (readonly AttemptState[])[]

/**
 * Postpones what it takes: no second taker gets it, and what a crash leaves comes back. `SKIP
 * LOCKED`, so that two takers do not wait for each other; `MATERIALIZED`, since PostgreSQL may else
 * run the inner query once a row, and take more than `limit`. Of 100,000 rows it reads those that
 * are due, by the index of `next_check_at` (`integration-tests/modules/queries.spec.ts`).
 */
export async function takeDue<Row>(
  db: Database,
  { table, states }: { table: string; states?: readonly string[] },
  limit: number,
  postponeSeconds: number
): Promise<Row[]> {
  const ofStates = states
    ? `AND state IN (${states.map(() => "?").join(", ")})`
    : ""
  const { rows } = await db.raw<{ rows: Row[] }>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM ${table}
        WHERE next_check_at <= now() AND deleted_at IS NULL ${ofStates}
        ORDER BY next_check_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED)
     UPDATE ${table} AS taken
        SET next_check_at = now() + ? * interval '1 second'
       FROM due
      WHERE taken.id = due.id
     RETURNING taken.*`,
    [...(states ?? []), limit, postponeSeconds]
  )
  return rows
}

export class DueQueue {
  constructor(
    private readonly db: Database,
    private readonly lateWindowDays: LateWindowDays
  ) {}

  /** As `takeDue`, by urgency first; with `only`, those of these states. */
  async dequeue(
    limit: number,
    postponeSeconds: number,
    only?: readonly AttemptState[]
  ): Promise<Attempt[]> {
    const taken: Attempt[] = []
    for (const group of DUE_ORDER) {
      const states = group.filter((state) => !only || only.includes(state))
      const left = limit - taken.length
      if (left === 0 || states.length === 0) continue
      const due = { table: ATTEMPT_TABLE, states }
      const rows = await takeDue<Attempt>(this.db, due, left, postponeSeconds)
      taken.push(...rows)
    }
    return taken
  }

  /** Where checks end at an unknown status a person is asked: its event, to be delivered. */
  async reschedule(attempt: Attempt): Promise<OutboxEvent | null> {
    const days = this.lateWindowDays(attempt.provider_id)
    return await this.db.transaction(async (db) => {
      const delayMs = nextCheckDelayMs(attempt, await databaseNow(db), days)
      if (delayMs === null && isUnknownStatusUnreported(attempt)) {
        return await raiseUnknownStatus(db, attempt)
      }
      const { id, state } = attempt
      await attempts(db)
        .where({ id, state })
        // Where one of these changed since it was read, it is due, and keeps that.
        .whereRaw("(verified_at IS NULL) = ?", [attempt.verified_at === null])
        .whereRaw("(shortfall_accepted_at IS NULL) = ?", [
          attempt.shortfall_accepted_at === null,
        ])
        .update({
          checks: db.raw("checks + 1"),
          last_checked_at: db.fn.now(),
          next_check_at: inMs(db, delayMs),
        })
      return null
    })
  }

  /** Counts no check: the gateway did not answer. Those in another state by now keep their own. */
  async postpone(
    these: readonly Pick<Attempt, "id" | "state">[],
    afterSeconds: number
  ): Promise<void> {
    if (these.length === 0) return
    await this.putBack(
      attempts(this.db).whereIn(
        ["id", "state"],
        these.map(({ id, state }) => [id, state])
      ),
      afterSeconds
    )
  }

  async postponeMerchant(merchantId: string, afterSeconds: number) {
    await this.putBack(
      attempts(this.db)
        .where({ merchant_id: merchantId })
        .whereIn("state", ["creating", "open", "closed"])
        .whereRaw("next_check_at <= now()"),
      afterSeconds
    )
  }

  private async putBack(these: Rows<Attempt>, afterSeconds: number) {
    const seconds = boundedWaitSeconds(afterSeconds)
    await attempts(this.db)
      .whereIn("id", inLockOrder(these))
      .update({ next_check_at: inSeconds(this.db, seconds) })
  }

  async secondsUnused(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const { rows } = await this.db.raw<{
      rows: { id: string; seconds: number }[]
    }>(
      `SELECT attempt.id,
                extract(epoch FROM now() - greatest(
                  coalesce(attempt.opened_at, attempt.created_at),
                  (SELECT max(event.at) FROM ${EVENT_TABLE} AS event
                    WHERE event.crypto_payment_id = attempt.id
                      AND event.type = 'session_released'
                      AND event.deleted_at IS NULL)))::float AS seconds
           FROM ${ATTEMPT_TABLE} AS attempt
          WHERE attempt.id = ANY(?)`,
      [[...ids]]
    )
    return new Map(rows.map(({ id, seconds }) => [id, seconds]))
  }

  /** Lets one caller in `everySeconds` read an attempt's payment from the gateway. */
  async mayRead(id: string, everySeconds: number): Promise<boolean> {
    const taken = await attempts(this.db)
      .where({ id })
      .andWhereRaw(
        "coalesce(last_checked_at, opened_at, created_at) < now() - ? * interval '1 second'",
        [everySeconds]
      )
      .update({ last_checked_at: this.db.fn.now() })
    return taken > 0
  }

  /** @returns for how long the attempt has been failing, however often it was tried */
  async countFailure(id: string, fact: AttentionFact): Promise<number> {
    return await this.db.transaction(async (db) => {
      await attempts(db)
        .where({ id })
        .update({ tries: db.raw("tries + 1") })
      await appendEvent(db, id, {
        type: "failed",
        source: "decision",
        fact: `failed:${describeFact(fact)}`,
        data: { fact },
      })
      return await failingForMs(db, id)
    })
  }
}

/**
 * Since the first failure after it was confirmed, settled or reopened. A cause stands once in the
 * timeline: where it failed by the same one before it was reopened, since it was reopened.
 */
async function failingForMs(db: Database, id: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { ms: number }[] }>(
    `WITH began AS (
       SELECT greatest(attempt.paid_at, attempt.settled_at, (
                SELECT max(reopened.at) FROM ${EVENT_TABLE} AS reopened
                 WHERE reopened.crypto_payment_id = attempt.id
                   AND reopened.type = 'reopened' AND reopened.deleted_at IS NULL)) AS at
         FROM ${ATTEMPT_TABLE} AS attempt
        WHERE attempt.id = ?)
     SELECT (1000 * extract(epoch FROM now() - coalesce((
              SELECT min(failed.at) FROM ${EVENT_TABLE} AS failed
               WHERE failed.crypto_payment_id = ? AND failed.type = 'failed'
                 AND failed.at >= began.at AND failed.deleted_at IS NULL),
              began.at, now())))::float AS ms
       FROM began`,
    [id, id]
  )
  return rows[0]?.ms ?? 0
}

/** Null where it got another status, a session or a reason since it was read. */
async function raiseUnknownStatus(db: Database, read: Attempt) {
  const { id, gateway_status, checks } = read
  if (gateway_status === null) return null
  const reason = "unknown_status"
  const fact = unknownStatusFact(gateway_status)
  const [row] = await attempts(db)
    .where({ id, state: "open", gateway_status, checks })
    .whereNull("attention_reason")
    .update({
      attention_reason: reason,
      attention_fact: fact,
      checks: db.raw("checks + 1"),
      last_checked_at: db.fn.now(),
      next_check_at: null,
      updated_at: db.fn.now(),
    })
    .returning("*")
  if (!row) return null
  await appendEvent(db, id, {
    type: "attention",
    source: "decision",
    data: { reason, fact },
  })
  return await enqueueEvent(
    db,
    {
      name: cryptoPaymentEvents.attentionRequired,
      data: { id, order_id: row.order_id, ...describeReason(reason, fact) },
    },
    row
  )
}
