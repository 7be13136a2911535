import { readFile } from "node:fs/promises"
import { setTimeout as wait } from "node:timers/promises"
import { type OpenSale, SeveralInstances } from "../http/several-instances"
import { findProgram } from "../support/programs"
import { atLeast, atMost, type Figure } from "./figure"
import { quantile } from "./timing"

/** Part of the capacity, measured before, at which sales begin. */
const LOAD = 0.7
const SAMPLE_MS = 5_000
/** Begin and end are compared over this part of the time each. */
const WINDOW = 0.2
const RECONCILE = "*/15 * * * * *"
const AT_ONCE = 8
const CAPACITY_MS = 30_000

type Settled = { atMs: number; tookMs: number }

type Sample = {
  atMs: number
  megabytes: number
  connections: number
  /** Seconds that the oldest overdue check, and the oldest event, have waited. */
  dueSeconds: number
  outboxSeconds: number
}

type Window = Omit<Sample, "atMs"> & { perSecond: number; p95Ms: number }

/**
 * Mixed traffic at a part of the capacity, on two servers and a worker over Redis: sales whose
 * webhook comes once or twice, forged webhooks, payments that nobody pays. What the end of it shows
 * against its begin: nothing may grow, slow down or pile up.
 */
export async function benchSoak(minutes: number): Promise<Figure[]> {
  const redisProgram = findProgram("redis-server")
  if (!redisProgram) {
    process.stdout.write(
      "Left out: the soak. This machine has no redis-server.\n"
    )
    return []
  }
  const driver = await SeveralInstances.start(redisProgram, {
    reconcileSchedule: RECONCILE,
  })
  try {
    // Webhooks are sent by the soak itself, so that each answer is timed.
    await driver.gateway.addFaults({
      webhooks: [{ kind: "drop", count: 1_000_000 }],
    })
    const perSecond = await capacity(driver)
    const soak = new Soak(driver)
    await soak.run(perSecond * LOAD, minutes * 60_000)
    const report = await driver.auditNow()
    if (report.violations.length > 0) {
      throw new Error(`The soak left ${JSON.stringify(report.violations[0])}`)
    }
    return soak.figures(minutes)
  } finally {
    await driver.stop()
  }
}

/** Sales per second with so many under way at once. */
async function capacity(driver: SeveralInstances): Promise<number> {
  const sales = new MixedSales(driver)
  await sales.one()
  const endMs = performance.now() + CAPACITY_MS
  let count = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < endMs) {
        await sales.one()
        count += 1
      }
    })
  )
  return (count * 1_000) / CAPACITY_MS
}

/** Sales, one after the other at the one server and at the other. */
class MixedSales {
  private turn = 0

  constructor(private readonly driver: SeveralInstances) {}

  /** Milliseconds from the webhook to its answer, after which it is settled; null where nobody pays. */
  async one(): Promise<number | null> {
    const { driver } = this
    const { servers } = driver.shop
    const turn = (this.turn += 1)
    const sale = await driver.openAt(servers[turn % servers.length])
    const other = servers[(turn + 1) % servers.length]
    if (turn % 10 === 0) return null
    await driver.gateway.pay(sale.gatewayId)
    const beganMs = performance.now()
    const status = await driver.tell(other, sale)
    const tookMs = performance.now() - beganMs
    if (status !== 200) throw new Error(`A webhook was answered ${status}.`)
    await this.repeat(turn, sale)
    return tookMs
  }

  /** A fifth of the webhooks comes twice, a tenth is forged. */
  private async repeat(turn: number, sale: OpenSale): Promise<void> {
    const { driver } = this
    const [server] = driver.shop.servers
    if (turn % 5 === 1) await driver.tell(server, sale)
    if (turn % 10 !== 2) return
    await fetch(`${server.url}/hooks/crypto/${sale.providerId}`, {
      method: "POST",
      headers: {
        "x-webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
        "x-webhook-signature": "0".repeat(64),
      },
      body: JSON.stringify({ id: sale.gatewayId, status: "confirmed" }),
    })
  }
}

class Soak {
  private readonly settled: Settled[] = []
  private readonly samples: Sample[] = []
  private beganMs = 0
  private totalMs = 0

  constructor(private readonly driver: SeveralInstances) {}

