import { type ChildProcess, spawn } from "node:child_process"
import fs from "node:fs"
import { Socket } from "node:net"
import os from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { postgresProgram, usablePostgresFolder } from "./binaries"
import { SUPERUSER, prepareDataDirectory } from "./data-directory"
import { freePort } from "./free-port"
import { postgresIdentity } from "./run-as"

export type PostgresOptions = {
  /**
   * TCP port on the loopback interface.
   * @default a free one
   */
  port?: number
  /**
   * Where the data lives; kept after the end.
   * @default a temporary folder, removed at the end
   */
  dataDir?: string
}

export type RunningPostgres = {
  /** Process id of the server itself. */
  pid: number
  port: number
  dataDir: string
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
export async function startPostgres(
  options: PostgresOptions = {}
): Promise<RunningPostgres> {
  const identity = postgresIdentity()
  const folder = usablePostgresFolder(identity)
  const dataDir =
    options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), "postgres-data-"))
  prepareDataDirectory(folder, dataDir, identity)
  const port = options.port ?? (await freePort())

  const keeper = spawn(
    process.execPath,
    [
      path.join(__dirname, "keeper.js"),
      JSON.stringify({
        command: postgresProgram(folder, "postgres"),
        args: ["-D", dataDir, "-p", String(port), ...serverSettings()],
        identity,
        removeOnExit: options.dataDir ? undefined : dataDir,
      }),
    ],
    {
      // Its own process group: Ctrl-C must not take the database away from
      // programs that are still shutting down.
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
      // Nothing of ours (debugger, loaders) belongs into the keeper.
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    }
  )
  const pid = await serverPid(keeper.stdout, dataDir)
  letGo(keeper)

  return {
    pid,
    port,
    dataDir,
    url: (database) =>
      `postgres://${SUPERUSER.name}:${SUPERUSER.password}@localhost:${port}/${database}`,
    environment: {
      // The word, not the address: Medusa's test runner asks for TLS else.
      DB_HOST: "localhost",
      DB_PORT: String(port),
      DB_USERNAME: SUPERUSER.name,
      DB_PASSWORD: SUPERUSER.password,
    },
    stop: () => stopKeeper(keeper),
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

async function serverPid(
  keeperOutput: Readable,
  dataDir: string
): Promise<number> {
  for await (const line of createInterface({ input: keeperOutput })) {
    const answer: { pid?: number; failure?: string } = JSON.parse(line)
    if (answer.pid !== undefined) return answer.pid
    throw new Error(`Postgres did not start on ${dataDir}: ${answer.failure}`)
  }
  throw new Error(`Postgres did not start on ${dataDir}: its keeper ended.`)
}

function letGo(keeper: ChildProcess): void {
  keeper.unref()
  unrefStream(keeper.stdin)
  unrefStream(keeper.stdout)
}

function unrefStream(stream: Readable | Writable | null): void {
  if (stream instanceof Socket) stream.unref()
}

function stopKeeper(keeper: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (keeper.exitCode !== null || keeper.signalCode !== null) return resolve()
    keeper.ref()
    keeper.once("exit", () => resolve())
    keeper.stdin?.end()
  })
}
