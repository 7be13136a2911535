import { stopTestPostgres } from "./test-postgres"

export default async function globalTeardown(): Promise<void> {
  await stopTestPostgres()
}
