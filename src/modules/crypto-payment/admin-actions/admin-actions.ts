import { invalidData } from "../../../medusa-errors"
import {
  factsOf,
  lockActionFacts,
  markResolved,
  type StoredActionFacts,
} from "./action-facts"
import { checkAllowed, checkShown, type ShownAttempt } from "./allowed-actions"
import {
  appendEvent,
  endChecksWithoutLateWindow,
  type LateWindowDays,
  type Transitioned,
} from "../attempts/attempts"
import { attempts, found } from "../attempts/rows"
import type { Resolution } from "../attempts/states"
import type { Database } from "../database"
import type { OutboxEvent } from "../outbox/outbox"
import { priceLeft } from "../refunds/limits"
import {
  findSame,
  type RecordedRefund,
  recordRefund,
  type RefundReport,
} from "../refunds/record-refund"
import { describePrice, sameAmount } from "../settling/money"

export type ResolvedByAdmin = Transitioned & { sent: OutboxEvent | null }

export class AdminActions {
  constructor(
    private readonly db: Database,
    private readonly lateWindowDays: LateWindowDays
  ) {}

  /** @throws MedusaError NOT_FOUND */
  async readFacts(id: string): Promise<StoredActionFacts> {
    const [facts] = await this.listFacts([id])
    return found(id, facts)
  }

  async listFacts(ids: readonly string[]): Promise<StoredActionFacts[]> {
    return await factsOf(
      this.db,
      await attempts(this.db).whereIn("id", [...ids])
    )
  }

  /**
   * Records coins that were sent back, with or without a request. The same transaction and amount
   * twice is one refund; when all of a payment that needs attention was sent back, it is resolved.
   * @throws MedusaError NOT_FOUND, NOT_ALLOWED or INVALID_DATA with the reason.
   */
  async recordRefund(
    id: string,
    report: RefundReport
  ): Promise<RecordedRefund> {
    return await this.db.transaction((db) => recordRefund(db, id, report))
  }

  /**
   * What arrived is enough: the check that is due then settles it, also after a crash.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it is not underpaid.
   */
  async accept(id: string, by: string, shown?: ShownAttempt): Promise<void> {
    await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, id)
      checkShown(facts, shown)
      checkAllowed("accept", facts)
      const { shortfall_accepted_at, attention_fact: fact } = facts.attempt
      const now = db.fn.now()
      if (shortfall_accepted_at === null) {
        const type = "shortfall_accepted"
        await appendEvent(db, id, { type, source: "admin", data: { by, fact } })
        const accepted = { shortfall_accepted_at: now, updated_at: now }
        await attempts(db).where({ id }).update(accepted)
      }
      await attempts(db).where({ id }).update({ next_check_at: now })
    })
  }

  /**
   * As `refunded`, it records what was not recorded as sent back; `sent` is that event. Without
   * confirmed money it is closed instead, since it may be confirmed later, with an unknown amount.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it does not need attention; INVALID_DATA for
   * `refunded` without a new transaction for what is left.
   */
  async resolve(
    id: string,
    resolution: Resolution,
    shown?: ShownAttempt
  ): Promise<ResolvedByAdmin> {
    return await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, id)
      const { attempt } = facts
      checkShown(facts, shown)
      checkAllowed("resolve", facts)
      const { kind, transaction_hash } = resolution
      const isRefunded = kind === "refunded"
      if (isRefunded && attempt.state === "attention") {
        const recorded = await recordWhatIsLeft(db, facts, resolution)
        if (recorded) return recorded
      } else if (isRefunded && !transaction_hash) {
        throw invalidData(
          "Name the transaction that sent the coins back (transaction_hash), or resolve the payment as something else."
        )
      }
      const resolved = await markResolved(db, attempt, resolution)
      const days = this.lateWindowDays
      const ended = await endChecksWithoutLateWindow(db, resolved, days)
      return { ...found(id, ended), sent: null }
    })
  }
}

/** Null where nothing is left; else recording the refund resolves the payment. */
async function recordWhatIsLeft(
  db: Database,
  { attempt, refunds }: StoredActionFacts,
  { transaction_hash, note, by }: Resolution
): Promise<ResolvedByAdmin | null> {
  const left = priceLeft(attempt, refunds)
  if (!left || sameAmount(left.amount, "0")) return null
  if (!transaction_hash || findSame(refunds, transaction_hash)) {
    const used = "This transaction is already recorded, and "
    throw invalidData(
      `${transaction_hash ? used : ""}${describePrice(left)} of this payment are not recorded as refunded yet. Name the transaction that sent them back (transaction_hash), or resolve the payment as something else.`
    )
  }
  const { resolved, sent } = await recordRefund(db, attempt.id, {
    amount: left.amount,
    transaction_hash,
    note,
    by,
  })
  return resolved && { ...resolved, sent }
}
