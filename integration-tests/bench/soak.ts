import { readFile } from "node:fs/promises"
import { setTimeout as wait } from "node:timers/promises"
import { SeveralInstances } from "../http/several-instances"
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

/** What was measured at a part of the time, from 0 to 1. */
type Settled = { at: number; tookMs: number }
type Sample = { at: number } & Awaited<ReturnType<typeof takeSample>>

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
    await driver.control.addFaults({
      webhooks: [{ kind: "drop", count: 1_000_000 }],
    })
    const perSecond = LOAD * (await capacity(driver))
    const totalMs = minutes * 60_000
    const { settled, samples } = await soak(driver, perSecond, totalMs)
    const report = await driver.auditNow()
    if (report.violations.length > 0) {
      throw new Error(`The soak left ${JSON.stringify(report.violations[0])}`)
    }
    const windowOf = (from: number) => {
      const isInside = ({ at }: { at: number }) =>
        at >= from && at < from + WINDOW
      const tookMs = settled.filter(isInside).map((each) => each.tookMs)
      const middle = (what: keyof Sample) =>
        quantile(
          samples.filter(isInside).map((sample) => sample[what]),
          0.5
        )
      return {
        perSecond: (tookMs.length * 1_000) / (totalMs * WINDOW),
        p95Ms: quantile(tookMs, 0.95),
        megabytes: middle("megabytes"),
        connections: middle("connections"),
        dueSeconds: middle("dueSeconds"),
        outboxSeconds: middle("outboxSeconds"),
      }
    }
    return figuresOf(minutes, windowOf(0), windowOf(1 - WINDOW))
  } finally {
    await driver.stop()
  }
}

type Window = { perSecond: number; p95Ms: number } & Omit<Sample, "at">

function figuresOf(minutes: number, begin: Window, end: Window): Figure[] {
  process.stdout.write(
    `The soak, begin and end: ${JSON.stringify([begin, end])}\n`
  )
  const soak = `${minutes} minutes of mixed traffic`
  const grown = (what: keyof Window, name: string) =>
    atMost(1.1, `${soak}: ${name}, end / begin`, end[what] / begin[what])
  const waited = (what: keyof Window, name: string) =>
    atMost(30, `${soak}: ${name}, at the end`, end[what], "seconds")
  return [
    atLeast(
      0.9,
      `${soak}: orders per second, end / begin`,
      end.perSecond / begin.perSecond
    ),
    grown("p95Ms", "webhook to paid order, p95"),
    grown("megabytes", "memory"),
    grown("connections", "connections"),
    waited("dueSeconds", "the oldest overdue check"),
    waited("outboxSeconds", "the oldest event in the outbox"),
  ]
}

/** Sales per second with so many under way at once. */
async function capacity(driver: SeveralInstances): Promise<number> {
  const sell = mixedSales(driver)
  await sell()
  const endMs = performance.now() + CAPACITY_MS
  let count = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < endMs) {
        await sell()
        count += 1
      }
    })
  )
  return (count * 1_000) / CAPACITY_MS
}

/**
 * Begins sales at a steady pace, whether or not the ones before have ended, until the time is over
 * or one fails.
 */
async function soak(
  driver: SeveralInstances,
  perSecond: number,
  totalMs: number
): Promise<{ settled: Settled[]; samples: Sample[] }> {
  const sell = mixedSales(driver)
  const [settled, samples]: [Settled[], Sample[]] = [[], []]
  const failures: unknown[] = []
  const beganMs = performance.now()
  const now = () => (performance.now() - beganMs) / totalMs
  const sellTimed = async () => {
    const tookMs = await sell()
    if (tookMs !== null) settled.push({ at: now(), tookMs })
  }
  const sampling = async () => {
    while (now() < 1 && failures.length === 0) {
      samples.push({ at: now(), ...(await takeSample(driver)) })
      await wait(SAMPLE_MS)
    }
  }
  const fails = (error: unknown) => void failures.push(error)
  const begun = [sampling().catch(fails)]
  const count = Math.floor((totalMs * perSecond) / 1_000)
  for (let each = 0; each < count && failures.length === 0; each += 1) {
    const dueMs = beganMs + (each * 1_000) / perSecond
    await wait(Math.max(0, dueMs - performance.now()))
    begun.push(sellTimed().catch(fails))
  }
  await Promise.all(begun)
  if (failures.length > 0) throw failures[0]
  return { settled, samples }
}

/**
 * Sells once for each call, at the one server and at the other. Resolves to the milliseconds from
 * the webhook to its answer, after which it is settled; to null where nobody pays.
 */
function mixedSales(driver: SeveralInstances): () => Promise<number | null> {
  const { servers } = driver.shop
  let turn = 0
  return async () => {
    const now = (turn += 1)
    const sale = await driver.openAt(servers[now % servers.length])
    const other = servers[(now + 1) % servers.length]
    if (now % 10 === 0) return null
    await driver.control.pay(sale.gatewayId)
    const beganMs = performance.now()
    const status = await driver.tell(other, sale)
    const tookMs = performance.now() - beganMs
    if (status !== 200) throw new Error(`A webhook was answered ${status}.`)
    // A fifth of the webhooks comes twice, a tenth is forged.
    if (now % 5 === 1) await driver.tell(servers[0], sale)
    if (now % 10 === 2) await driver.tell(servers[0], sale, "forged")
    return tookMs
  }
}

async function takeSample(driver: SeveralInstances) {
  const megabytes = await Promise.all(
    driver.shop.members.map(({ pid }) => residentMegabytes(pid))
  )
  const [sample] = await driver.sql<{
    connections: number
    /** Seconds that the oldest overdue check, and the oldest event, have waited. */
    dueSeconds: number
    outboxSeconds: number
  }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity
              WHERE datname = current_database()) AS "connections",
            (SELECT coalesce(extract(epoch FROM now() - min(next_check_at)), 0)::float
               FROM crypto_payment WHERE next_check_at <= now()) AS "dueSeconds",
            (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float
               FROM crypto_payment_outbox) AS "outboxSeconds"`
  )
  return {
    ...sample,
    megabytes: megabytes.reduce((sum, each) => sum + each, 0),
  }
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
