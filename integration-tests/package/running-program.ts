import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { setTimeout as wait } from "node:timers/promises"

const SHOWN_CHARACTERS = 6_000
const STOP_LIMIT_MS = 20_000
const ANSWER_LIMIT_MS = 5 * 60_000

/** A program that runs until it is stopped. */
export class RunningProgram {
  private readonly child: ChildProcess
  private readonly hasChildren: boolean
  private log = ""
  private readonly ended: Promise<void>
  readonly firstLine: Promise<string>

  constructor(
    command: string,
    args: string[],
    {
      hasChildren = false,
      ...place
    }: {
      cwd: string
      env: NodeJS.ProcessEnv
      /** Whether it has processes that do not end with it. @default false */
      hasChildren?: boolean
    }
  ) {
    const child = spawn(command, args, {
      ...place,
      stdio: ["ignore", "pipe", "pipe"],
      // The leader of a group, which can be ended as a whole.
      detached: hasChildren,
    })
    this.hasChildren = hasChildren
    this.child = child
    this.ended = new Promise((resolve) => {
      child.once("error", () => resolve())
      child.once("close", () => resolve())
    })
    this.firstLine = firstLineOf(child.stdout)
    // Whoever does not ask for the line need not handle its absence.
    this.firstLine.catch(() => {})
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.log = (this.log + text).slice(-SHOWN_CHARACTERS)
      })
    }
  }

  /** Resolves when `url` answers 200; rejects if the program ends first, or takes five minutes. */
  async answers(url: string): Promise<void> {
    const deadline = Date.now() + ANSWER_LIMIT_MS
    while (this.child.exitCode === null) {
      if (Date.now() > deadline) {
        throw new Error(`${url} does not answer:\n${this.log}`)
      }
      const answer = await fetch(url).catch(() => null)
      if (answer?.status === 200) return
      await wait(200)
    }
    throw new Error(`The program behind ${url} ended:\n${this.log}`)
  }

  /** The end of what it printed. */
  output(): string {
    return this.log
  }

  async stop(): Promise<void> {
    this.kill("SIGTERM")
    const stopped = await Promise.race([
      this.ended.then(() => true),
      wait(STOP_LIMIT_MS, false, { ref: false }),
    ])
    if (!stopped) this.kill("SIGKILL")
    await this.ended
  }

  private kill(signal: "SIGTERM" | "SIGKILL"): void {
    const { pid } = this.child
    if (!this.hasChildren || pid === undefined) {
      this.child.kill(signal)
      return
    }
    try {
      process.kill(-pid, signal)
    } catch (error) {
      // The whole group ended already.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
    }
  }
}

async function firstLineOf(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line
  throw new Error("The program ended without printing a line.")
}
