import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Database } from "../../src/modules/crypto-payment/ledger/database"

/** A connection of a spec's own, as the ledger's repositories use one. */
export function onConnection(db: Knex): Database {
  return {
    connect: async (work) => await work(db),
    transaction: async (work) => await db.transaction(work),
  }
}
