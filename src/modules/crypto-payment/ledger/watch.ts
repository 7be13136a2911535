import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Attempt } from "./rows"
import { supersede } from "./supersede"

/** Lends a connection to the ledger's tables. */
export type Connect = <Result>(
  work: (db: Knex) => Promise<Result>
) => Promise<Result>

/** What the reconcile job, and nobody else, does to the ledger. */
export class Watch {
  constructor(private readonly connect: Connect) {}

  /** See `supersede`. */
  supersede(
    seen: Pick<Attempt, "id" | "payment_session_id">,
    source: string
  ): Promise<Attempt | undefined> {
    return this.connect((db) => supersede(db, seen, source))
  }
}
