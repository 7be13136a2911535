import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { format, resolveConfig } from "prettier"
import { cleanEnvironment } from "../support/clean-environment"
import { Refused } from "../support/command"
import { runCommand } from "../support/run-command"

const repository = path.resolve(__dirname, "../..")

/**
 * Writes what a run showed into the table of a page (`--report FILE`) whose first column has this
 * head, in place of the row that begins with the same cell.
 * @throws Refused where the page has no such table
 */
export async function reportRow(
  file: string,
  head: string,
  cells: readonly (string | number)[]
): Promise<void> {
  const lines = readFileSync(file, "utf8").split("\n")
  const start = lines.findIndex((line) => firstCell(line) === head)
  if (start < 0) throw new Refused(`${file} has no table of "${head}".`)
  const after = lines.slice(start).findIndex((line) => !line.startsWith("|"))
  const end = after < 0 ? lines.length : start + after
  const row = `| ${cells.join(" | ")} |`
  const at = lines
    .slice(start, end)
    .findIndex((line) => firstCell(line) === firstCell(row))
  const isNew = at < 0
  lines.splice(isNew ? end : start + at, isNew ? 0 : 1, row)
  const options = await resolveConfig(file)
  const written = await format(lines.join("\n"), { ...options, filepath: file })
  writeFileSync(file, written)
}

function firstCell(line: string): string | undefined {
  return line.startsWith("|") ? line.split("|")[1].trim() : undefined
}

/** Of what is in the folder; a `+` says that it is not committed. */
export async function currentCommit(): Promise<string> {
  const git = async (...args: string[]) =>
    await runCommand("git", args, { cwd: repository, env: cleanEnvironment() })
  const commit = (await git("rev-parse", "--short", "HEAD")).trim()
  const changes = await git(
    "status",
    "--porcelain",
    "--",
    "src",
    "package.json"
  )
  return changes.trim() === "" ? commit : `${commit}+`
}

/** Of today, by UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
