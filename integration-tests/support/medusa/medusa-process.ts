import { type ChildProcess, spawn } from "node:child_process"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { stripVTControlCharacters } from "node:util"

const REPOSITORY = path.resolve(__dirname, "../../..")
const LOG_TAIL_LINES = 40
const LOG_TAIL_CHARACTERS = 20_000
const HEALTH_INTERVAL_MS = 200
const ANSWER_LIMIT_MS = 5_000
const STOP_LIMIT_MS = 10_000

export type MedusaSurroundings = {
  /** The whole environment of the command. */
  environment: NodeJS.ProcessEnv
  /** Where the store is. @default this repository */
  cwd?: string
  /** Gets everything that Medusa prints. */
  onOutput?: (text: string) => void
  /** Stops the command; whoever waits for it gets the signal's reason. */
  signal?: AbortSignal
}

/** One command of Medusa's, in this repository. */
export class MedusaProcess {
  private readonly child: ChildProcess
  private readonly ended: Promise<void>
  private output = ""

  constructor(
    private readonly args: string[],
    private readonly surroundings: MedusaSurroundings
  ) {
    const { environment, cwd = REPOSITORY, onOutput, signal } = surroundings
    signal?.throwIfAborted()
    const child = spawn(
      process.execPath,
      [
        ...["-r", path.join(__dirname, "end-with-parent.js")],
        // Medusa's command without its first file, which wants ts-node.
        ...["-r", require.resolve("../../../.build/typescript.js")],
        require.resolve("@medusajs/cli/dist/index.js"),
        ...args,
      ],
      {
        cwd,
        env: environment,
        // Its own process group: on Ctrl-C we decide who ends when.
        detached: true,
        stdio: ["pipe", "pipe", "pipe"],
      }
    )
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.output = (this.output + text).slice(-LOG_TAIL_CHARACTERS)
        onOutput?.(text)
      })
    }
    // Medusa may be gone before the pipe is closed.
    child.stdin.on("error", () => {})
    this.child = child
    this.ended = new Promise((resolve) => {
      child.once("error", (error) => {
        this.output += String(error)
        resolve()
      })
      child.once("close", () => resolve())
    })
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

  /** Resolves when `url` answers 200; rejects if that takes too long. */
  async answers(url: string, limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs
    while (this.runs()) {
      const answer = await fetch(url, {
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      }).catch(() => null)
      if (answer?.ok) return
      if (Date.now() > deadline) {
        throw new Error(
          `Medusa did not answer at ${url} within ${limitMs / 1_000} seconds. The end of its log:\n${this.logTail()}`
        )
      }
      await Promise.race([wait(HEALTH_INTERVAL_MS), this.ended])
    }
    throw this.failure()
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

  /** The last lines that it printed, without colours. */
  logTail(): string {
    return stripVTControlCharacters(this.output)
      .trimEnd()
      .split("\n")
      .slice(-LOG_TAIL_LINES)
      .join("\n")
  }

  private runs(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  private send(signal: NodeJS.Signals): void {
    if (this.runs()) this.child.kill(signal)
  }

  private failure(): unknown {
    const { signal } = this.surroundings
    if (signal?.aborted) return signal.reason
    const { exitCode, signalCode } = this.child
    return new Error(
      `"medusa ${this.args[0]}" ended with ${signalCode ?? `code ${exitCode}`}. The end of its log:\n${this.logTail()}`
    )
  }
}
