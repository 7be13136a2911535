import { Client } from "pg"
import { emptyDatabase, newDatabaseName } from "./migrated-database"

const insertAttempt = `
  insert into crypto_payment (id, provider_id, merchant_id, external_id)
  values ('cpay_1', 'pp_crypto_crypto', 'merchant-1', 'cart_1')`
const insertEvent = `
  insert into crypto_payment_event (id, crypto_payment_id, type, source, at)
  values ('cpayev_1', 'cpay_1', 'created', 'session', now())`

describe("the ledger's migrations", () => {
  let orm: Awaited<ReturnType<typeof emptyDatabase>>["orm"]
  let client: Client

  beforeEach(async () => {
    const name = newDatabaseName("ledger-migrations")
    const database = await emptyDatabase(name)
    orm = database.orm
    client = new Client({ connectionString: database.clientUrl })
    await client.connect()
    await orm.getMigrator().up()
  })

  afterEach(async () => {
    await orm.close()
    await client.end()
  })

  const rowsOf = async (query: string) => (await client.query(query)).rows

  const tables = async () =>
    (
      await client.query<{ table_name: string }>(
        "select table_name from information_schema.tables where table_schema = 'public' and table_name like 'crypto%' order by 1"
      )
    ).rows.map(({ table_name }) => table_name)

  it("make the tables, nothing more when run again, and can be taken back from a filled database", async () => {
    expect(await tables()).toEqual([
      "crypto_payment",
      "crypto_payment_event",
      "crypto_payment_outbox",
      "crypto_payment_refund",
      "crypto_payment_session",
      "crypto_payment_task",
      "crypto_refund_request",
      "crypto_unpaid_order",
      "crypto_webhook_health",
    ])
    await client.query(insertAttempt)
    await client.query(insertEvent)
    expect(await orm.getMigrator().up()).toEqual([])
    const states = "select state from crypto_payment"
    expect(await rowsOf(states)).toEqual([{ state: "creating" }])
    await orm.getMigrator().down({ to: 0 })
    expect(await tables()).toEqual([])
    await orm.getMigrator().up()
    expect(await rowsOf(states)).toEqual([])
    await client.query(insertAttempt)
  })

  it("make at most 12 indexes on a table, beside its primary key", async () => {
    expect(
      await rowsOf(
        `select tablename, count(*)::int as count from pg_indexes
          where schemaname = 'public' and indexname not like '%_pkey'
          group by tablename having count(*) > 12`
      )
    ).toEqual([])
  })

  it("refuse unknown states, reasons and flows, and a line in the timeline of no attempt", async () => {
    await expect(client.query(insertEvent)).rejects.toThrow(/foreign key/)
    await client.query(insertAttempt)
    for (const assignment of [
      "state = 'lost'",
      "attention_reason = 'because'",
      "flow = 'cash'",
      "state = null",
    ]) {
      await expect(
        client.query(`update crypto_payment set ${assignment}`)
      ).rejects.toThrow(/check constraint|not-null/)
    }
  })
})
