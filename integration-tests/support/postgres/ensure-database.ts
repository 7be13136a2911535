import { Client } from "pg"

const ALREADY_EXISTS = "42P04"

/**
 * Creates the database that the connection string names, unless it exists.
 * (`medusa db:create` only reads a .env file, `db:migrate` creates nothing.)
 */
export async function ensureDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = "/postgres"
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
    if (error.code !== ALREADY_EXISTS) throw error
  } finally {
    await client.end()
  }
}
