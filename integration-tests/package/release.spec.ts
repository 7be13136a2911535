import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import manifest from "../../package.json"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import { makePlainApplication } from "./fresh-application"
import { cloneWithoutBuild } from "./pack-package"
import { startPackedStore, testDatabaseUrl } from "./packed-store"
import { type Registry, startRegistry } from "./registry"
import { sellHosted } from "./try-store"

const { version } = manifest
const PLUGIN = "medusa-payment-crypto"
const NAMES = [`${PLUGIN}-storefront`, `${PLUGIN}-sandbox`, PLUGIN]

/** Where buyers come from, and go back to. */
const STOREFRONT = "http://localhost:8000"
/** The heading of the changelog's newest version. */
const NEWEST = /^## \[.+$/m

jest.setTimeout(15 * 60_000)

// Outside the repository, so that no package of it can be found.
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "released-"))
const clone = path.join(workFolder, "clone")
const application = path.join(workFolder, "application")

let registry: Registry

/** A repository that is somebody's, whose changelog has the version's date. */
beforeAll(async () => {
  cloneWithoutBuild(path.resolve(__dirname, "../.."), clone)
  edit("CHANGELOG.md", NEWEST, dated(version))
  git("init", "--quiet")
  // The packages are behind a link here, which .gitignore does not mean.
  fs.appendFileSync(path.join(clone, ".git/info/exclude"), "node_modules\n")
  await run(process.execPath, ["scripts/own.mjs", "acme/crypto"])
  commit()
  registry = await startRegistry(
    path.join(workFolder, "registry"),
    `${PLUGIN}*`
  )
})

afterAll(async () => {
  await registry?.stop()
  fs.rmSync(workFolder, { recursive: true, force: true })
})

describe("a release to a registry", () => {
  it("that ended half-way goes on, with the plugin as the last, and is then complete", async () => {
    const [, tarballs] = /See (.+)\n/.exec(await release()) ?? []
    const [kit] = NAMES
    await run("npm", ["publish", `${tarballs}/${kit}-${version}.tgz`])
    fs.rmSync(tarballs, { recursive: true })

    expect(outcomes(await release("--publish"))).toEqual([
      `${NAMES[0]} ${version} is there already.`,
      `${NAMES[1]} ${version} is published as latest.`,
      `${NAMES[2]} ${version} is published as latest.`,
    ])
    expect(outcomes(await release("--publish"))).toEqual(
      NAMES.map((name) => `${name} ${version} is there already.`)
    )
    expect(git("status", "--porcelain")).toBe("")
  })

  it("is installed in a fresh store, set up, and sells", async () => {
    await makePlainApplication(application)
    const here = { cwd: application, env: registry.env }
    const install = ["install", "--no-audit", "--no-fund"]
    await runCommand("npm", [...install, PLUGIN], here)
    await runCommand("npm", [...install, "-D", `${PLUGIN}-sandbox`], here)
    await runCommand(
      path.join(application, "node_modules/.bin", PLUGIN),
      ["setup", "--yes", "--storefront", STOREFRONT],
      { cwd: application, env: cleanEnvironment() }
    )
    const store = await startPackedStore(
      application,
      testDatabaseUrl("released_store"),
      {
        STORE_CORS: STOREFRONT,
        ADMIN_CORS: "http://localhost:9000",
        AUTH_CORS: "http://localhost:9000",
      }
    )
    const sold = store
      .drive()
      .then((driver) => sellHosted(driver, "released@example.test"))
    expect(await sold.finally(() => store.stop())).toMatch(/^order_/)
  })

  it("has manifests and pages without what only the repository has", () => {
    for (const name of [PLUGIN, `${PLUGIN}-sandbox`]) {
      const folder = path.join(application, "node_modules", name)
      const installed = fs.readFileSync(
        path.join(folder, "package.json"),
        "utf8"
      )
      expect(installed).not.toMatch(/"(workspaces|scripts|devDependencies)"/)
      expect(installed).not.toMatch(/OWNER|NAME/)
      const page = fs.readFileSync(path.join(folder, "README.md"), "utf8")
      const links = [...page.matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+)/g)]
      expect(page).toContain(
        `(https://github.com/acme/crypto/blob/v${version}/src/`
      )
      expect(
        links.map(([, to]) => to).filter((to) => !/^(https:|#)/.test(to))
      ).toEqual([])
      expect(page).not.toContain("unpublished")
    }
  })

  it("has pages whose links lead to what is in the package, or on the web", () => {
    const folder = path.join(application, "node_modules", PLUGIN)
    const pages = fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(md|txt)$/.test(file))
    expect(pages).toEqual(
      expect.arrayContaining(["llms.txt", "src/workflows/README.md"])
    )
    const nowhere = pages.flatMap((page) => {
      const text = fs.readFileSync(path.join(folder, page), "utf8")
      return [...text.matchAll(/\]\(([^)#\s]+)/g)]
        .map(([, to]) => to)
        .filter((to) => !/^(https|mailto):/.test(to))
        .filter((to) => !fs.existsSync(path.join(folder, page, "..", to)))
        .map((to) => `${page}: ${to}`)
    })
    expect(nowhere).toEqual([])
  })

  it("of a prerelease is not what everybody installs", async () => {
    const next = "99.0.0-rc.1"
    for (const folder of [".", "src/storefront", "src/sandbox"]) {
      const file = path.join(folder, "package.json")
      edit(file, /(?<="version": )".+"/, `"${next}"`)
    }
    edit("CHANGELOG.md", NEWEST, `${dated(next)}\n\nNews.\n\n$&`)
    commit()
    await release("--publish")
    const tags = await run("npm", ["view", PLUGIN, "dist-tags", "--json"])
    expect(JSON.parse(tags)).toEqual({ latest: version, next })
  })
})

function dated(released: string): string {
  return `## [${released}] - 2026-11-30`
}

async function release(...args: string[]): Promise<string> {
  return await run(process.execPath, ["scripts/release.mjs", ...args])
}

/** What a release says that it did with each package. */
function outcomes(output: string): string[] {
  return output
    .split("\n")
    .filter((line) => /^medusa-payment-crypto\S* \S+ is /.test(line))
}

/** In the clone; what npm reads and publishes is on the registry. */
async function run(command: string, args: string[]): Promise<string> {
  const env = registry?.env ?? cleanEnvironment()
  return await runCommand(command, args, { cwd: clone, env })
}

function edit(file: string, what: RegExp, by: string): void {
  const target = path.join(clone, file)
  const text = fs.readFileSync(target, "utf8")
  fs.writeFileSync(target, text.replace(what, by))
}

function commit(): void {
  git("add", "--all")
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.test"]
  git(...author, "commit", "--quiet", "--message", "Change")
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: clone, encoding: "utf8" })
}
