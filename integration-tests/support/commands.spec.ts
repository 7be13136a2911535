import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { benchCommand } from "../bench/command-line"
import { chaosCommand } from "../chaos/command-line"
import { demoCommand } from "../demo/command-line"
import { cleanEnvironment } from "./clean-environment"
import { defineCommand } from "./command"

const repository = path.resolve(__dirname, "../..")
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(repository, "package.json"), "utf8")
)

/** The scripts that run tools of others, which have a help of their own. */
const TOOLS = [
  "build",
  "prepack",
  "typecheck",
  "lint",
  "format",
  "test",
  "test:all",
  "test:unit",
  "test:integration",
  "test:checks",
  "test:browser",
  "test:package",
  "test:starters",
]

const commands = Object.keys(scripts).filter((name) => !TOOLS.includes(name))

describe("each command of package.json", () => {
  // Everything that a command starts writes here.
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "commands-"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it.each(commands)(
    "%s prints help for --help and starts nothing",
    async (name) => {
      const { code, stdout, stderr } = await run(name, "--help")
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(stdout).toMatch(/^Usage: (npm run|medusa-payment-crypto)[\w :-]+/)
      expect(stdout).toMatch(/^ +--help +show this text$/m)
      expect(readdirSync(folder)).toEqual([])
    }
  )

  it.each(commands)(
    "%s refuses an unknown flag and starts nothing",
    async (name) => {
      const { code, stdout, stderr } = await run(name, "--no-such-flag")
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
      expect(stderr).toMatch(/^Unknown option '--no-such-flag'.*\n\nUsage: /)
      expect(readdirSync(folder)).toEqual([])
    }
  )

  /** As npm runs it. */
  async function run(name: string, flag: string) {
    const child = spawn("sh", ["-c", `${scripts[name]} ${flag}`], {
      cwd: repository,
      env: cleanEnvironment({
        PATH: `${repository}/node_modules/.bin:${process.env.PATH}`,
        TMPDIR: folder,
      }),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    })
    const output = { stdout: "", stderr: "" }
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (text: string) => {
        output[stream] += text
      })
    }
    const [code] = await once(child, "close")
    return { code, ...output }
  }
})

describe("wrong values", () => {
  it.each([
    [demoCommand, ["--place-order", "never"], /^--place-order must be one of/],
    [demoCommand, ["later"], /^Unexpected argument 'later'/],
    [demoCommand, ["--check=yes"], /^Option '--check' does not take/],
    [benchCommand, ["exports"], /^There is no bench "exports"/],
    [benchCommand, ["--soak", "0"], /^--soak must be a number of minutes/],
    [benchCommand, ["--soak", "5", "opening"], /^--soak takes no names/],
    [benchCommand, ["--soak"], /^Option '--soak <value>' argument missing/],
    [chaosCommand, ["--carts", "many"], /^--carts must be a whole number/],
    [chaosCommand, ["--kinds", "none"], /^--kinds must be of/],
  ])("are refused: %#", ({ parse }, args, message) => {
    expect(() => parse(args)).toThrow(message)
  })
})

describe("right values", () => {
  it("are what the program gets", () => {
    expect(demoCommand.parse(["--check"])).toEqual({
      isCheck: true,
      isVerbose: false,
      placeOrder: "after_payment",
    })
    expect(benchCommand.parse(["opening", "soak"])).toMatchObject({
      names: ["opening", "soak"],
    })
    expect(benchCommand.parse(["--soak", "0.5"])).toEqual({
      names: ["soak"],
      soakMinutes: 0.5,
    })
  })

  it("of a command that is run are left to it", () => {
    const runner = defineCommand({
      name: "runner",
      about: "Runs a command.",
      options: {},
      operands: "command",
      results: "None.",
      choose: (_, operands) => operands,
    })
    expect(runner.parse(["ls", "--help"])).toEqual(["ls", "--help"])
    expect(runner.parse(["--", "ls", "--", "-l"])).toEqual(["ls", "--", "-l"])
    expect(runner.parse(["--help", "ls"])).toBe("help")
    expect(() => runner.parse(["-l", "ls"])).toThrow("Unknown option '-l'")
  })
})
