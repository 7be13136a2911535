import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Claim,
  claimDue,
  findListed,
  type ListedIds,
  type Look,
  postpone,
  postponeDue,
  quietFor,
  releaseClaim,
  scheduleClaimed,
  type Watched,
  watchedMerchants,
} from "./batches"
import { databaseNow } from "./database"
import type { Attempt } from "./rows"
import type { Subject } from "./subjects"
import { findEndable, findLongestUnread, supersede } from "./attempts"

/** Lends a connection to the ledger's tables. */
export type Connect = <Result>(
  work: (db: Knex) => Promise<Result>
) => Promise<Result>

/** What the reconcile job does to the ledger, and who else ends what is open. */
export class Watch {
  constructor(private readonly connect: Connect) {}

  /** See `databaseNow`. */
  now(): Promise<Date> {
    return this.connect(databaseNow)
  }

  /** See `watchedMerchants`. */
  merchants(): Promise<Watched[]> {
    return this.connect(watchedMerchants)
  }

  /** See `findListed`. */
  findListed(
    merchantId: string,
    page: readonly ListedIds[]
  ): Promise<Attempt[]> {
    return this.connect((db) => findListed(db, merchantId, page))
  }

  /** See `quietFor`. */
  quietFor(ids: readonly string[]): Promise<Map<string, number>> {
    return this.connect((db) => quietFor(db, ids))
  }

  /** See `claimDue`. */
  claimDue(
    merchantId: string,
    limit: number,
    holdSeconds: number
  ): Promise<Claim> {
    return this.connect((db) => claimDue(db, merchantId, limit, holdSeconds))
  }

  /** See `scheduleClaimed`. */
  scheduleClaimed(claim: Claim, looks: readonly Look[]): Promise<void> {
    return this.connect((db) => scheduleClaimed(db, claim, looks))
  }

  /** See `releaseClaim`. */
  releaseClaim(claim: Claim, afterSeconds: number): Promise<number> {
    return this.connect((db) => releaseClaim(db, claim, afterSeconds))
  }

  /** See `postpone`. */
  postpone(
    these: readonly Pick<Attempt, "id" | "state">[],
    afterSeconds: number
  ): Promise<void> {
    return this.connect((db) => postpone(db, these, afterSeconds))
  }

  /** See `postponeDue`. */
  postponeDue(merchantId: string, afterSeconds: number): Promise<void> {
    return this.connect((db) => postponeDue(db, merchantId, afterSeconds))
  }

  /** See `supersede`. */
  supersede(
    seen: Pick<Attempt, "id" | "payment_session_id">,
    source: string
  ): Promise<Attempt | undefined> {
    return this.connect((db) => supersede(db, seen, source))
  }

  /** See `findEndable`. */
  findEndable(subject: Subject, superseded: number): Promise<Attempt[]> {
    return this.connect((db) => findEndable(db, subject, superseded))
  }

  /** See `findLongestUnread`. */
  findLongestUnread(subject: Subject): Promise<Attempt | undefined> {
    return this.connect((db) => findLongestUnread(db, subject))
  }
}
