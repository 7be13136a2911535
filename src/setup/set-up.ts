import fs from "node:fs"
import path from "node:path"

import { type Change, ProjectFolder } from "./project-folder"
import { setUpBackend } from "./set-up-backend"
import { setUpStorefront } from "./set-up-storefront"

/** Input and output of the command. */
export type Terminal = {
  print: (text: string) => void
  /** Whether to write the changes. */
  confirm: () => Promise<boolean>
}

export type SetUpResult =
  "nothing_found" | "nothing_to_do" | "written" | "declined"

/**
 * Sets up a Medusa server, a storefront, or every package of a workspace. Prints
 * the changes and writes them after confirmation.
 *
 * @param version range of the plugin and the kit, for package.json
 */
export async function setUp(
  root: string,
  version: string,
  { print, confirm }: Terminal
): Promise<SetUpResult> {
  const found = findPackages(root).flatMap((folder) => {
    const changes =
      setUpBackend(folder, version) ?? setUpStorefront(folder, version)
    return changes === null ? [] : [{ folder, changes }]
  })
  if (found.length === 0) {
    print(
      "No Medusa server (medusa-config.ts) and no Medusa Next.js starter found. Run this command in one of them, or in the root of the workspace.\n"
    )
    return "nothing_found"
  }
  const writes: (() => void)[] = []
  for (const { folder, changes } of found) {
    for (const change of changes) {
      const { file } = change
      print(describe(path.join(path.relative(root, folder.root), file), change))
      if (change.kind === "manual") continue
      writes.push(() => folder.write(file, change.after))
    }
  }
  if (writes.length === 0) {
    if (found.every(({ changes }) => changes.length === 0)) {
      print("Everything is already set up.\n")
    }
    return "nothing_to_do"
  }
  if (!(await confirm())) return "declined"
  for (const write of writes) write()
  print(
    `${writes.length} files written. Install the packages with your package manager, copy the new variables from .env.template to your environment, and run "npx medusa db:migrate" in the backend.\n`
  )
  return "written"
}

/** The packages of a workspace, its root included. */
function findPackages(root: string): ProjectFolder[] {
  const members = ["apps", "packages"].flatMap((name) => {
    const folder = path.join(root, name)
    if (!fs.existsSync(folder)) return []
    return fs.readdirSync(folder).map((member) => path.join(folder, member))
  })
  return [root, ...members]
    .filter((folder) => fs.existsSync(path.join(folder, "package.json")))
    .map((folder) => new ProjectFolder(folder))
}

function describe(name: string, change: Change): string {
  if (change.kind === "manual") {
    return `\n== ${name}: add this manually, because ${change.reason}\n\n${change.snippet}\n`
  }
  const note = change.before === null ? " (new)" : ""
  return `\n== ${name}${note}\n${formatDiff(change.before ?? "", change.after)}\n`
}

const CONTEXT_LINES = 3

/** The changed lines with their context. */
function formatDiff(before: string, after: string): string {
  const lines = diffLines(before.split("\n"), after.split("\n"))
  const shown = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some((line) => !line.startsWith(" "))
  )
  return lines
    .flatMap((line, index) => {
      if (shown[index]) return [line]
      return shown[index + 1] ? ["  …"] : []
    })
    .join("\n")
}

/**
 * All lines, each after its sign: " ", "+" or "-". By the longest common
 * subsequence: quadratic, for files of a few hundred lines.
 */
function diffLines(before: string[], after: string[]): string[] {
  const lengths = [...before, ""].map(() => [...after, ""].map(() => 0))
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i][j] =
        before[i] === after[j]
          ? lengths[i + 1][j + 1] + 1
          : Math.max(lengths[i + 1][j], lengths[i][j + 1])
    }
  }
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (before[i] === after[j]) {
      lines.push(`  ${before[i++]}`)
      j++
    } else if (
      j === after.length ||
      (i < before.length && lengths[i + 1][j] >= lengths[i][j + 1])
    ) {
      lines.push(`- ${before[i++]}`)
    } else {
      lines.push(`+ ${after[j++]}`)
    }
  }
  return lines
}
