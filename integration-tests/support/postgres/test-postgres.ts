import { type RunningPostgres, startPostgres } from "."

let running: RunningPostgres | undefined

/** Starts the server that all specs of one Jest run share. */
export async function startTestPostgres(): Promise<void> {
  // Whoever sets DB_HOST brings a Postgres along.
  if (process.env.DB_HOST) return
  running = await startPostgres()
  Object.assign(process.env, running.environment, {
    TEST_POSTGRES_IS_OURS: "true",
  })
}

export async function stopTestPostgres(): Promise<void> {
  await running?.stop()
}
