import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

const backupSchema = "backup_of_public"

type Table = { name: string; columns: string }

/**
 * Copies every table of the database aside.
 *
 * @returns puts every table back as it was then, as a restored backup does:
 * whatever was learned since is gone.
 */
export async function backUpDatabase(
  container: MedusaContainer
): Promise<() => Promise<void>> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const tables = await listTables(db)
  await db.raw(`DROP SCHEMA IF EXISTS ${backupSchema} CASCADE`)
  await db.raw(`CREATE SCHEMA ${backupSchema}`)
  for (const { name, columns } of tables) {
    await db.raw(
      `CREATE TABLE ${backupSchema}."${name}" AS SELECT ${columns} FROM public."${name}"`
    )
  }
  return async () => {
    await db.transaction(async (transaction) => {
      // Foreign keys would ask for an order of tables; the copies keep them.
      await transaction.raw("SET LOCAL session_replication_role = replica")
      for (const { name, columns } of tables) {
        await transaction.raw(`DELETE FROM public."${name}"`)
        await transaction.raw(
          `INSERT INTO public."${name}" (${columns}) SELECT ${columns} FROM ${backupSchema}."${name}"`
        )
      }
    })
    await db.raw(`DROP SCHEMA ${backupSchema} CASCADE`)
  }
}

async function listTables(db: Knex): Promise<Table[]> {
  const { rows } = await db.raw<{ rows: Table[] }>(
    `SELECT t.table_name AS name,
            string_agg(quote_ident(c.column_name), ', ') AS columns
       FROM information_schema.tables t
       JOIN information_schema.columns c USING (table_schema, table_name)
      WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND c.is_generated = 'NEVER'
      GROUP BY t.table_name`
  )
  return rows
}
