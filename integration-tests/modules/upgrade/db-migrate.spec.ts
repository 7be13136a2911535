import { ledgerVersions, migrateLedger } from "../migrator"
import {
  createMigratedDatabase,
  dropDatabase,
  runDbMigrate,
} from "../../support/postgres/migrated-template"
import { ledgerAt } from "./fills"
import { LedgerDatabase } from "./ledger-database"
import { ledgerTables } from "./rows"

const [firstVersion] = ledgerVersions

it("`medusa db:migrate` by two instances at once upgrades a store once, and loses nothing", async () => {
  const name = `upgrade-store-${process.pid}`
  const url = await createMigratedDatabase(name)
  const database = await LedgerDatabase.connect(url)
  const migrations = (of: readonly string[]) =>
    `mikro_orm_migrations where name in (${of.map((each) => `'${each}'`).join(", ")})`
  await database.sql(`drop table ${ledgerTables.join(", ")}`)
  await database.sql(`delete from ${migrations(ledgerVersions)}`)
  await migrateLedger(url, firstVersion)
  await database.write(ledgerAt(firstVersion))
  await database.writeMany(10_000)
  await database.keep()

  const flags = ["--skip-links", "--skip-scripts"]
  await Promise.all([runDbMigrate(url, ...flags), runDbMigrate(url, ...flags)])

  expect(
    await database.sql(
      `select name from ${migrations(ledgerVersions)} order by name`
    )
  ).toEqual(ledgerVersions.map((name) => ({ name })))
  for (const table of await database.tables("before")) {
    expect(await database.changes(table, ["next_check_at"])).toEqual({
      lost: [],
      added: 0,
    })
  }
  await database.close()
  await dropDatabase(name)
})
