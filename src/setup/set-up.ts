import fs from "node:fs"
import path from "node:path"

import {
  lacksStorefrontUrl,
  readServer,
  removeFromBackend,
  type Server,
  setUpBackend,
} from "./backend"
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

/** "unfinished" leaves pieces to a person. */
export type SetUpResult =
  "nothing_found" | "nothing_to_do" | "written" | "declined" | "unfinished"

/** Sets up a Medusa server, a storefront, or every package of a workspace; `version` is a range of the plugin and the kit. */
export async function setUp(
  root: string,
  version: string,
  terminal: Terminal
): Promise<SetUpResult> {
  const packages = findPackages(root)
  const storefrontUrl = await nameStorefront(packages, terminal.ask)
  const found = findParts(
    packages,
    (server) => setUpBackend(server, version, storefrontUrl),
    (folder) => setUpStorefront(folder, version)
  )
  const migrate = found.some(({ part }) => part === "server")
    ? ` Then run "npx medusa db:migrate" in the server's folder.`
    : ""
  const result = await offer(root, found, terminal, {
    nothing: "Everything is already set up.",
    next: `Install the packages with your package manager, and copy the new variables from .env.template to your environment.${migrate}`,
  })
  if (result !== "nothing_found" && result !== "declined") {
    terminal.print(missingPart(root, found))
    if (storefrontUrl === null && lacksUrl(packages)) terminal.print(NO_URL)
  }
  return result
}

const NO_URL = `Links to the storefront need its address: run this again with --storefront <url>.
`

const REGIONS = `First, in the admin under Settings → Regions, remove the providers of crypto from every region: a region that
still has one shows it to shoppers, and fails when they choose it. Then go through "Removing the plugin" in the guide.
`

/** Takes all of it out again, in a Medusa server, a storefront, or every package of a workspace. */
export async function removeSetUp(
  root: string,
  { print, confirm, ask }: Terminal
): Promise<SetUpResult> {
  const found = findParts(
    findPackages(root),
    removeFromBackend,
    removeFromStorefront
  )
  if (found.some(({ changes }) => changes.length > 0)) print(REGIONS)
  const confirmRegions = async () => {
    const answer = await ask("\nIs crypto out of every region? [y/N] ")
    if (/^y(es)?$/i.test(answer ?? "")) return confirm()
    print(
      "\nNothing was written. Use --out-of-regions once no region has crypto.\n"
    )
    return false
  }
  const terminal = { print, confirm: confirmRegions }
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
  const isLeft = found.some(({ changes }) =>
    changes.some(({ kind }) => kind === "manual")
  )
  if (writes.length === 0) {
    if (isLeft) return "unfinished"
    print(`${texts.nothing}\n`)
    return "nothing_to_do"
  }
  if (!(await confirm())) return "declined"
  for (const write of writes) write()
  const files = writes.length === 1 ? "1 file" : `${writes.length} files`
  print(`${files} written. ${texts.next}\n`)
  return isLeft ? "unfinished" : "written"
}

type Found = {
  part: "server" | "storefront"
  folder: ProjectFolder
  changes: Change[]
}

type Package = { folder: ProjectFolder; server: Server | null }

function findParts(
  packages: readonly Package[],
  ofServer: (server: Server) => Change[],
  ofStorefront: (folder: ProjectFolder) => Change[] | null
): Found[] {
  return packages.flatMap(({ folder, server }): Found[] => {
    if (server) return [{ part: "server", folder, changes: ofServer(server) }]
    const changes = ofStorefront(folder)
    return changes ? [{ part: "storefront", folder, changes }] : []
  })
}

const lacksUrl = (packages: readonly Package[]) =>
  packages.some(({ server }) => server && lacksStorefrontUrl(server))

/** The address for links to the storefront's pages, where a server does not name it yet. */
async function nameStorefront(
  packages: readonly Package[],
  ask: Terminal["ask"]
): Promise<string | null> {
  for (const { folder } of packages) {
    const url = findStorefrontUrl(folder)
    if (url) return url
  }
  if (!lacksUrl(packages)) return null
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
  const above = path.join(root, "../..")
  const call = fs.existsSync(path.join(above, "pnpm-workspace.yaml"))
    ? `For the whole workspace, run in ${above}: pnpm -C ${path.relative(above, root)} exec medusa-payment-crypto setup ../..`
    : "Run this command in its folder, too."
  return `This is the ${here}; no ${other} was found here. ${call}\n`
}

function findPackages(root: string): Package[] {
  const members = ["apps", "packages"].flatMap((name) => {
    const folder = path.join(root, name)
    if (!fs.existsSync(folder)) return []
    return fs.readdirSync(folder).map((member) => path.join(folder, member))
  })
  return [root, ...members]
    .filter((folder) => fs.existsSync(path.join(folder, "package.json")))
    .map((folder) => new ProjectFolder(folder))
    .map((folder) => ({ folder, server: readServer(folder) }))
}

function describeChange(name: string, change: Change): string {
  if (change.kind === "manual") {
    return `\n== ${name}: ${change.todo} this manually, because ${change.reason}\n\n${change.snippet}\n`
  }
  const { before, after } = change
  if (after === null) return `\n== ${name} (deleted)\n`
  const note = before === null ? " (new)" : ""
  const lines = diffLines(linesOf(before ?? ""), linesOf(after))
  return `\n== ${name}${note}\n${lines.join("\n")}\n`
}

/** The last line ends with a line break, or there is none. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n")
}

const CONTEXT_LINES = 3

/** Lines after their signs: the longest part in common, shortened, and those before and behind it. */
function diffLines(before: string[], after: string[]): string[] {
  let [length, i, j] = [0, 0, 0]
  for (const start of before.keys()) {
    const rest = before.slice(start)
    for (const other of after.keys()) {
      const end = rest.findIndex((line, at) => line !== after[other + at])
      const common = end < 0 ? rest.length : end
      if (common > length) [length, i, j] = [common, start, other]
    }
  }
  const common = before.slice(i, i + length).map((each) => `  ${each}`)
  const hidden = length - 2 * CONTEXT_LINES
  if (hidden > 0) common.splice(CONTEXT_LINES, hidden, "  …")
  if (length === 0) {
    const added = after.map((each) => `+ ${each}`)
    return [...before.map((each) => `- ${each}`), ...added]
  }
  return [
    ...diffLines(before.slice(0, i), after.slice(0, j)),
    ...common,
    ...diffLines(before.slice(i + length), after.slice(j + length)),
  ]
}
