import { setTimeout as wait } from "node:timers/promises"
import { Client } from "pg"
import { type Fleet, type SandboxControl, expireLeases } from "../fleet"
import type { Disturbance } from "./disturbances"

type Kill = Extract<Disturbance, { kind: "kill" }>

/** Name of our own connections, which are never cut. */
export const APPLICATION_NAME = "campaign"

/** Makes things go wrong, and counts how often it did. */
export class Weather {
  /** Faults by kind, those planned at the gateway included. */
  readonly counts: Record<string, number> = {}
  private killing: Promise<void> = Promise.resolve()

  constructor(
    private readonly fleet: Fleet,
    private readonly gateway: SandboxControl,
    private readonly db: Client
  ) {}

  /** Resolves when it is over; kills come one after the other. */
  async strike(disturbance: Disturbance): Promise<void> {
    switch (disturbance.kind) {
      case "gateway": {
        const { webhooks = [], requests = [] } = disturbance.faults
        await this.gateway.addFaults(disturbance.faults)
        for (const { kind, count } of webhooks) {
          this.count(`webhook ${kind}`, count)
        }
        for (const { kind, count } of requests) {
          this.count(`request ${kind}`, count)
        }
        return
      }
      case "clock":
        this.count("clock jump")
        await this.gateway.advance(disturbance.seconds)
        return
      case "cut_database":
        return this.cutDatabase(disturbance.connections)
      case "kill":
        this.killing = this.killing.then(() => this.kill(disturbance))
        return this.killing
    }
  }

  /** No more faults: takes back those that nothing has met yet. */
  async clear(): Promise<void> {
    const { webhooks, requests } = await this.gateway.waitingFaults()
    for (const { kind, count } of webhooks)
      this.count(`webhook ${kind}`, -count)
    for (const { kind, count } of requests)
      this.count(`request ${kind}`, -count)
    await this.gateway.clearFaults()
  }

  private async cutDatabase(connections: number): Promise<void> {
    const { rowCount } = await this.db.query(
      `SELECT pg_terminate_backend(pid) FROM (
         SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND application_name <> $1
            AND backend_type = 'client backend'
          ORDER BY state = 'idle', random()
          LIMIT $2) AS victims`,
      [APPLICATION_NAME, connections]
    )
    this.count("database connection cut", rowCount ?? 0)
  }

  private async kill(kill: Kill): Promise<void> {
    await wait(kill.afterMs)
    const { members } = this.fleet
    const member = members[kill.member % members.length]
    await member.kill()
    this.count("kill -9")
    await wait(kill.downMs)
    // With others alive, nobody can tell whose leases they are.
    if (kill.longDown && members.length === 1) await expireLeases(this.db)
    await member.start()
  }

  private count(kind: string, times = 1): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + times
  }
}
