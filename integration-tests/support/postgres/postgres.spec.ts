import { type ChildProcess, spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as wait } from "node:timers/promises"
import { Client } from "pg"
import { type RunningPostgres, ensureDatabase, startPostgres } from "./index"

const repository = path.resolve(__dirname, "../../..")

/** A program that starts Postgres, says where, and then does nothing. */
const HOST_PROGRAM = `
  const { startPostgres } = require("./integration-tests/support/postgres")
  startPostgres().then((postgres) => {
    console.log(JSON.stringify({ pid: postgres.pid, dataDir: postgres.dataDir }))
    setInterval(() => {}, 1000)
  })
`

describe("the embedded Postgres", () => {
  it("answers on loopback until it is stopped, and then leaves nothing", async () => {
    const postgres = await startPostgres()
    try {
      await ensureDatabase(postgres.url("shop"))
      await ensureDatabase(postgres.url("shop"))
      expect(await currentDatabase(postgres.url("shop"))).toBe("shop")
    } finally {
      await postgres.stop()
    }
    expect(isRunning(postgres.pid)).toBe(false)
    expect(fs.existsSync(postgres.dataDir)).toBe(false)
  })

  it("keeps a data folder that it was given, from one start to the next", async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "postgres-kept-"))
    try {
      const first = await startPostgres({ dataDir })
      await ensureDatabase(first.url("shop")).finally(() => first.stop())
      const second = await startPostgres({ dataDir })
      const name = await currentDatabase(second.url("shop")).finally(() =>
        second.stop()
      )
      expect(name).toBe("shop")
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it("says why it cannot start", async () => {
    const postgres = await startPostgres()
    try {
      await expect(startPostgres({ port: postgres.port })).rejects.toThrow(
        /Could not start postgres.*Address already in use/s
      )
    } finally {
      await postgres.stop()
    }
  })

  it.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)(
    "ends when the program that started it gets %s",
    async (signal) => {
      const host = spawn(
        process.execPath,
        [
          "-r",
          require.resolve("../../../.build/typescript.js"),
          "-e",
          HOST_PROGRAM,
        ],
        { cwd: repository, stdio: ["ignore", "pipe", "inherit"] }
      )
      const { pid, dataDir } = await announcement(host)
      expect(isRunning(pid)).toBe(true)

      host.kill(signal)

      await eventually(() => !isRunning(pid) && !fs.existsSync(dataDir))
    }
  )
})

async function currentDatabase(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ current_database: string }>(
      "select current_database()"
    )
    return rows[0]?.current_database ?? ""
  } finally {
    await client.end()
  }
}

async function announcement(
  host: ChildProcess
): Promise<Pick<RunningPostgres, "pid" | "dataDir">> {
  if (!host.stdout) throw new Error("The host program has no output.")
  for await (const line of createInterface({ input: host.stdout })) {
    return JSON.parse(line)
  }
  throw new Error("The host program ended without starting Postgres.")
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Fails by the test's own time limit if it never comes true. */
async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20)
}
