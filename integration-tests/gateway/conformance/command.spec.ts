import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "../../../src/sandbox"
import { conformanceCommand } from "../../../src/conformance/command-line"

let sandbox: Sandbox
let output: string
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  output = await mkdtemp(join(tmpdir(), "conformance-"))
})
afterEach(() => rm(output, { recursive: true }))

async function conformance(...flags: string[]) {
  const main = join(__dirname, "../../../src/conformance/main.ts")
  const child = spawn(
    process.execPath,
    ["-r", require.resolve("../../../.build/typescript.js"), main, ...flags],
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
  "--output",
  output,
]

describe("npm run conformance", () => {
  it("prints a table, writes a report and ends with 0 when the contract is kept", async () => {
    const { code, stdout } = await conformance(...flags(sandbox.apiKey))
    expect(code).toBe(0)
    const [head, ...lines] = stdout.split("\n")
    expect(head).toMatch(/^ +section +case +contract +published +seen$/)
    const cells = lines.map((line) => line.split(/ {2,}/))
    expect(cells).toContainEqual([
      ...["ok", "5", "a wrong API key", "401"],
      ...["401 INVALID_CREDENTIALS", "401 INVALID_CREDENTIALS"],
    ])
    expect(stdout).toMatch(/^skipped .* needs --private-key$/m)
    expect(stdout).toMatch(
      /\n\d+ passed, 0 differ from what is published, 0 failed, \d+ skipped\n/
    )

    const written = ["report.json", "junit.xml", "table.txt"]
    expect((await readdir(output)).sort()).toEqual(written.sort())
    const texts = await Promise.all(
      written.map((name) => readFile(join(output, name), "utf8"))
    )
    for (const text of [stdout, ...texts]) {
      expect(text).not.toContain(sandbox.apiKey)
    }
    const report: unknown = JSON.parse(
      await readFile(join(output, "report.json"), "utf8")
    )
    expect(report).toMatchObject({
      base_url: sandbox.url,
      counts: { failed: 0 },
      results: expect.arrayContaining([
        {
          section: "4",
          name: "status of a hosted creation",
          contract: "2xx",
          published: "200",
          seen: "200",
          verdict: "passed",
        },
      ]),
    })
  })

  it("ends with 1 when a case fails, and shows what came", async () => {
    const { code, stdout } = await conformance(...flags("wrong-key"))
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^FAILED +4 +GET \/v1\/merchants .* 401 INVALID_CREDENTIALS$/m
    )
    const junit = await readFile(join(output, "junit.xml"), "utf8")
    expect(junit).toMatch(
      /<testcase classname="section 4" name="GET \/v1\/merchants"><failure message="401 INVALID_CREDENTIALS">/
    )
  })

  it("ends with 2 and the help without an address", async () => {
    const { code, stderr } = await conformance("--merchant-id", "m")
    expect(code).toBe(2)
    expect(stderr).toMatch(/^--base-url is missing\n\nUsage: /)
  })
})

describe("its flags", () => {
  const pay = async () => undefined
  const { parse } = conformanceCommand(pay)
  const some = ["--base-url", "https://g.example", "--merchant-id", "m"]
  const callback = ["--api-key", "k", "--callback-url"]

  it.each([
    [["--api-key", "k", "--base-ulr", "x"], /--base-ulr/],
    [[], /--api-key is missing/],
    [["--private-key", "/no/such/file"], /no such file/],
    [[...callback, "https://s.example"], /--callback-port is missing/],
    [[...callback, "https://s.example:8443"], /--callback-port is missing/],
    [[...callback, "http://localhost"], /--callback-port is missing/],
    [[...callback, "s.example"], /--callback-url must be an http/],
    [
      [...callback, "https://s.example", "--callback-port", "x"],
      /--callback-port must be a whole number/,
    ],
    [[...callback, "http://localhost:1", "--wait", "-1"], /--wait/],
  ])("%j are refused", (others, message) => {
    expect(() => parse([...some, ...others])).toThrow(message)
  })

  it.each([
    ["https://s.example", ["--callback-port", "8080"], 8080],
    ["http://127.0.0.1:8081/hook", [], 8081],
    ["http://localhost:8081", ["--callback-port", "8082"], 8082],
  ])("deliveries to %s %j are seen at %i", (url, others, port) => {
    const args = [...some, ...callback, url, ...others]
    expect(parse(args)).toMatchObject({
      output: "conformance-report",
      target: {
        webhook: { callbackUrl: url, port, waitSeconds: 120, pay: undefined },
      },
    })
    expect(parse([...args, "--pay"])).toMatchObject({
      target: { webhook: { pay } },
    })
  })

  it("--help asks for help", () => {
    expect(parse(["--help"])).toBe("help")
  })
})
