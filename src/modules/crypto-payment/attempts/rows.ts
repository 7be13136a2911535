import { notFound } from "../../../medusa-errors"
import type { TimelineType } from "./states"
import type { Database, Query, Rows, Sql } from "../database"
import type { Attempt } from "../models/crypto-payment"

/** Times of work and leases are set by the database's clock: those of processes differ. */
export type AttemptPatch = Partial<
  Omit<
    Attempt,
    | "id"
    | "state"
    | "created_at"
    | "updated_at"
    | "deleted_at"
    | "next_check_at"
    | "last_checked_at"
    | "lease_owner"
    | "lease_until"
  >
>

export type TimelineEntry = {
  type: TimelineType
  source: string
  fact?: string
  data?: Record<string, unknown>
}

export const ATTEMPT_TABLE = "crypto_payment"
export const EVENT_TABLE = "crypto_payment_event"
export const SESSION_TABLE = "crypto_payment_session"

export function attempts(db: Database): Rows<Attempt> {
  return db<Attempt>(ATTEMPT_TABLE).whereNull("deleted_at")
}

export type Subject = { cart_id: string } | { payment_collection_id: string }

/** In one order, so that two never wait for each other; timelines can be written meanwhile. */
export function inLockOrder(these: Rows<Attempt>): Query<Attempt> {
  return these.orderBy("id").forNoKeyUpdate().select("id")
}

/** Of PostgreSQL: another row has the value already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505"
}

export function found<Found>(id: string, attempt: Found | undefined): Found {
  if (attempt) return attempt
  throw notFound(`Crypto payment ${id} was not found.`)
}

export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>(
    "SELECT now() AS now"
  )
  return rows[0].now
}

export function inSeconds(db: Database, seconds: number): Sql {
  return db.raw("now() + ? * interval '1 second'", [seconds])
}

export function inMs(db: Database, ms: number | null): Sql | null {
  return ms === null
    ? null
    : db.raw("now() + ? * interval '1 millisecond'", [ms])
}
