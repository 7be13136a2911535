import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { startKeptServer } from "../start-kept-server"
import { postgresProgram, usablePostgresFolder } from "./binaries"
import { SUPERUSER, prepareDataDirectory } from "./data-directory"
import { freePort } from "./free-port"
import { postgresIdentity } from "./run-as"

export type RunningPostgres = {
  /** Connection string of one of its databases. */
  url(database: string): string
  /** What Medusa's test runner reads to find the server. */
  environment: Record<
    "DB_HOST" | "DB_PORT" | "DB_USERNAME" | "DB_PASSWORD",
    string
  >
  /** Resolves once the server is gone and temporary data is removed. */
  stop(): Promise<void>
}

/**
 * Starts the embedded Postgres. It ends with `stop()`, and by itself when this
 * process ends in whatever way. It does not keep this process alive.
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const identity = postgresIdentity()
  const folder = usablePostgresFolder(identity)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "postgres-data-"))
  prepareDataDirectory(folder, dataDir, identity)
  const port = await freePort()

  const server = await startKeptServer({
    command: postgresProgram(folder, "postgres"),
    args: ["-D", dataDir, "-p", String(port), ...serverSettings()],
    identity,
    readyText: "database system is ready to accept connections",
    // The fast shutdown of Postgres: it does not wait for its clients.
    stopSignal: "SIGINT",
    removeOnExit: dataDir,
  })
  return {
    url: (database) =>
      `postgres://${SUPERUSER.name}:${SUPERUSER.password}@localhost:${port}/${database}`,
    environment: {
      // The word, not the address: Medusa's test runner asks for TLS else.
      DB_HOST: "localhost",
      DB_PORT: String(port),
      DB_USERNAME: SUPERUSER.name,
      DB_PASSWORD: SUPERUSER.password,
    },
    stop: () => server.stop(),
  }
}

/** Safe to lose at any moment, so nothing waits for the disk. */
function serverSettings(): string[] {
  const settings = {
    listen_addresses: "localhost",
    unix_socket_directories: "",
    max_connections: "300",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    timezone: "UTC",
  }
  return Object.entries(settings).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ])
}
