import { readdirSync } from "node:fs"
import path from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { CustomDBMigrator } from "@medusajs/framework/utils"
import { Client } from "pg"

import { ensureDatabase } from "../support/postgres"

const folder = path.resolve(
  __dirname,
  "../../src/modules/crypto-payment/migrations"
)

const insertAttempt = `
  insert into crypto_payment (id, provider_id, merchant_id, external_id)
  values ('cpay_1', 'pp_crypto_crypto', 'merchant-1', 'cart_1')`
const insertEvent = `
  insert into crypto_payment_event (id, crypto_payment_id, type, source, at)
  values ('cpayev_1', 'cpay_1', 'created', 'session', now())`

describe("the ledger's migrations", () => {
  let orm: MikroORM
  let client: Client

  beforeEach(async () => {
    const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
    const name = `ledger-migrations-${process.pid}-${Date.now()}`
    const clientUrl = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${name}`
    await ensureDatabase(clientUrl)
    client = new Client({ connectionString: clientUrl })
    await client.connect()
    orm = await MikroORM.init({
      clientUrl,
      entities: [],
      discovery: { warnWhenNoEntities: false },
      migrations: {
        path: folder,
        pathTs: folder,
        silent: true,
        snapshot: false,
      },
      extensions: [CustomDBMigrator],
    })
  })

  afterEach(async () => {
    await orm.close()
    await client.end()
  })

  const tables = async () =>
    (
      await client.query<{ table_name: string }>(
        "select table_name from information_schema.tables where table_schema = 'public' and table_name like 'crypto%' order by 1"
      )
    ).rows.map(({ table_name }) => table_name)

  it("make the tables, and nothing more when run again", async () => {
    const count = readdirSync(folder).filter((name) =>
      /^Migration\d+\.ts$/.test(name)
    ).length
    expect(await orm.getMigrator().up()).toHaveLength(count)
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
    const { rows } = await client.query("select state from crypto_payment")
    expect(rows).toEqual([{ state: "creating" }])
  })

  it("can be taken back from a filled database, and made again", async () => {
    await orm.getMigrator().up()
    await client.query(insertAttempt)
    await client.query(insertEvent)
    await orm.getMigrator().down({ to: 0 })
    expect(await tables()).toEqual([])
    await orm.getMigrator().up()
    const { rows } = await client.query("select id from crypto_payment")
    expect(rows).toEqual([])
    await client.query(insertAttempt)
  })

  it("make at most 12 indexes on a table, beside its primary key", async () => {
    await orm.getMigrator().up()
    const { rows } = await client.query(
      `select tablename, count(*)::int as count from pg_indexes
        where schemaname = 'public' and indexname not like '%_pkey'
        group by tablename having count(*) > 12`
    )
    expect(rows).toEqual([])
  })

  it("hold each merchant's ids apart, also against raw SQL", async () => {
    await orm.getMigrator().up()
    await client.query(insertAttempt)
    const again = insertAttempt.replace("cpay_1", "cpay_2")
    await expect(client.query(again)).rejects.toThrow(/unique/)
    await client.query(again.replace("merchant-1", "merchant-2"))
    await client.query("update crypto_payment set gateway_payment_id = 'g'")
    await expect(
      client.query(
        "update crypto_payment set merchant_id = 'm', external_id = id"
      )
    ).rejects.toThrow(/gateway_payment_id_merchant_id_unique/)
  })

  it.each([
    ["a state that does not exist", "state = 'lost'"],
    ["a reason that does not exist", "attention_reason = 'because'"],
    ["a flow that does not exist", "flow = 'cash'"],
    ["no state", "state = null"],
  ])("refuse %s", async (_what, assignment) => {
    await orm.getMigrator().up()
    await client.query(insertAttempt)
    await expect(
      client.query(`update crypto_payment set ${assignment}`)
    ).rejects.toThrow(/check constraint|not-null/)
  })

  it("refuse a line in the timeline of no attempt", async () => {
    await orm.getMigrator().up()
    await expect(client.query(insertEvent)).rejects.toThrow(/foreign key/)
  })
})
