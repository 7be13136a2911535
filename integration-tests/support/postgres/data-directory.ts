import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { postgresProgram } from "./binaries"
import type { Identity } from "./run-as"

/** The only account of the throw-away server; it listens on loopback only. */
export const SUPERUSER = { name: "postgres", password: "postgres" } as const

/**
 * Makes `dataDir` a Postgres cluster owned by `identity`, unless it already
 * is one.
 */
export function prepareDataDirectory(
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
