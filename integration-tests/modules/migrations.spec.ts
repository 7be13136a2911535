import { readdirSync } from "node:fs"
import path from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { CustomDBMigrator } from "@medusajs/framework/utils"
import fc from "fast-check"
import { Client } from "pg"

import {
  type Attempt,
  ATTEMPT_STATES,
  currencyDigits,
  isPaidState,
  quotedRate,
  receivedValue,
} from "../../src/modules/crypto-payment"
import { formatDecimal } from "../../src/modules/crypto-payment/domain/decimal"
import { attemptRow } from "../../src/modules/crypto-payment/fixtures/attempt-row"

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
      "crypto_books_comparison",
      "crypto_gateway_health",
      "crypto_notice",
      "crypto_payment",
      "crypto_payment_event",
      "crypto_payment_outbox",
      "crypto_payment_refund",
      "crypto_payment_stale_total",
      "crypto_payment_task",
      "crypto_payment_total",
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

  it("go up one by one over a filled database, and back, and keep its rows", async () => {
    const migrator = orm.getMigrator()
    const pending = await migrator.getPendingMigrations()
    await migrator.up(pending[0]?.name)
    await client.query(insertAttempt)
    await client.query(insertEvent)
    for (const { name } of pending.slice(1)) await migrator.up(name)
    for (const _ of pending.slice(1)) await migrator.down()
    for (const { name } of pending.slice(1)) await migrator.up(name)
    const { rows } = await client.query(
      "select id, superseded_at from crypto_payment"
    )
    expect(rows).toEqual([{ id: "cpay_1", superseded_at: null }])
  })

  it("remove the reason of an unknown status, and keep its attempt and all others", async () => {
    const migrator = orm.getMigrator()
    await migrator.up()
    await client.query(insertAttempt)
    await client.query(
      "update crypto_payment set state = 'open', gateway_status = 'underpaid', attention_reason = 'unknown_status', attention_detail = 'It is.'"
    )
    await client.query(
      insertAttempt.replace("cpay_1", "cpay_2").replace("cart_1", "cart_2")
    )
    await client.query(
      "update crypto_payment set state = 'attention', attention_reason = 'unmatched' where id = 'cpay_2'"
    )
    const rows = async () =>
      (
        await client.query(
          "select id, state, gateway_status, attention_reason from crypto_payment order by id"
        )
      ).rows
    const before = await rows()

    await migrator.down({ to: "Migration20261122142407" })
    const unmatched = {
      id: "cpay_2",
      state: "attention",
      gateway_status: null,
      attention_reason: "unmatched",
    }
    expect(await rows()).toEqual([
      { ...before[0], attention_reason: null },
      unmatched,
    ])
    const assign = "update crypto_payment set attention_reason ="
    await expect(client.query(`${assign} 'unknown_status'`)).rejects.toThrow(
      /check constraint/
    )
    await migrator.up()
    await client.query(`${assign} 'unknown_status' where id = 'cpay_1'`)
    expect(await rows()).toEqual(before)
  })

  describe("quoted and received coins", () => {
    const reports = async (
      attempt: string,
      ...entries: [
        source: string,
        status: string,
        amount: string,
        currency?: string,
      ][]
    ) => {
      const migrator = orm.getMigrator()
      await migrator.up({ to: "Migration20261123125741" })
      await client.query(insertAttempt)
      await client.query(
        `update crypto_payment set crypto_currency = 'USDT', ${attempt}`
      )
      for (const [n, [source, status, amount, currency]] of entries.entries()) {
        await client.query(
          `insert into crypto_payment_event (id, crypto_payment_id, type, source, data, at)
           values ($1, 'cpay_1', 'observation', $2, $3, now() + $4 * interval '1 second')`,
          [`cpayev_${n}`, source, { status, amount, currency }, n]
        )
      }
      await migrator.up()
      const { rows } = await client.query(
        "select crypto_amount as named, quoted_crypto_amount as quoted, received_crypto_amount as received from crypto_payment"
      )
      return rows[0]
    }
    const paid =
      "crypto_amount = '20', paid_at = now(), gateway_status = 'confirmed', state = 'settled'"

    it("by the webhook and the read before it", async () => {
      expect(
        await reports(
          paid,
          ["poll", "pending", "21", "USDT"],
          ["return", "pending", "21.5", "USDT"],
          ["webhook", "confirmed", "20", "USDT"],
          ["admin", "confirmed", "22", "USDT"]
        )
      ).toEqual({ named: "20", quoted: "21.5", received: "20" })
    })

    it("not by a webhook that announced no money, nor in another coin", async () => {
      expect(
        await reports(
          paid,
          ["poll", "pending", "0.01", "ETH"],
          ["webhook", "expired", "19", "USDT"]
        )
      ).toEqual({ named: "20", quoted: null, received: null })
    })

    it.each(["created", "pending", "expired"])(
      "where nothing was paid, as what was quoted, with the status %s",
      async (status) => {
        expect(
          await reports(`crypto_amount = '20', gateway_status = '${status}'`)
        ).toEqual({ named: "20", quoted: "20", received: null })
      }
    )

    it("not where a webhook may have named the amount of an unpaid one", async () => {
      expect(
        await reports("crypto_amount = '20', gateway_status = 'expired'", [
          "webhook",
          "expired",
          "20",
        ])
      ).toEqual({ named: "20", quoted: null, received: null })
    })

    it("not for a paid one whose timeline was deleted", async () => {
      expect(await reports(paid)).toEqual({
        named: "20",
        quoted: null,
        received: null,
      })
    })
  })

  describe("the worth of coins", () => {
    const digits = fc.constantFrom(0, 2, 8, 18)
    const decimal = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), digits)
      .map(([units, places]) => formatDecimal(units, places))
    const coins = fc.oneof(
      decimal,
      fc.constantFrom(null, "0", "0.00", "1", "3", "21.53", "1e3", "-1", "")
    )
    const attempts = fc.array(
      fc.record({
        state: fc.constantFrom(...ATTEMPT_STATES),
        currency_code: fc.constantFrom("eur", "jpy", "kwd", "clf", null),
        price: fc.bigInt({ min: 1n, max: 10n ** 10n }),
        gateway_currency: fc.constantFrom("EUR", "JPY", "KWD", null),
        gateway_price: fc.option(fc.bigInt({ min: 1n, max: 10n ** 10n })),
        quoted_crypto_amount: coins,
        received_crypto_amount: coins,
      }),
      { minLength: 300, maxLength: 300 }
    )

    /** In the digits of its currency, as gateway and ledger write it. */
    const priceOf = (units: bigint | null, currency: string | null) =>
      units === null ? null : formatDecimal(units, digitsOf(currency))
    const digitsOf = (currency: string | null) =>
      currencyDigits(currency ?? "eur") ?? 2

    it("is the same for old rows as for new ones, to the last digit", async () => {
      const [rows] = fc.sample(attempts, { numRuns: 1, seed: 20261125 })
      const migrator = orm.getMigrator()
      await migrator.up({ to: "Migration20261124033227" })
      const written = rows.map(({ price, gateway_price, ...row }, n) =>
        attemptRow({
          ...row,
          id: `cpay_${n}`,
          external_id: `cart_${n}`,
          amount: priceOf(price, row.currency_code),
          gateway_amount: priceOf(gateway_price, row.gateway_currency),
        })
      )
      for (const row of written) {
        await client.query(
          `insert into crypto_payment
             (id, provider_id, merchant_id, external_id, state, amount, currency_code,
              gateway_amount, gateway_currency, quoted_crypto_amount, received_crypto_amount)
           values ($1, 'pp_crypto_crypto', 'merchant-1', $2, $3, $4, $5, $6, $7, $8, $9)`,
          [
            ...[row.id, row.external_id, row.state],
            ...[row.amount, row.currency_code],
            ...[row.gateway_amount, row.gateway_currency],
            ...[row.quoted_crypto_amount, row.received_crypto_amount],
          ]
        )
      }
      await migrator.up({ to: "Migration20261125073000" })
      const { rows: filled } = await client.query<
        Pick<Attempt, "id" | "crypto_rate" | "received_value">
      >("select id, crypto_rate, received_value from crypto_payment")
      const valueOf = (row: Attempt) => {
        const { id } = row
        const crypto_rate = isPaidState(row.state) ? quotedRate(row) : null
        const received_value = receivedValue({ ...row, crypto_rate })
        return { id, crypto_rate, received_value }
      }
      const byId = (one: { id: string }, other: { id: string }) =>
        one.id < other.id ? -1 : 1
      expect(filled.sort(byId)).toEqual(written.map(valueOf).sort(byId))
      const known = filled.filter(({ received_value }) => received_value)
      expect(known.length).toBeGreaterThan(50)
    })
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
    ).rejects.toThrow(/gateway_payment_id_unique/)
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