  /**
   * Begins sales at a steady pace, whether or not the ones before have ended, until the time is over
   * or one fails.
   */
  async run(perSecond: number, totalMs: number): Promise<void> {
    this.beganMs = performance.now()
    this.totalMs = totalMs
    const isOver = new AbortController()
    const sampling = this.sampleUntil(isOver.signal)
    try {
      await this.sell(perSecond, totalMs)
    } finally {
      isOver.abort()
      await sampling
    }
  }

  private async sell(perSecond: number, totalMs: number): Promise<void> {
    const sales = new MixedSales(this.driver)
    const failures: unknown[] = []
    const begun: Promise<void>[] = []
    const count = Math.floor((totalMs * perSecond) / 1_000)
    for (let each = 0; each < count && failures.length === 0; each += 1) {
      const dueMs = this.beganMs + (each * 1_000) / perSecond
      await wait(Math.max(0, dueMs - performance.now()))
      const sale = sales.one().then(
        (tookMs) => this.note(tookMs),
        (error: unknown) => void failures.push(error)
      )
      begun.push(sale)
    }
    await Promise.all(begun)
    if (failures.length > 0) throw failures[0]
  }

  private note(tookMs: number | null): void {
    if (tookMs === null) return
    this.settled.push({ atMs: performance.now(), tookMs })
  }

  private async sampleUntil(isOver: AbortSignal): Promise<void> {
    while (!isOver.aborted) {
      this.samples.push(await this.sample())
      await wait(SAMPLE_MS)
    }
  }

  figures(minutes: number): Figure[] {
    const begin = this.window(0)
    const end = this.window(1 - WINDOW)
    process.stdout.write(
      `The soak, begin and end: ${JSON.stringify([begin, end])}\n`
    )
    const soak = `${minutes} minutes of mixed traffic`
    const grown = (what: keyof Window, name: string) =>
      atMost(1.1, `${soak}: ${name}, end / begin`, end[what] / begin[what])
    return [
      atLeast(
        0.9,
        `${soak}: orders per second, end / begin`,
        end.perSecond / begin.perSecond
      ),
      grown("p95Ms", "webhook to paid order, p95"),
      grown("megabytes", "memory"),
      grown("connections", "connections"),
      ...(
        [
          ["the oldest overdue check", end.dueSeconds],
          ["the oldest event in the outbox", end.outboxSeconds],
        ] as const
      ).map(([name, seconds]) =>
        atMost(30, `${soak}: ${name}, at the end`, seconds, "seconds")
      ),
    ]
  }

  /** What is typical of the window that begins at a part of the time. */
  private window(from: number): Window {
    const isInside = ({ atMs }: { atMs: number }) => {
      const part = (atMs - this.beganMs) / this.totalMs
      return part >= from && part < from + WINDOW
    }
    const settled = this.settled.filter(isInside)
    const samples = this.samples.filter(isInside)
    const middle = (what: keyof Sample) =>
      quantile(
        samples.map((sample) => sample[what]),
        0.5
      )
    return {
      perSecond: (settled.length * 1_000) / (this.totalMs * WINDOW),
      p95Ms: quantile(
        settled.map(({ tookMs }) => tookMs),
        0.95
      ),
      megabytes: middle("megabytes"),
      connections: middle("connections"),
      dueSeconds: middle("dueSeconds"),
      outboxSeconds: middle("outboxSeconds"),
    }
  }

  private async sample(): Promise<Sample> {
    const { db, shop: instances } = this.driver
    const { rows } = await db.query<Omit<Sample, "atMs" | "megabytes">>(
      `SELECT (SELECT count(*)::int FROM pg_stat_activity
                WHERE datname = current_database()) AS "connections",
              (SELECT coalesce(extract(epoch FROM now() - min(next_check_at)), 0)::float
                 FROM crypto_payment WHERE next_check_at <= now()) AS "dueSeconds",
              (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float
                 FROM crypto_payment_outbox) AS "outboxSeconds"`
    )
    const megabytes = await Promise.all(
      instances.members.map(({ pid }) => residentMegabytes(pid))
    )
    return {
      ...rows[0],
      atMs: performance.now(),
      megabytes: megabytes.reduce((sum, each) => sum + each, 0),
    }
  }
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
