import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { Attempts } from "../../src/modules/crypto-payment/attempts/attempts"
import { DueQueue } from "../../src/modules/crypto-payment/attempts/due-queue"
import { Observations } from "../../src/modules/crypto-payment/attempts/observations"
import { Search } from "../../src/modules/crypto-payment/search/search"
import { Sessions } from "../../src/modules/crypto-payment/attempts/sessions"
import { Teardown } from "../support/medusa/teardown"
import { manyAttempts } from "../modules/many-attempts"
import { migratedDatabase, newDatabaseName } from "../modules/migrated-database"
import { observation } from "../modules/observation"
import { atMost, type Figure } from "./figure"
import { ratios, repeated, timeRounds } from "./rounds"

const SMALL = 1_000
const LARGE = 1_000_000
/** The same in both ledgers. */
const MERCHANT = "0b5c2f0e-7f34-4c63-9b53-5a1f7c2d9e10"

/** The ledger's own queries, in a ledger of a million rows and in a small one. */
export async function benchLedgerSize(): Promise<Figure[]> {
  const teardown = new Teardown()
  try {
    const small = await ledgerOf(SMALL, teardown)
    const large = await ledgerOf(LARGE, teardown)
    const [smallList, largeList] = [small, large].map((db) => new Search(db))
    const rounds = await timeRounds(
      {
        settleSmall: repeated(() => settleQueries(small)),
        settleLarge: repeated(() => settleQueries(large)),
        pageSmall: repeated(() => page(smallList)),
        pageLarge: repeated(() => page(largeList)),
      },
      { rounds: 5, times: 100 }
    )
    return [
      atMost(
        1.3,
        "settle queries, ledger of 1,000,000 rows / of 1,000",
        ratios(rounds, "settleSmall", "settleLarge")
      ),
      atMost(
        1.3,
        "a page of the list, ledger of 1,000,000 rows / of 1,000",
        ratios(rounds, "pageSmall", "pageLarge")
      ),
    ]
  } finally {
    await teardown.run()
  }
}

async function ledgerOf(rows: number, teardown: Teardown): Promise<Knex> {
  const url = await migratedDatabase(newDatabaseName(`ledger-${rows}`))
  const db = knex({ client: "pg", connection: url, pool: { min: 2, max: 2 } })
  teardown.add(() => db.destroy())
  await db.raw(manyAttempts(rows))
  await db.raw("checkpoint")
  await db.raw("vacuum analyze crypto_payment")
  return db
}

/** What one webhook asks: by its ids, by a session, by a cart, and what is due. */
async function settleQueries(db: Knex): Promise<void> {
  const found = await new Observations(db, console).findAttempt(
    observation("confirmed", {
      merchant_id: MERCHANT,
      gateway_payment_id: "Gateway777",
      external_id: "cart_777",
    })
  )
  if (found?.id !== "cpay_777") throw new Error("The attempt was not found.")
  await new Sessions(db).findAttempt("payses_778")
  await new Attempts(db, () => 7).findRevisions(MERCHANT, {
    cart_id: "cart_779",
  })
  await new DueQueue(db, () => 7).dequeue(50, 60)
}

/** As someone reads who leafs through it: above 10,000 the total is remembered. */
async function page(search: Search): Promise<void> {
  const { rows } = await search.list({
    filters: {},
    columns: ["id", "state", "created_at"],
    sort: { column: "created_at", direction: "desc" },
    skip: 0,
    take: 20,
  })
  if (rows.length === 0) throw new Error("The list is empty.")
}
