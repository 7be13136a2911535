import { existsSync } from "node:fs"
import { rm, writeFile } from "node:fs/promises"
import { setTimeout as wait } from "node:timers/promises"
import { Client } from "pg"
import {
  type Instances,
  type SandboxControl,
  expireLeases,
  loseEvents,
} from "../support/instances"
import { CRASH_POINTS, type CrashPoint, type Disturbance } from "./disturbances"

type Kill = Extract<Disturbance, { kind: "kill" }>

/** Name of our own connections, which are never cut. */
export const APPLICATION_NAME = "campaign"

const CRASH_LIMIT_MS = 15_000
const CRASH_INTERVAL_MS = 100

const LEDGER_TABLES = [
  "crypto_payment",
  "crypto_payment_event",
  "crypto_payment_refund",
  "crypto_payment_outbox",
  "crypto_refund_request",
]

/** Makes things go wrong, and counts how often it did. */
export class Disturber {
  /** Faults by kind, those planned at the gateway included. */
  readonly counts: Record<string, number> = {}
  private killing: Promise<void> = Promise.resolve()

  constructor(
    private readonly instances: Instances,
    private readonly gateway: SandboxControl,
    private readonly db: Client,
    /** Names to `crash-point.js` where a process is to die or to wait. */
    private readonly crashFile: string
  ) {}

  /** Resolves when it is over; kills come one after the other. */
  async disturb(disturbance: Disturbance): Promise<void> {
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
      case "database_outage":
        return this.databaseOutage(disturbance.seconds)
      case "redis_outage":
        return this.redisOutage(disturbance.seconds)
      case "hold": {
        const { at, holdMs } = disturbance
        this.killing = this.killing.then(async () => {
          if (await this.isReached(at, holdMs)) this.count(`held after ${at}`)
        })
        return this.killing
      }
      case "back_up_ledger":
        return this.backUpLedger()
      case "lose_ledger":
        this.killing = this.killing.then(() => this.loseLedger())
        return this.killing
      case "kill":
        this.killing = this.killing.then(() => this.kill(disturbance))
        return this.killing
    }
  }

  /** No more faults: takes back those that nothing has met yet. */
  async clear(): Promise<void> {
    const { webhooks, requests } = await this.gateway.waitingFaults()
    for (const { kind, count } of webhooks) {
      this.count(`webhook ${kind}`, -count)
    }
    for (const { kind, count } of requests) {
      this.count(`request ${kind}`, -count)
    }
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

  /** Our own connection stays: it was there before. */
  private async databaseOutage(seconds: number): Promise<void> {
    const url = new URL(this.instances.databaseUrl)
    const database = url.pathname.slice(1)
    // No database can be closed from within.
    url.pathname = "/postgres"
    const outside = new Client({ connectionString: url.href })
    await outside.connect()
    try {
      await outside.query(
        `ALTER DATABASE "${database}" ALLOW_CONNECTIONS false`
      )
      await this.cutDatabase(1_000)
      this.count("database outage")
      await wait(seconds * 1_000)
    } finally {
      await outside.query(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS true`)
      await outside.end()
    }
  }

  private async redisOutage(seconds: number): Promise<void> {
    const { redis } = this.instances
    if (!redis) return
    process.kill(redis.pid, "SIGSTOP")
    this.count("redis outage")
    await wait(seconds * 1_000)
    process.kill(redis.pid, "SIGCONT")
    await loseEvents(redis)
    this.count("redis lost its events")
  }

  private async backUpLedger(): Promise<void> {
    await this.db.query(
      `BEGIN; CREATE SCHEMA backup; ${LEDGER_TABLES.map(
        (table) => `CREATE TABLE backup.${table} AS TABLE ${table};`
      ).join(" ")} COMMIT`
    )
  }

  private async loseLedger(): Promise<void> {
    const { members } = this.instances
    await Promise.all(members.map((member) => member.kill()))
    await this.db.query(
      `BEGIN; TRUNCATE ${LEDGER_TABLES.join(", ")}; ${LEDGER_TABLES.map(
        (table) => `INSERT INTO ${table} SELECT * FROM backup.${table};`
      ).join(" ")} COMMIT`
    )
    this.count("ledger lost and restored")
    await expireLeases(this.db)
    await Promise.all(members.map((member) => member.start()))
  }

  private async kill(kill: Kill): Promise<void> {
    await wait(kill.afterMs)
    if (kill.at && (await this.isReached(kill.at))) {
      this.count(`killed after ${kill.at}`)
    }
    const { members } = this.instances
    const victims = kill.all ? members : [members[kill.member % members.length]]
    await Promise.all(victims.map((member) => member.kill()))
    this.count("kill -9", victims.length)
    await wait(kill.downMs)
    // With others alive, the owners of the leases are not known.
    if (kill.longDown && victims.length === members.length) {
      await expireLeases(this.db)
    }
    await Promise.all(victims.map((member) => member.start()))
  }

  /** Resolves to whether a process came to that write, and waits there or died. */
  private async isReached(
    point: CrashPoint,
    holdMs?: number
  ): Promise<boolean> {
    const pattern = CRASH_POINTS[point]
    await writeFile(this.crashFile, JSON.stringify({ pattern, holdMs }))
    const deadline = Date.now() + CRASH_LIMIT_MS
    while (existsSync(this.crashFile)) {
      if (Date.now() > deadline) {
        await rm(this.crashFile, { force: true })
        return false
      }
      await wait(CRASH_INTERVAL_MS)
    }
    return true
  }

  private count(kind: string, times = 1): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + times
  }
}
