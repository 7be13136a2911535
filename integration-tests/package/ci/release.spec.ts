import { execFileSync } from "node:child_process"
import fs from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import os from "node:os"
import path from "node:path"
import { cleanEnvironment } from "../../support/clean-environment"
import { runCommand } from "../../support/run-command"
import { write, writeJson } from "../fresh-application"

const repository = path.resolve(__dirname, "../../..")

const page = `# Title

<!-- unpublished -->

Build it yourself.

<!-- /unpublished -->

[Guide](docs/guide.md#reasons), [here](#title), [Medusa](https://medusajs.com)

<img src="shot.png"> ![List](docs/list.png)
`

let registry: Server
let folder: string

beforeAll(async () => {
  // A registry without packages.
  registry = createServer((_, answer) => {
    answer.writeHead(404, { "content-type": "application/json" })
    answer.end('{"error":"not found"}')
  })
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve))
})

afterAll(() => registry.close())

/** A repository of two packages. */
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "made-up-release-"))
  write(
    path.join(folder, "CHANGELOG.md"),
    `# Changelog\n\n## [1.2.3] - 2026-11-30\n\n- All of it.\n\n## [1.2.2] - 2026-11-29\n\n- Before.\n\n[1.2.3]: https://github.com/acme/crypto\n`
  )
  for (const [place, more] of [
    [".", { workspaces: ["kit"], files: ["built.txt"] }],
    ["kit", {}],
  ] as const) {
    write(path.join(folder, place, "README.md"), page)
    writeJson(path.join(folder, place, "package.json"), {
      name: `made-up-${place === "." ? "plugin" : place}`,
      version: "1.2.3",
      repository: { url: "git+https://github.com/acme/crypto.git" },
      scripts: { build: "echo built > built.txt", prepack: "exit 1" },
      devDependencies: { jest: "*" },
      ...more,
    })
  }
  for (const script of ["release.mjs", "own.mjs"]) {
    fs.cpSync(
      path.join(repository, "scripts", script),
      path.join(folder, "scripts", script)
    )
  }
  git("init", "--quiet")
  commit()
})

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

describe("scripts/release.mjs without --publish", () => {
  it("packs what a store needs of the commit, with links of the version, and leaves its folder alone", async () => {
    const output = await release("v1.2.3", "--notes", "notes.md")
    expect(output).toContain("made-up-kit 1.2.3 would be published as latest.")
    expect(output).toContain(
      "made-up-plugin 1.2.3 would be published as latest."
    )
    expect(read("notes.md")).toBe("- All of it.")
    expect(git("status", "--porcelain")).toBe("?? notes.md\n")

    const [, tarballs] = /See (.+)\n/.exec(output) ?? []
    execFileSync("tar", ["xf", "made-up-plugin-1.2.3.tgz"], { cwd: tarballs })
    const packed = path.join(tarballs, "package")
    expect(fs.readdirSync(packed).sort()).toEqual([
      "README.md",
      "built.txt",
      "package.json",
    ])
    expect(JSON.parse(read(path.join(packed, "package.json")))).toEqual({
      name: "made-up-plugin",
      version: "1.2.3",
      repository: { url: "git+https://github.com/acme/crypto.git" },
      files: ["built.txt"],
    })
    const raw = "https://raw.githubusercontent.com/acme/crypto/v1.2.3"
    expect(read(path.join(packed, "README.md"))).toBe(`# Title

[Guide](https://github.com/acme/crypto/blob/v1.2.3/docs/guide.md#reasons), [here](#title), [Medusa](https://medusajs.com)

<img src="${raw}/shot.png"> ![List](${raw}/docs/list.png)
`)
    execFileSync("tar", ["xf", "made-up-kit-1.2.3.tgz"], { cwd: tarballs })
    expect(read(path.join(packed, "README.md"))).toContain(
      `![List](${raw}/kit/docs/list.png)`
    )
    fs.rmSync(tarballs, { recursive: true })
  })

  it("says that the build failed, and leaves its folder alone", async () => {
    edit("package.json", /echo built/, "echo half > README.md; exit 3; echo")
    commit()
    await expect(release()).rejects.toThrow('Not released: "npm run build"')
    expect(git("status", "--porcelain")).toBe("")
  })

  it("gives a prerelease another tag than the one that everybody installs", async () => {
    for (const file of ["package.json", "kit/package.json", "CHANGELOG.md"]) {
      edit(file, /1\.2\.3/, "1.3.0-rc.1")
    }
    commit()
    const output = await release("v1.3.0-rc.1")
    expect(output).toContain(
      "made-up-plugin 1.3.0-rc.1 would be published as next."
    )
    fs.rmSync(/See (.+)\n/.exec(output)?.[1] ?? "", { recursive: true })
  })

  it.each<[string, () => void, string]>([
    ["another tag", () => {}, "The tag is v1.2.4, and the version 1.2.3."],
    [
      "a placeholder",
      () => edit("kit/package.json", /acme\/crypto/, "OWNER/NAME"),
      'kit/package.json names no repository: run "node scripts/own.mjs OWNER/NAME" with yours.',
    ],
    [
      "versions that differ",
      () => edit("kit/package.json", /1\.2\.3/, "1.2.2"),
      "kit/package.json has version 1.2.2, not 1.2.3.",
    ],
    [
      "a version without a date",
      () => edit("CHANGELOG.md", / - 2026-11-30/, ""),
      'CHANGELOG.md has no section "## [1.2.3] - YYYY-MM-DD" with a text.',
    ],
    [
      "a change that is not committed",
      () => edit("README.md", /Title/, "Other title"),
      "What is published is the last commit: commit your changes.",
    ],
  ])("refuses %s", async (what, change, message) => {
    change()
    if (!what.endsWith("not committed")) commit()
    const tag = what === "another tag" ? "v1.2.4" : "v1.2.3"
    const failure = await release(tag).catch(String)
    expect(failure.split("Not released:\n")[1]).toBe(message)
  })
})

async function release(...args: string[]): Promise<string> {
  const { port } = registry.address() as AddressInfo
  return await runCommand(
    process.execPath,
    [path.join(folder, "scripts/release.mjs"), ...args],
    {
      cwd: folder,
      env: cleanEnvironment({
        npm_config_registry: `http://127.0.0.1:${port}/`,
      }),
    }
  )
}

const read = (file: string) =>
  fs.readFileSync(path.resolve(folder, file), "utf8")

function edit(file: string, what: RegExp, by: string): void {
  write(path.join(folder, file), read(file).replace(what, by))
}

function commit(): void {
  git("add", "--all")
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.test"]
  git(...author, "commit", "--quiet", "--allow-empty", "--message", "Change")
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8" })
}
