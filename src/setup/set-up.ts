import fs from "node:fs"
import path from "node:path"

import { type Change, ProjectFolder } from "./project-folder"
import { removeFromBackend } from "./remove-backend"
import { lacksStorefrontUrl, setUpBackend } from "./set-up-backend"
import {
  findStorefrontUrl,
  removeFromStorefront,
  setUpStorefront,
} from "./set-up-storefront"
import { describeChange } from "./show-change"

/** Input and output of the command. */
export type Terminal = {
  print: (text: string) => void
  /** Whether to write the changes. */
  confirm: () => Promise<boolean>
  /** The answer to a question; null where nobody can be asked, or nothing was answered. */
  ask: (question: string) => Promise<string | null>
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
  { print, confirm, ask }: Terminal
): Promise<SetUpResult> {
  const folders = findPackages(root)
  const storefrontUrl = await nameStorefront(folders, ask)
  const found = folders.flatMap((folder): Found[] => {
    const ofServer = setUpBackend(folder, version, storefrontUrl)
    if (ofServer) return [{ part: "server", folder, changes: ofServer }]
    const changes = setUpStorefront(folder, version)
    return changes ? [{ part: "storefront", folder, changes }] : []
  })
  const result = await offer(root, found, { print, confirm })
  if (
    result === "nothing_to_do" &&
    found.every(({ changes }) => changes.length === 0)
  ) {
    print("Everything is already set up.\n")
  }
  if (result === "written") {
    print(
      `Install the packages with your package manager, and copy the new variables from .env.template to your environment.${migrate(found)}\n`
    )
  }
  if (result === "written" || result === "nothing_to_do") {
    print(missingPart(root, found))
  }
  return result
}

/**
 * Takes all of it out again, in a Medusa server, a storefront, or every package of a workspace.
 * Prints the changes and writes them after confirmation.
 */
export async function removeSetUp(
  root: string,
  { print, confirm }: Pick<Terminal, "print" | "confirm">
): Promise<SetUpResult> {
  const found = findPackages(root).flatMap((folder): Found[] => {
    const ofServer = removeFromBackend(folder)
    if (ofServer) return [{ part: "server", folder, changes: ofServer }]
    const changes = removeFromStorefront(folder)
    return changes ? [{ part: "storefront", folder, changes }] : []
  })
  const result = await offer(root, found, { print, confirm })
  if (
    result === "nothing_to_do" &&
    found.every(({ changes }) => changes.length === 0)
  ) {
    print("Nothing of it is set up.\n")
  }
  if (result === "written") {
    print(
      "Remove the packages with your package manager, and the variables that begin with CRYPTO_ from your environment.\n"
    )
  }
  return result
}

/** Shows the changes, and writes them after confirmation. */
async function offer(
  root: string,
  found: readonly Found[],
  { print, confirm }: Pick<Terminal, "print" | "confirm">
): Promise<SetUpResult> {
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
      print(
        describeChange(
          path.join(path.relative(root, folder.root), file),
          change
        )
      )
      if (change.kind === "manual") continue
      writes.push(() => folder.write(file, change.after))
    }
  }
  if (writes.length === 0) return "nothing_to_do"
  if (!(await confirm())) return "declined"
  for (const write of writes) write()
  print(`${writes.length} files written. `)
  return "written"
}

type Found = {
  part: "server" | "storefront"
  folder: ProjectFolder
  changes: Change[]
}

function migrate(found: readonly Found[]): string {
  return found.some(({ part }) => part === "server")
    ? ` Then run "npx medusa db:migrate" in the server's folder.`
    : ""
}

/** The address for links to the storefront's pages, where a server does not name it yet. */
async function nameStorefront(
  folders: readonly ProjectFolder[],
  ask: Terminal["ask"]
): Promise<string | null> {
  for (const folder of folders) {
    const url = findStorefrontUrl(folder)
    if (url) return url
  }
  if (!folders.some(lacksStorefrontUrl)) return null
  const answer = await ask(
    "Address of the storefront, for the links that customers get (such as http://localhost:8000): "
  )
  if (!answer || !URL.canParse(answer)) return null
  const { protocol, href } = new URL(answer)
  return /^https?:$/.test(protocol) ? href.replace(/\/$/, "") : null
}

/** Which half of the job is left, and how to do it; nothing where both were found. */
function missingPart(root: string, found: readonly Found[]): string {
  const parts = new Set(found.map(({ part }) => part))
  if (parts.size > 1) return ""
  const [here, other] = parts.has("server")
    ? ["Medusa server", "storefront"]
    : ["storefront", "Medusa server"]
  const workspace = workspaceAbove(root)
  const call = workspace
    ? ` For the whole workspace, run in ${workspace}: pnpm -C ${path.relative(workspace, root)} exec medusa-payment-crypto setup ${path.relative(root, workspace)}`
    : ` Run this command in its folder, too.`
  return `This is the ${here}; no ${other} was found here.${call}\n`
}

/** The root of the pnpm workspace that a folder lies in, if any. */
function workspaceAbove(folder: string): string | undefined {
  const above = path.dirname(folder)
  if (above === folder) return undefined
  return fs.existsSync(path.join(above, "pnpm-workspace.yaml"))
    ? above
    : workspaceAbove(above)
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
