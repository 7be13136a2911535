import fs from "node:fs"
import path from "node:path"

import {
  findConfigFile,
  lacksStorefrontUrl,
  readServer,
  removeFromBackend,
  type Server,
  setUpBackend,
} from "./backend"
import { type Change, ProjectFolder } from "./project-folder"
import { changeStorefront, findStorefrontUrl, isStorefront } from "./storefront"

export type Terminal = {
  print: (text: string) => void
  /** Before the project's own code runs: its configuration, and what that imports. */
  confirmRun: () => Promise<boolean>
  confirm: () => Promise<boolean>
  /** The address for links to the storefront's pages; undefined where nobody answers. */
  askStorefront: () => Promise<string | undefined>
}

/** "unfinished" leaves pieces to a person. */
export type SetUpResult =
  "nothing_found" | "nothing_to_do" | "written" | "declined" | "unfinished"

/**
 * Sets up a Medusa server, a storefront, or every package of a workspace;
 * `version` is a range of the plugin and the kit.
 */
export async function setUp(
  root: string,
  version: string,
  given: Terminal
): Promise<SetUpResult> {
  const terminal = { ...given, print: printTo(given) }
  const parts = await findParts(root, terminal)
  if (!parts) return "declined"
  const lacksUrl = parts.some(
    ({ server }) => server && lacksStorefrontUrl(server)
  )
  const url =
    parts
      .map(({ folder }) => findStorefrontUrl(folder))
      .find((found) => found !== null) ??
    (lacksUrl ? checkUrl(await terminal.askStorefront()) : null)
  const change = ({ folder, server }: Part) =>
    server
      ? setUpBackend(server, version, url)
      : changeStorefront(folder, version)
  const migrate = parts.some(({ server }) => server)
    ? ` Then run "npx medusa db:migrate" in the server's folder.`
    : ""
  const result = await offer(root, parts, change, terminal, {
    nothing: "Everything is already set up.",
    next: `Install the packages with your package manager, copy the new variables from .env.template to your environment, and fill them in.${migrate}`,
  })
  if (result !== "nothing_found" && result !== "declined") {
    terminal.print(missingPart(root, parts))
    if (url === null && lacksUrl) terminal.print(NO_URL)
  }
  return result
}

function checkUrl(given: string | undefined): string | null {
  if (!given || !/^https?:/.test(given) || !URL.canParse(given)) return null
  const { origin, pathname, username, password } = new URL(given)
  // The pages are appended to it.
  if (/[?#]/.test(given) || username || password) return null
  return (origin + pathname).replace(/\/$/, "")
}

const NO_URL = `Links to the storefront need its address: run this again with --storefront <url>.
`

const REGIONS = `First, in the admin under Settings → Regions, remove the providers of crypto from every region: a region that
still has one shows it to shoppers, and fails when they choose it. Then go through "Removing the plugin" in the guide.
`

/** Takes all of it out again; without `isOutOfRegions` it only shows that. */
export async function removeSetUp(
  root: string,
  given: Omit<Terminal, "askStorefront">,
  isOutOfRegions: boolean
): Promise<SetUpResult> {
  const print = printTo(given)
  print(REGIONS)
  const parts = await findParts(root, { ...given, print })
  if (!parts) return "declined"
  const decline = () => {
    print(
      "\nNothing was written. Use --out-of-regions once no region has crypto.\n"
    )
    return Promise.resolve(false)
  }
  const change = ({ folder, server }: Part) =>
    server ? removeFromBackend(server) : changeStorefront(folder, null)
  const confirm = isOutOfRegions ? given.confirm : decline
  return offer(
    root,
    parts,
    change,
    { print, confirm },
    {
      nothing: "Nothing of it is set up.",
      next: `Run "npm install", or "pnpm install", which takes the packages out, and remove the variables that begin with CRYPTO_ from your environment.`,
    }
  )
}

/** Shows the changes, and writes them after confirmation. */
async function offer(
  root: string,
  parts: readonly Part[],
  change: (part: Part) => Change[],
  { print, confirm }: Pick<Terminal, "print" | "confirm">,
  texts: { nothing: string; next: string }
): Promise<SetUpResult> {
  if (parts.length === 0) {
    print(
      "No Medusa server (medusa-config.ts) and no Medusa Next.js starter found. Run this command in one of them, or in the root of the workspace.\n"
    )
    return "nothing_found"
  }
  const writes: (() => void)[] = []
  let isLeft = false
  for (const part of parts) {
    const { folder } = part
    for (const each of change(part)) {
      const name = path.join(path.relative(root, folder.root), each.file)
      print(describeChange(name, each))
      if (each.kind === "manual") isLeft = true
      else writes.push(() => folder.write(each.file, each.after))
    }
  }
  if (writes.length === 0) {
    if (isLeft) {
      print("\nNothing was written. Run this again afterwards, for the rest.\n")
      return "unfinished"
    }
    print(`${texts.nothing}\n`)
    return "nothing_to_do"
  }
  if (!(await confirm())) return "declined"
  for (const write of writes) write()
  const files = writes.length === 1 ? "1 file" : `${writes.length} files`
  print(`${files} written. ${texts.next}\n`)
  return isLeft ? "unfinished" : "written"
}

/** A server, or a storefront. */
type Part = { folder: ProjectFolder; server: Server | null }

/** What a file or a name in it holds reaches no terminal as a code. */
function printTo({ print }: Pick<Terminal, "print">) {
  return (text: string) =>
    print(text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "\uFFFD"))
}

/** null where the project's configurations may not be run. */
async function findParts(
  root: string,
  { print, confirmRun }: Pick<Terminal, "print" | "confirmRun">
): Promise<Part[] | null> {
  const folders = findFolders(root)
  const configs = folders.flatMap((folder) => {
    const file = findConfigFile(folder)
    return file ? [path.relative(root, path.join(folder.root, file))] : []
  })
  if (configs.length > 0) {
    const names = configs.map((name) => `  ${name}\n`).join("")
    print(`To see what Medusa loads, this runs:\n${names}`)
    if (!(await confirmRun())) return null
  }
  return folders
    .map((folder) => ({ folder, server: readServer(folder) }))
    .filter(({ folder, server }) => server ?? isStorefront(folder))
}

function findFolders(root: string): ProjectFolder[] {
  const members = ["apps", "packages"].flatMap((name) => {
    const folder = path.join(root, name)
    if (!fs.existsSync(folder)) return []
    return fs.readdirSync(folder).map((member) => path.join(folder, member))
  })
  return [root, ...members]
    .filter((folder) => fs.existsSync(path.join(folder, "package.json")))
    .map((folder) => new ProjectFolder(folder))
}

/** Which half of the job is left, and how to do it; nothing where both were found. */
function missingPart(root: string, parts: readonly Part[]): string {
  const servers = parts.filter(({ server }) => server).length
  if (servers > 0 && servers < parts.length) return ""
  const [here, other] =
    servers > 0
      ? ["Medusa server", "storefront"]
      : ["storefront", "Medusa server"]
  const above = path.join(root, "../..")
  const call = fs.existsSync(path.join(above, "pnpm-workspace.yaml"))
    ? `For the whole workspace, run in ${above}: pnpm -C ${path.relative(above, root)} exec medusa-payment-crypto setup ../..`
    : "Run this command in its folder, too."
  return `This is the ${here}; no ${other} was found here. ${call}\n`
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

/**
 * Lines after their signs: the longest part in common, shortened, and those before and behind it.
 */
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
