import { readdirSync } from "node:fs"
import path from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { CustomDBMigrator } from "@medusajs/framework/utils"

const folder = path.resolve(
  __dirname,
  "../../src/modules/crypto-payment/migrations"
)

/** The ledger's migrations by name, oldest first; each makes a version of the ledger. */
export const ledgerVersions: readonly string[] = readdirSync(folder)
  .filter((name) => /^Migration\d{14}\.ts$/.test(name))
  .map((name) => path.parse(name).name)
  .sort()

/** The ledger's version that this code is written for. */
export const newestVersion = String(ledgerVersions.at(-1))

/** What runs the ledger's migrations, and takes them back. */
export type LedgerMigrator = ReturnType<MikroORM["getMigrator"]>

/** Lends a migrator, with connections of its own. */
export async function withMigrator<Result>(
  clientUrl: string,
  work: (migrator: LedgerMigrator) => Promise<Result>
): Promise<Result> {
  const orm = await MikroORM.init({
    clientUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    migrations: { path: folder, pathTs: folder, silent: true, snapshot: false },
    extensions: [CustomDBMigrator],
  })
  try {
    return await work(orm.getMigrator())
  } finally {
    await orm.close()
  }
}

/**
 * Brings a database to a version of the ledger, as `medusa db:migrate` does.
 *
 * @param to @default the newest
 * @returns the migrations that were run
 */
export async function migrateLedger(
  clientUrl: string,
  to = newestVersion
): Promise<string[]> {
  return await withMigrator(clientUrl, async (migrator) => {
    const pending = await migrator.getPendingMigrations()
    if (pending.length === 0) return []
    const ran = await migrator.up({ to })
    return ran.map(({ name }) => name)
  })
}
