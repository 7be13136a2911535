import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "../../../src/sandbox"
import { parseCommandLine } from "./command-line"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

async function conformance(...flags: string[]) {
  const main = join(__dirname, "main.ts")
  const child = spawn(
    process.execPath,
    ["-r", "ts-node/register", main, ...flags],
    { stdio: ["ignore", "pipe", "pipe"] }
  )
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = await once(child, "close")
  return { code, stdout, stderr }
}

const flags = (apiKey: string) => [
  "--base-url",
  sandbox.url,
  "--merchant-id",
  sandbox.merchantId,
  "--api-key",
  apiKey,
]

describe("npm run conformance", () => {
  it("prints a line per case and ends with 0 when the contract is kept", async () => {
    const { code, stdout } = await conformance(...flags(sandbox.apiKey))
    expect(code).toBe(0)
    expect(stdout).toContain(
      "pass  section 5  a wrong API key is refused with 401\n"
    )
    expect(stdout).toMatch(/^skip .*\(needs --private-key\)$/m)
    expect(stdout).toMatch(/^observed: yes /m)
    expect(stdout).toMatch(/\n\d+ passed, 0 failed, \d+ skipped\n$/)
    expect(stdout).not.toContain(sandbox.apiKey)
  })

  it("ends with 1 when a case fails, and says why", async () => {
    const { code, stdout } = await conformance(...flags("wrong-key"))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL .*expected a success, got status 401/m)
  })

  it("ends with 2 and the help without an address", async () => {
    const { code, stderr } = await conformance("--merchant-id", "m")
    expect(code).toBe(2)
    expect(stderr).toMatch(/^--base-url is missing\n\nUsage: /)
  })
})

describe("its flags", () => {
  const pay = async () => undefined
  const some = ["--base-url", "https://g.example", "--merchant-id", "m"]

  it.each([
    [["--api-key", "k", "--base-ulr", "x"], /--base-ulr/],
    [[], /--api-key is missing/],
    [["--private-key", "/no/such/file"], /no such file/],
    [["--api-key", "k", "--callback-url", "https://s.example"], /--listen/],
    [
      [
        "--api-key",
        "k",
        "--callback-url",
        "https://s.example",
        "--listen",
        "1",
      ],
      /--webhook-secret is missing/,
    ],
  ])("%j are refused", (others, message) => {
    expect(() => parseCommandLine([...some, ...others], pay)).toThrow(message)
  })

  it("--help asks for help", () => {
    expect(parseCommandLine(["--help"], pay)).toBe("help")
  })
})
