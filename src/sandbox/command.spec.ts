import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { join } from "node:path"
import { z } from "zod"
import { parseCommandLine } from "./bin"

const run = (...flags: string[]) =>
  spawn(
    process.execPath,
    [
      "-r",
      join(__dirname, "../../scripts/typescript.js"),
      join(__dirname, "bin.ts"),
      ...flags,
    ],
    { stdio: ["ignore", "pipe", "pipe"] }
  )

const firstLine = z.strictObject({
  url: z.string(),
  merchant_id: z.string(),
  api_key: z.string(),
  webhook_secret: z.string(),
  control_url: z.string().nullable(),
})

async function firstLineOf(child: ReturnType<typeof run>) {
  const said: unknown[] = await once(createInterface(child.stdout), "line")
  return firstLine.parse(JSON.parse(String(said[0])))
}

/** The exit code of a command that does not start, and what it says. */
async function failure(...flags: string[]) {
  const child = run(...flags)
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, "close")) as [number]
  return { code, said }
}

describe("the command", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "prints address and credentials first, keeps its port, and ends cleanly on %s",
    async (signal) => {
      const child = run("--control", "--api-key", "k")
      const parts = await firstLineOf(child)
      const answer = await fetch(`${parts.url}/v1/merchants`, {
        headers: { "x-merchant-id": parts.merchant_id, "x-api-key": "k" },
      })
      expect(answer.status).toBe(200)
      expect((await fetch(parts.control_url ?? "")).status).toBe(200)
      expect(await failure("--port", new URL(parts.url).port)).toEqual({
        code: 1,
        said: expect.stringMatching(/^The sandbox did not start: .*EADDRINUSE/),
      })
      child.kill(signal)
      expect(await once(child, "exit")).toEqual([0, null])
    }
  )

  it("exits with 2 and the help on an unknown flag", async () => {
    expect(await failure("--prot", "1")).toEqual({
      code: 2,
      said: expect.stringMatching(/--prot[^]*Usage:/),
    })
  })
})

describe("its flags", () => {
  it("become options", () => {
    expect(
      parseCommandLine([
        "--port",
        "0",
        "--host",
        "127.0.0.2",
        "--countdown",
        "30",
        "--retry-interval",
        "0.5",
        "--retry-count",
        "3",
        "--control",
        "--priced",
        "USD,EUR",
        "--coins",
        "published",
        "--contract-only",
      ])
    ).toEqual({
      kind: "start",
      options: {
        port: 0,
        host: "127.0.0.2",
        countdownSeconds: 30,
        retryIntervalSeconds: 0.5,
        retryCount: 3,
        control: true,
        pricedCurrencies: ["USD", "EUR"],
        coins: "published",
        contractOnly: true,
      },
    })
    expect(parseCommandLine(["--help"])).toEqual({ kind: "help" })
  })

  it.each([
    [["--coins", "mine"], "--coins must be one of suffixed, published"],
    [["--port", "70000"], "--port must be a whole number from 0 to 65535"],
    [["--retry-count", "-1"], /--retry-count/],
    [
      ["--countdown", "0"],
      "--countdown must be a number of seconds greater than 0",
    ],
    [["--public-key", "/nowhere"], /ENOENT/],
    [["stray"], /stray/],
  ])("%j is a mistake", (flags, message) => {
    expect(parseCommandLine(flags)).toEqual({
      kind: "mistake",
      message: expect.stringMatching(message),
    })
  })
})
