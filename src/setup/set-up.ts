import fs from "node:fs"
import path from "node:path"

import { lacksStorefrontUrl, removeFromBackend, setUpBackend } from "./backend"
import { type Change, ProjectFolder } from "./project-folder"
import {
  findStorefrontUrl,
  removeFromStorefront,
  setUpStorefront,
} from "./storefront"

export type Terminal = {
  print: (text: string) => void
  confirm: () => Promise<boolean>
  /** The answer to a question; null where nobody can be asked, or nothing was answered. */
  ask: (question: string) => Promise<string | null>
}

export type SetUpResult =
  "nothing_found" | "nothing_to_do" | "written" | "declined"

/** Sets up a Medusa server, a storefront, or every package of a workspace; `version` is a range of the plugin and the kit. */
export async function setUp(
  root: string,
  version: string,
  terminal: Terminal
): Promise<SetUpResult> {
  const folders = findPackages(root)
  const storefrontUrl = await nameStorefront(folders, terminal.ask)
  const found = findParts(
    folders,
    (folder) => setUpBackend(folder, version, storefrontUrl),
    (folder) => setUpStorefront(folder, version)
  )
  const migrate = found.some(({ part }) => part === "server")
    ? ` Then run "npx medusa db:migrate" in the server's folder.`
    : ""
  const result = await offer(root, found, terminal, {
    nothing: "Everything is already set up.",
    next: `Install the packages with your package manager, and copy the new variables from .env.template to your environment.${migrate}`,
  })
  if (result === "written" || result === "nothing_to_do") {
    terminal.print(missingPart(root, found))
  }
  return result
}

/** Takes all of it out again, in a Medusa server, a storefront, or every package of a workspace. */
export async function removeSetUp(
  root: string,
  terminal: Pick<Terminal, "print" | "confirm">
): Promise<SetUpResult> {
  const found = findParts(
    findPackages(root),
    removeFromBackend,
    removeFromStorefront
  )
  return offer(root, found, terminal, {
    nothing: "Nothing of it is set up.",
    next: "Remove the packages with your package manager, and the variables that begin with CRYPTO_ from your environment.",
  })
}

/** Shows the changes, and writes them after confirmation. */
async function offer(
  root: string,
  found: readonly Found[],
  { print, confirm }: Pick<Terminal, "print" | "confirm">,
  texts: { nothing: string; next: string }
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
      const name = path.join(path.relative(root, folder.root), file)
      print(describeChange(name, change))
      if (change.kind === "manual") continue
      writes.push(() => folder.write(file, change.after))
    }
  }
  if (writes.length === 0) {
    const isDone = found.every(({ changes }) => changes.length === 0)
    if (isDone) print(`${texts.nothing}\n`)
    return "nothing_to_do"
  }
  if (!(await confirm())) return "declined"
  for (const write of writes) write()
  print(`${writes.length} files written. ${texts.next}\n`)
  return "written"
}

type Found = {
  part: "server" | "storefront"
  folder: ProjectFolder
  changes: Change[]
}

function findParts(
  folders: readonly ProjectFolder[],
  ofServer: (folder: ProjectFolder) => Change[] | null,
  ofStorefront: (folder: ProjectFolder) => Change[] | null
): Found[] {
  return folders.flatMap((folder): Found[] => {
    const server = ofServer(folder)
    if (server) return [{ part: "server", folder, changes: server }]
    const changes = ofStorefront(folder)
    return changes ? [{ part: "storefront", folder, changes }] : []
  })
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

function workspaceAbove(folder: string): string | undefined {
  const above = path.dirname(folder)
  if (above === folder) return undefined
  return fs.existsSync(path.join(above, "pnpm-workspace.yaml"))
    ? above
    : workspaceAbove(above)
}

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

function describeChange(name: string, change: Change): string {
  if (change.kind === "manual") {
    return `\n== ${name}: ${change.todo} this manually, because ${change.reason}\n\n${change.snippet}\n`
  }
  const { before, after } = change
  if (after === null) return `\n== ${name} (deleted)\n`
  const note = before === null ? " (new)" : ""
  return `\n== ${name}${note}\n${formatDiff(before ?? "", after)}\n`
}

const CONTEXT_LINES = 3

function formatDiff(before: string, after: string): string {
  const lines = diffLines(linesOf(before), linesOf(after))
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

/** The last line ends with a line break, or there is none. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n")
}

/** All lines, each after its sign: " ", "+" or "-". Quadratic, for files of a few hundred lines. */
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
