import { cleanEnvironment } from "../clean-environment"
import { freePort } from "../postgres"
import type { RunningProgram } from "../running-program"
import { runMedusa } from "./medusa-process"

const FAILURE = /^"medusa exec" ended with code \d+\. The end of its log:\n.+/s

describe("a Medusa command of the demo", () => {
  const processes: RunningProgram[] = []

  afterEach(() => Promise.all(processes.map((each) => each.stop())))

  it("shows the end of Medusa's log when it fails", async () => {
    await expect(start("exec", "./no-such-file.ts").success()).rejects.toThrow(
      FAILURE
    )
  })

  it("is not waited for when it is gone", async () => {
    const url = `http://localhost:${await freePort()}/health`
    await expect(
      start("exec", "./no-such-file.ts").answers(url, 60_000)
    ).rejects.toThrow(FAILURE)
  })

  it("is waited for so long and no longer", async () => {
    const url = `http://localhost:${await freePort()}/health`
    // No port, no answer: it does not know which database to open.
    await expect(start("start").answers(url, 500)).rejects.toThrow(
      `"medusa start" did not answer at ${url} in 0.5 s. The end of its log:`
    )
  })

  it("can be stopped at work", async () => {
    const command = start("start")
    await command.stop()
    await expect(command.success()).rejects.toThrow(/ended with SIGTERM/)
  })

  function start(...args: string[]): RunningProgram {
    const process = runMedusa(args, { env: cleanEnvironment() })
    processes.push(process)
    return process
  }
})
