import fs from "node:fs"
import path from "node:path"

import type { Change } from "./change"
import { diffOf } from "./diff"
import { Folder } from "./folder"
import { isBackend, setUpBackend } from "./set-up-backend"
import { isStorefront, setUpStorefront } from "./set-up-storefront"

/** What the set-up has to do with the person who runs it. */
export type Dialog = {
  print: (text: string) => void
  /** Whether the changes may be written. */
  confirm: () => Promise<boolean>
}

export type SetUpResult =
  "nothing_found" | "nothing_to_do" | "written" | "declined"

/**
 * Sets up a store: its backend, its storefront, or all that lie in a workspace.
 * Shows what it would change, and writes it when that is confirmed.
 *
 * @param version of the package, for package.json
 */
export async function setUp(
  root: string,
  version: string,
  { print, confirm }: Dialog
): Promise<SetUpResult> {
  const parts = packagesIn(root).flatMap((folder) => {
    if (isBackend(folder)) {
      return [{ folder, changes: setUpBackend(folder, version) }]
    }
    if (isStorefront(folder)) {
      return [{ folder, changes: setUpStorefront(folder, version) }]
    }
    return []
  })
  if (parts.length === 0) {
    print(
      "Here is neither a Medusa server (medusa-config.ts) nor one of Medusa's Next.js starters. Run this in the folder of one, or in the root of the workspace.\n"
    )
    return "nothing_found"
  }
  const named = parts.flatMap(({ folder, changes }) =>
    changes.map((change) => ({
      folder,
      change,
      name: path.join(path.relative(root, folder.root), change.file),
    }))
  )
  for (const { name, change } of named) print(describe(name, change))
  const writes = named.filter(({ change }) => change.kind === "write")
  if (writes.length === 0) {
    if (named.length === 0) print("All is set up already.\n")
    return "nothing_to_do"
  }
  if (!(await confirm())) return "declined"
  for (const { folder, change } of writes) {
    if (change.kind === "write") folder.write(change.file, change.after)
  }
  print(
    `${writes.length} files written. Install with your package manager, copy the new variables from .env.template to your own environment, and run "npx medusa db:migrate" in the backend.\n`
  )
  return "written"
}

function describe(name: string, change: Change): string {
  if (change.kind === "by_hand") {
    return `\n== ${name}: please add this by hand, since ${change.reason}\n\n${change.piece}\n`
  }
  return change.before === null
    ? `\n== ${name} (new)\n${diffOf("", change.after)}\n`
    : `\n== ${name}\n${diffOf(change.before, change.after)}\n`
}

/** The folder itself, and in a workspace its packages. */
function packagesIn(root: string): Folder[] {
  const inside = ["apps", "packages"].flatMap((name) => {
    const folder = path.join(root, name)
    if (!fs.existsSync(folder)) return []
    return fs.readdirSync(folder).map((each) => path.join(folder, each))
  })
  return [root, ...inside]
    .filter((folder) => fs.existsSync(path.join(folder, "package.json")))
    .map((folder) => new Folder(folder))
}
