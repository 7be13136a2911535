import type { Shop } from "./shop"
import {
  isEnteredByCheck,
  type NewAttempt,
} from "../../src/modules/crypto-payment/attempts/attempts"
import type {
  AttemptPatch,
  Subject,
  TimelineEntry,
} from "../../src/modules/crypto-payment/attempts/rows"
import {
  type AttemptState,
  TRANSITIONS,
} from "../../src/modules/crypto-payment/attempts/states"
import { attemptRow } from "../../src/modules/crypto-payment/fixtures/attempt-row"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type {
  NewCryptoPaymentEvent,
  OutboxEvent,
} from "../../src/modules/crypto-payment/outbox/outbox"
import { firstCheckDelayMs } from "../../src/modules/crypto-payment/settling/schedule"

const stampOf: Partial<
  Record<AttemptState, "opened_at" | "paid_at" | "settled_at" | "closed_at">
> = {
  open: "opened_at",
  paid: "paid_at",
  settled: "settled_at",
  closed: "closed_at",
}

/** The rows of the ledger, without calls in between: the inside of a transaction. */
export class LedgerRows {
  constructor(private readonly shop: Shop) {}

  /** @returns undefined where a unique index forbids it. */
  insert(row: NewAttempt, source: string): Attempt | undefined {
    const { shop } = this
    const isTaken = shop.attempts.some(
      (each) =>
        each.merchant_id === row.merchant_id &&
        (each.external_id === row.external_id ||
          (row.gateway_payment_id &&
            each.gateway_payment_id === row.gateway_payment_id))
    )
    if (isTaken) return undefined
    const attempt = attemptRow({
      ...emptyRow,
      ...row,
      id: shop.nextId("cpay"),
      created_at: shop.date,
      updated_at: shop.date,
      next_check_at: this.inMs(60_000),
    })
    shop.attempts.push(attempt)
    const { id, payment_session_id } = attempt
    if (payment_session_id) shop.sessionLinks.set(payment_session_id, id)
    this.append(id, { type: "created", source })
    return copyRow(attempt)
  }

  /** A copy, as a SELECT gives it. */
  find(isIt: (attempt: Attempt) => boolean): Attempt | undefined {
    const row = this.shop.attempts.find(isIt)
    return row && copyRow(row)
  }

  /** A conditional UPDATE; the row afterwards, or undefined when it did not match. */
  update(
    id: string,
    where: (attempt: Attempt) => boolean,
    patch: (attempt: Attempt) => Partial<Attempt>
  ): Attempt | undefined {
    const row = this.shop.attempts.find((each) => each.id === id)
    if (!row || !where(row)) return undefined
    Object.assign(row, patch(row), { updated_at: this.shop.date })
    return this.find((each) => each.id === id)
  }

  transition(
    id: string,
    to: AttemptState,
    patch: AttemptPatch,
    entry: TimelineEntry,
    owner?: string
  ): Attempt | undefined {
    const stamp = stampOf[to]
    const updated = this.update(
      id,
      ({ state, lease_owner }) =>
        TRANSITIONS[state].includes(to) && (!owner || lease_owner === owner),
      (attempt) => ({
        ...patch,
        ...(owner ? { lease_owner: null, lease_until: null } : {}),
        ...(to === "settled" ? { verified_at: null } : {}),
        state: to,
        ...(isEnteredByCheck(to)
          ? { checks: 1, last_checked_at: this.shop.date }
          : { checks: 0 }),
        next_check_at: this.afterMs(
          firstCheckDelayMs(to, patch.attention_reason ?? null)
        ),
        ...(stamp ? { [stamp]: attempt[stamp] ?? this.shop.date } : {}),
      })
    )
    if (updated) {
      this.append(id, entry)
      const { attention_reason } = updated
      this.shop.met.count(
        to === "attention" ? `ended in ${attention_reason}` : `became ${to}`
      )
    }
    return updated
  }

  /** @returns whether it was written. */
  append(id: string, { type, fact }: TimelineEntry): boolean {
    if (fact) {
      if (this.hasFact(id, fact)) return false
      this.shop.facts.add(`${id} ${fact}`)
    }
    const at = this.shop.now
    this.shop.timeline.push({
      crypto_payment_id: id,
      type,
      fact: fact ?? null,
      at,
    })
    return true
  }

  hasFact(id: string, fact: string): boolean {
    return this.shop.facts.has(`${id} ${fact}`)
  }

  enqueue({ name, data }: NewCryptoPaymentEvent): OutboxEvent {
    const id = this.shop.nextId("cpayout")
    const event = { id, name, data: { ...data, event_id: id } }
    this.shop.outbox.push({ ...event, deliver_at: this.shop.now + 60_000 })
    return event
  }

  afterMs(delayMs: number | null): Date | null {
    return delayMs === null ? null : this.inMs(delayMs)
  }

  inMs(delayMs: number): Date {
    return new Date(this.shop.now + delayMs)
  }

  atMost(date: Date | null, delayMs: number): Date {
    const latest = this.inMs(delayMs)
    return date && date < latest ? date : latest
  }

  isDue({ next_check_at }: Attempt): boolean {
    return next_check_at !== null && next_check_at.getTime() <= this.shop.now
  }
}

/** So few open attempts of a cart that stories reach the limit. */
export const MAX_OPEN = 3

/** Whether an attempt was made for a cart, or for a collection. */
export function isFor(attempt: Attempt, subject: Subject): boolean {
  return "cart_id" in subject
    ? attempt.cart_id === subject.cart_id
    : attempt.payment_collection_id === subject.payment_collection_id
}

export function copyRow(attempt: Attempt): Attempt {
  return { ...attempt }
}

/** The defaults of the table, where the fixture has others. */
const emptyRow: Partial<Attempt> = {
  gateway_payment_id: null,
  gateway_status: null,
  cart_id: null,
  payment_collection_id: null,
  payment_session_id: null,
  amount: null,
  currency_code: null,
  checkout_url: null,
  is_test: null,
  state: "creating",
}
