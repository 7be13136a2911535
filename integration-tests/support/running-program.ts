import { type ChildProcess, spawn } from "node:child_process"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { stripVTControlCharacters } from "node:util"

const LOG_TAIL_LINES = 40
const LOG_TAIL_CHARACTERS = 20_000
const LOOK_INTERVAL_MS = 100
const ANSWER_LIMIT_MS = 10 * 60_000
const REQUEST_LIMIT_MS = 5_000
const STOP_LIMIT_MS = 10_000

export type ProgramOptions = {
  cwd: string
  /** The whole environment of the program. */
  env: NodeJS.ProcessEnv
  /** What errors call it. @default its command */
  name?: string
  /** Whether it has processes that do not end with it. @default false */
  hasChildren?: boolean
  /** Whether it reads from its standard input that this process is gone. @default false */
  endsWithParent?: boolean
  /** Gets everything that it prints. */
  onOutput?: (text: string, stream: "stdout" | "stderr") => void
  /** Stops it; whoever waits for it gets the signal's reason. */
  signal?: AbortSignal
}

/** A program that runs until it ends or is stopped. */
export class RunningProgram {
  private readonly child: ChildProcess
  private readonly ended: Promise<void>
  private isOver = false
  private output = ""

  constructor(
    private readonly command: string,
    args: string[],
    private readonly options: ProgramOptions
  ) {
    const { cwd, env, hasChildren = false, endsWithParent = false } = options
    const { onOutput, signal } = options
    signal?.throwIfAborted()
    const child = spawn(command, args, {
      cwd,
      env,
      // Its own process group: it can be ended as a whole, and on Ctrl-C we
      // decide who ends when.
      detached: hasChildren || endsWithParent,
      stdio: [endsWithParent ? "pipe" : "ignore", "pipe", "pipe"],
    })
    this.child = child
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.isOver = true
        resolve()
      }
      child.once("error", (error) => {
        this.output += String(error)
        end()
      })
      child.once("close", end)
    })
    // It may be gone before the pipe is closed.
    child.stdin?.on("error", () => {})
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        this.output = (this.output + text).slice(-LOG_TAIL_CHARACTERS)
        onOutput?.(text, stream)
      })
    }
    signal?.addEventListener("abort", () => void this.stop())
  }

  /** Its process id. */
  get pid(): number {
    return this.child.pid ?? NaN
  }

  /** Resolves when it ended well; rejects with the end of its log if not. */
  async success(): Promise<void> {
    await this.ended
    if (this.child.exitCode !== 0) throw this.failure()
  }

  /** Resolves once it printed that; rejects if it ends without. */
  says(what: RegExp): Promise<RegExpExecArray> {
    return this.until(async () => what.exec(this.output))
  }

  /** Resolves when `url` answers 200; rejects if it ends first, or if that takes too long. */
  async answers(url: string): Promise<void> {
    const deadline = Date.now() + ANSWER_LIMIT_MS
    await this.until(async () => {
      if (Date.now() > deadline) throw this.error(`did not answer at ${url}`)
      const signal = AbortSignal.timeout(REQUEST_LIMIT_MS)
      const answer = await fetch(url, { signal }).catch(() => null)
      return answer?.ok || null
    })
  }

  /** Rejects when it ends; resolves never. */
  async untilItFails(): Promise<never> {
    await this.ended
    throw this.failure()
  }

  /** Resolves when the process is gone. */
  async stop(): Promise<void> {
    this.send("SIGTERM")
    const limit = setTimeout(() => this.send("SIGKILL"), STOP_LIMIT_MS)
    await this.ended.finally(() => clearTimeout(limit))
  }

  /** Ends it without a warning, as a crash would; resolves when it is gone. */
  async kill(): Promise<void> {
    this.send("SIGKILL")
    await this.ended
  }

  /** The last lines that it printed, without colors. */
  logTail(): string {
    return stripVTControlCharacters(this.output)
      .trimEnd()
      .split("\n")
      .slice(-LOG_TAIL_LINES)
      .join("\n")
  }

  /** Looks until there is something to see, for the last time when it has ended. */
  private async until<Found>(
    look: () => Promise<Found | null>
  ): Promise<Found> {
    for (;;) {
      const { isOver } = this
      const found = await look()
      if (found !== null) return found
      if (isOver) throw this.failure()
      await Promise.race([wait(LOOK_INTERVAL_MS), this.ended])
    }
  }

  private send(signal: NodeJS.Signals): void {
    const { pid } = this.child
    if (!this.options.hasChildren || pid === undefined) {
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

  private failure(): unknown {
    const { signal } = this.options
    if (signal?.aborted) return signal.reason
    const { exitCode, signalCode } = this.child
    return this.error(`ended with ${signalCode ?? `code ${exitCode}`}`)
  }

  private error(what: string): Error {
    const { name = this.command } = this.options
    return new Error(
      `"${name}" ${what}. The end of its log:\n${this.logTail()}`
    )
  }
}

/** What server-guard.js reads. */
type ServerPlan = {
  command: string
  args: string[]
  /** Account to run as; ours unless given. */
  identity?: { uid?: number; gid?: number }
  /** Signal that ends it quickly and in order. */
  stopSignal: NodeJS.Signals
  /** Folder to remove once it has ended. */
  removeOnExit?: string
}

/**
 * Starts a server that ends with `stop()`, and by itself when this process
 * ends in whatever way.
 *
 * @param ready what it prints once it accepts connections
 */
export async function startServer(
  plan: ServerPlan,
  ready: RegExp
): Promise<{ pid: number; stop(): Promise<void> }> {
  const guard = new RunningProgram(
    process.execPath,
    [path.join(__dirname, "server-guard.js"), JSON.stringify(plan)],
    {
      cwd: tmpdir(),
      // Nothing of ours (debugger, loaders) belongs into the guard.
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
      name: path.basename(plan.command),
      endsWithParent: true,
    }
  )
  const [, pid] = await guard.says(/^pid (\d+)$/m)
  await guard.says(ready)
  return { pid: Number(pid), stop: () => guard.stop() }
}
