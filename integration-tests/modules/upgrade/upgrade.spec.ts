import { readdirSync } from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import {
  ATTEMPT_STATES,
  ATTENTION_REASONS,
  failureReasons,
  TIMELINE_TYPES,
} from "../../../src/modules/crypto-payment"
import {
  ledgerVersions,
  migrateLedger,
  newestVersion,
  withMigrator,
} from "../migrator"
import { ensureDatabase } from "../../support/postgres"
import { fills, ledgerAt } from "./fills"
import { LedgerDatabase } from "./ledger-database"
import { ledgerTables, type Row } from "./rows"

const [firstVersion, ...laterVersions] = ledgerVersions

/** The first version that stopped looking at open attempts some day. */
const watchEnding = "Migration20261121120919"

/** Looks once more at what versions before it stopped looking at. */
const verifying = "Migration20261122180500"

/** Settled, and given no time to be verified by the version that settled it. */
const unverified =
  "state = 'settled' and verified_at is null and deleted_at is null"

let url: string
let database: LedgerDatabase

beforeEach(async () => {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  url = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/upgrade-${process.pid}-${Date.now()}`
  await ensureDatabase(url)
  database = await LedgerDatabase.connect(url)
})

afterEach(() => database.close())

/** A ledger as a version filled it, and as it was before an upgrade. */
async function fillAt(version: string, many = 0): Promise<void> {
  await migrateLedger(url, version)
  await database.write(ledgerAt(version))
  await database.writeMany(many)
  await database.keep()
}

/** Nothing is gone, other or new but when some attempts are looked at that were not. */
async function expectKept(): Promise<void> {
  for (const table of await database.tables("before")) {
    const except = table === "crypto_payment" ? ["next_check_at"] : []
    expect({ table, ...(await database.changes(table, except)) }).toEqual({
      table,
      lost: [],
      added: 0,
    })
  }
  const rescheduled = await database.sql(
    `select before.id from before.crypto_payment as before
       join crypto_payment as attempt using (id)
      where attempt.next_check_at is distinct from before.next_check_at
        and not (before.state = 'settled' and before.next_check_at is null)
        and before.id <> 'cpay_left_unknown'`
  )
  expect(rescheduled).toEqual([])
}

describe.each(ledgerVersions)("a ledger filled by %s", (version) => {
  it("is migrated without a loss, and not changed by migrating again", async () => {
    await fillAt(version, 10_000)
    expect(await migrateLedger(url)).toEqual(
      ledgerVersions.filter((each) => each > version)
    )
    await expectKept()
    for (const table of await database.tables("before")) {
      const before = await database.columns("before", table)
      const added = (await database.columns("public", table)).filter(
        (column) => !before.includes(column)
      )
      for (const column of added) {
        // Filled from the timeline; the spec of old rows says with what.
        if (column.endsWith("_crypto_amount")) continue
        // Computed from these; the spec of migrations says how.
        if (column === "crypto_rate" || column === "received_value") continue
        // Each refund before was of a price.
        if (table === "crypto_payment_refund" && column === "kind") continue
        // Each means "not yet" while it is null.
        expect(
          await database.sql(
            `select '${column}' as filled from ${table} where ${column} is not null limit 1`
          )
        ).toEqual([])
      }
    }

    await database.keep()
    const schema = await database.schema()
    expect(await migrateLedger(url)).toEqual([])
    expect(await database.schema()).toEqual(schema)
    for (const table of ledgerTables) {
      expect(await database.changes(table)).toEqual({ lost: [], added: 0 })
    }
  })

  it("can be taken back to that version and forward again, and keeps its rows", async () => {
    await fillAt(version)
    await migrateLedger(url)
    const schema = await database.schema()
    await withMigrator(url, async (migrator) => {
      for (const each of ledgerVersions) {
        if (each > version) await migrator.down()
      }
    })
    await expectKept()
    await migrateLedger(url)
    await expectKept()
    expect(await database.schema()).toEqual(schema)
  })

  it("can be written on by that version once it is migrated", async () => {
    await migrateLedger(url)
    await database.write(ledgerAt(version))
  })
})

it.each(ledgerVersions.filter((version) => version < verifying))(
  "settled attempts of the last 30 days are verified after an upgrade from %s, the newest first",
  async (version) => {
    await fillAt(version, 10_000)
    await migrateLedger(url)
    const left = await database.sql<{ days: number }>(
      `select extract(day from now() - settled_at)::int as days
         from crypto_payment where ${unverified} and next_check_at is null`
    )
    expect(left.length).toBeGreaterThan(1_000)
    expect(Math.min(...left.map(({ days }) => days))).toBe(30)
    const apart = await database.sql<{ seconds: number }>(
      `select extract(epoch from next_check_at - lag(next_check_at) over (order by settled_at desc, id))::int as seconds
         from crypto_payment where ${unverified} and next_check_at > now()
        order by settled_at desc, id offset 1`
    )
    expect(apart.length).toBeGreaterThan(2_000)
    expect(apart.filter(({ seconds }) => seconds !== 1)).toEqual([])
  }
)

it.each(
  ledgerVersions.filter(
    (version) => version < verifying && version >= watchEnding
  )
)(
  "an attempt that was left with an unknown status is due after an upgrade from %s",
  async (version) => {
    await fillAt(version)
    await migrateLedger(url)
    const due = await database.sql(
      "select id from crypto_payment where state = 'open' and next_check_at is not null and id in ('cpay_left_unknown', 'cpay_no_longer_watched')"
    )
    expect(due).toEqual([{ id: "cpay_left_unknown" }])
  }
)

describe("the ledger's versions", () => {
  it("each have a fill here", () => {
    expect(Object.keys(fills)).toEqual(ledgerVersions)
  })

  it("were filled with every value that the code knows", () => {
    const ledger = ledgerAt(newestVersion)
    const valuesOf = (rows: Row[], column: string) =>
      [...new Set(rows.map((row) => row[column]))].filter(Boolean).sort()
    const attempts = ledger.crypto_payment
    expect(valuesOf(attempts, "state")).toEqual([...ATTEMPT_STATES].sort())
    expect(valuesOf(attempts, "attention_reason")).toEqual(
      [...ATTENTION_REASONS].sort()
    )
    expect(
      valuesOf(ledger.crypto_webhook_health, "last_failure_reason")
    ).toEqual([...failureReasons].sort())
    expect(valuesOf(ledger.crypto_payment_event, "type")).toEqual(
      [...TIMELINE_TYPES].sort()
    )
    for (const table of ledgerTables) expect(ledger[table]).not.toEqual([])
  })

  it("are not taken for migrations of Medusa's own, which are written down by name in the same table", () => {
    const medusa = path.resolve(__dirname, "../../../node_modules/@medusajs")
    const taken = readdirSync(medusa, { recursive: true, encoding: "utf8" })
      .filter((file) => /\/migrations\/Migration\d+\.js$/.test(file))
      .map((file) => path.parse(file).name)
    expect(taken.length).toBeGreaterThan(50)
    expect(taken.filter((name) => ledgerVersions.includes(name))).toEqual([])
  })

  it("go from the newest to the first and back with all that the newest wrote", async () => {
    await fillAt(newestVersion)
    await withMigrator(url, async (migrator) => {
      for (const _ of laterVersions) await migrator.down()
    })
    expect(await database.tables("public")).toEqual([
      "crypto_payment",
      "crypto_payment_event",
    ])
    await migrateLedger(url)
    const attempts = await database.changes("crypto_payment", [
      // What the first version does not know.
      ...["success_url", "fail_url", "superseded_at", "verified_at"],
      ...["quoted_crypto_amount", "received_crypto_amount"],
      ...["crypto_rate", "received_value", "fee_payer"],
      ...["shortfall_accepted_at", "rest_of", "rest_id", "rest_amount"],
      "notice_id",
      "next_check_at",
      // An earlier version has no reason for an open attempt.
      ...["attention_reason", "attention_detail"],
    ])
    expect(attempts).toEqual({ lost: [], added: 0 })
    expect(await database.changes("crypto_payment_event")).toEqual({
      lost: [],
      added: 0,
    })
  })
})

describe("a migration", () => {
  const migrated = () =>
    database.sql<{ name: string }>(
      "select name from mikro_orm_migrations order by name"
    )

  /** Ends the connection that waits for a lock, once there is one. */
  async function endWaiting(): Promise<void> {
    for (let tries = 0; tries < 500; tries++) {
      const ended = await database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`
      )
      if (ended.length > 0) return
      await sleep(20)
    }
    throw new Error("Nothing waits for a lock.")
  }

  it("waits for what is being written, and is whole or not at all when it is killed", async () => {
    await fillAt(firstVersion, 10_000)
    const shop = await LedgerDatabase.connect(url)
    await shop.sql("begin")
    await shop.sql(
      "update crypto_payment set checks = checks + 1 where id = 'cpay_open'"
    )
    const migrating = migrateLedger(url)
    const failed = expect(migrating).rejects.toThrow()
    await endWaiting()
    await failed
    await shop.sql("rollback")
    await shop.close()

    expect(await migrated()).toEqual([{ name: firstVersion }])
    expect(await database.tables("public")).toEqual([
      "crypto_payment",
      "crypto_payment_event",
    ])
    expect(await migrateLedger(url)).toEqual(laterVersions)
    await expectKept()
  })

  it("that runs twice at once fails at most once, and leaves the newest ledger", async () => {
    await fillAt(firstVersion, 10_000)
    // Without the lock that `medusa db:migrate` takes.
    const runs = await Promise.allSettled([
      migrateLedger(url),
      migrateLedger(url),
    ])
    expect(runs.map(({ status }) => status)).toContain("fulfilled")
    expect(await migrateLedger(url)).toEqual([])
    const names = (await migrated()).map(({ name }) => name)
    expect([...new Set(names)]).toEqual(ledgerVersions)
    await expectKept()
  })
})
