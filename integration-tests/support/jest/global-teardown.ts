import { stopTestPostgres } from "../postgres/test-postgres"

export default async function globalTeardown(): Promise<void> {
  await stopTestPostgres()
}
