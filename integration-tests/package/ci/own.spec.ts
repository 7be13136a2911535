import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import manifest from "../../../package.json"

const repository = path.resolve(__dirname, "../../..")
/** OWNER/NAME until the script has run here. */
const [, place, owner] =
  /github\.com\/(([^/]+)\/.+)\.git$/.exec(manifest.repository.url) ?? []
/** Where it stands; what is left out only speaks of it. */
const search = [
  "grep",
  "--untracked",
  "--files-with-matches",
  "-e",
  `github.com/${place}`,
  "-e",
  `@${owner}$`,
  "--",
  ":!integration-tests",
  ":!scripts",
]

describe("scripts/own.mjs", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "owned-"))
  const files = lines(
    execFileSync("git", search, { cwd: repository, encoding: "utf8" })
  )
  const own = (place: string) =>
    lines(
      execFileSync(
        process.execPath,
        [path.join(folder, "scripts/own.mjs"), place],
        { encoding: "utf8" }
      )
    )
  const texts = () =>
    files.map((file) => fs.readFileSync(path.join(folder, file), "utf8"))

  beforeAll(() => {
    for (const file of [...files, "scripts/own.mjs"]) {
      fs.cpSync(path.join(repository, file), path.join(folder, file))
    }
  })

  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  it("fills in each file with the placeholder, once", () => {
    expect(own("acme/crypto").sort()).toEqual(files)
    const filled = texts()
    expect(filled.filter((text) => text.includes(place))).toEqual([])
    expect(filled[files.indexOf(".github/CODEOWNERS")]).toBe("* @acme\n")
    expect(JSON.parse(filled[files.indexOf("package.json")])).toMatchObject({
      author: "acme",
      repository: { url: "git+https://github.com/acme/crypto.git" },
      homepage: "https://github.com/acme/crypto#readme",
      bugs: "https://github.com/acme/crypto/issues",
    })
    expect(filled[files.indexOf(".github/SECURITY.md")]).toContain(
      "(https://github.com/acme/crypto/security/advisories/new)"
    )

    expect(own("acme/crypto")).toEqual([])
    expect(texts()).toEqual(filled)
  })

  it("replaces another place, where a repository has moved", () => {
    own("acme/crypto")
    expect(own("other/payments").sort()).toEqual(files)
    expect(texts().filter((text) => text.includes("acme"))).toEqual([])
  })
})

function lines(text: string): string[] {
  return text.split("\n").filter(Boolean)
}
