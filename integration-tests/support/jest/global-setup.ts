import { startTestPostgres } from "../postgres/test-postgres"

/** Jest workers inherit the environment that is set here. */
export default async function globalSetup(): Promise<void> {
  process.env.MEDUSA_DISABLE_TELEMETRY = "true"
  process.env.LOG_LEVEL ??= "warn"
  await startTestPostgres()
}
