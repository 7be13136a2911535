import { type MedusaSurroundings, serveMedusa } from "../medusa/medusa-process"
import type { RunningProgram } from "../running-program"

/** As in MEDUSA_WORKER_MODE: who answers requests, who runs jobs, or both. */
export type WorkerMode = "shared" | "server" | "worker"

/** One of several Medusas: a real process that can die and come back. */
export class Instance {
  private process: RunningProgram | undefined
  private up = false

  constructor(
    readonly mode: WorkerMode,
    readonly port: number,
    /** Asked at each start. */
    private readonly surroundings: () => MedusaSurroundings
  ) {}

  /** Address of its HTTP API. */
  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** True between the first healthy answer and the end. */
  get isUp(): boolean {
    return this.up
  }

  /** Of its process, while it has one. */
  get pid(): number | undefined {
    return this.process?.pid
  }

  /** Resolves when it answers; a member that already runs is left as it is. */
  async start(): Promise<void> {
    this.process ??= serveMedusa(this.port, this.surroundings())
    await this.process.answers(`${this.url}/health`)
    this.up = true
  }

  /** `kill -9`: nothing is finished, nothing is tidied. */
  async kill(): Promise<void> {
    await this.end((process) => process.kill())
  }

  async stop(): Promise<void> {
    await this.end((process) => process.stop())
  }

  /** Rejects when it ends by itself. */
  async untilItFails(): Promise<never> {
    if (!this.process) throw new Error("This Medusa was stopped.")
    return await this.process.untilItFails()
  }

  /** The last lines that it printed since its last start. */
  logTail(): string {
    return this.process?.logTail() ?? ""
  }

  private async end(
    how: (process: RunningProgram) => Promise<void>
  ): Promise<void> {
    const { process } = this
    this.up = false
    if (!process) return
    await how(process)
    this.process = undefined
  }
}
