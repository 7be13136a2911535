import { ensureDatabase, startPostgres } from "../postgres"
import type { Teardown } from "./teardown"

/** Starts a PostgreSQL with one empty database in it, and answers its address. */
export async function startDatabase(
  name: string,
  teardown: Teardown
): Promise<string> {
  const postgres = await startPostgres()
  teardown.add(() => postgres.stop())
  const url = postgres.url(name)
  await ensureDatabase(url)
  return url
}
