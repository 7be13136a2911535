import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const repository = path.resolve(__dirname, "../../..")
const files = [".ci", ".github/workflows", "scripts"].flatMap((folder) =>
  fs
    .readdirSync(path.join(repository, folder))
    .map((name) => `${folder}/${name}`)
)

describe("the files of CI, and the scripts", () => {
  it.each(files)("%s runs only scripts that package.json has", (file) => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      fs.readFileSync(path.join(repository, "package.json"), "utf8")
    )
    const named = [
      ...fs
        .readFileSync(path.join(repository, file), "utf8")
        .matchAll(/\bnpm run ([\w:-]+)/g),
    ].map(([, name]) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe("the workflows", () => {
  it.each(files.filter((file) => file.endsWith(".yml")))(
    "take actions by their commit, in %s",
    (file) => {
      const text = fs.readFileSync(path.join(repository, file), "utf8")
      const used = [...text.matchAll(/\buses: (.+)/g)].map(([, what]) => what)
      expect(used.length).toBeGreaterThan(0)
      expect(
        used.filter(
          (what) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what)
        )
      ).toEqual([])
    }
  )
})

/** A fault here would let every other test fail unseen. */
describe("scripts/steps.sh", () => {
  it.each([
    ["12 passed, 0 failed, 0 skipped", 0, 0, "12 passed, 0 failed, 0 skipped"],
    ["12 passed, 2 failed, 0 skipped", 0, 1, "12 passed, 2 failed, 0 skipped"],
    ["12 passed, 0 failed, 0 skipped", 1, 1, "12 passed, 1 failed, 0 skipped"],
    ["12 passed, 0 failed, 4 skipped", 0, 1, "12 passed, 1 failed, 4 skipped"],
    ["0 passed, 0 failed, 0 skipped", 0, 1, "0 passed, 1 failed, 0 skipped"],
    ["all is well", 0, 1, "0 passed, 1 failed, 0 skipped"],
  ])("has for '%s' with code %i the status %i", (count, code, status, last) => {
    const script = `set -uo pipefail; source scripts/steps.sh; tests it bash -c 'echo "${count}"; exit ${code}'; summary`
    const ran = spawnSync("bash", ["-c", script], {
      cwd: repository,
      encoding: "utf8",
    })
    expect(ran.status).toBe(status)
    expect(ran.stdout.trim().split("\n").at(-1)).toBe(last)
  })
})

describe("scripts/twice.mjs", () => {
  it.each([
    ["passes when it runs again, alone", 0, 0, "flaky: a.spec.ts"],
    ["fails again", 1, 1, "== once more, alone: a.spec.ts"],
  ])("has a file that %s", (_, failed, status, line) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ci-twice-"))
    const report = { passed: 10, failed: 1, skipped: 0 }
    const failedFiles = [{ ...report, path: "a.spec.ts" }]
    const program = `
      const alone = ${failed ? "1" : "process.argv.length > 2 ? 0 : 1"}
      require("node:fs").writeFileSync(process.env.TEST_REPORT, JSON.stringify(
        { ...${JSON.stringify({ ...report, failedFiles })}, failed: alone }))
      process.exit(alone)`
    const command = path.join(folder, "command.js")
    fs.writeFileSync(command, program)
    const ran = spawnSync(
      path.join(repository, "scripts/twice.mjs"),
      [process.execPath, command],
      { encoding: "utf8" }
    )
    fs.rmSync(folder, { recursive: true })
    expect(ran.status).toBe(status)
    expect(ran.stdout).toContain(line)
    expect(ran.stdout.trim().split("\n").at(-1)).toBe(
      `10 passed, ${failed} failed, 0 skipped`
    )
  })
})
