import { setTimeout as wait } from "node:timers/promises"
import { inspect } from "node:util"
import { expireLeases, makeAllDue, type PointPlan } from "../support/instances"
import { Random } from "../support/random"
import { describeViolation, endingOf, readTimelines } from "./campaign"
import { JOB_PATH, PATHS } from "./paths"
import { Buyer } from "./scenarios/buyer"
import { settleAndAudit } from "./settle-down"
import { EVERY_THREE_SECONDS, openShop, type Shop, STOCKED } from "./shop"

/**
 * What strikes: Medusa is killed right after a durable point, or loses its connection there; or the
 * database is slow, with several people at once.
 */
export const STRIKES = ["kill", "cut", "slow"] as const

type SweepOptions = {
  seed: number
  strike: (typeof STRIKES)[number]
  /** @default all */
  paths?: readonly string[]
  /**
   * How long to strike, in the seed's order. @default until no path has more points, or ten minutes
   */
  limitMs?: number
  /** Gets a line for each strike. */
  tell?: (line: string) => void
}

export type SweepResult = Awaited<ReturnType<typeof runSweep>>

type Task = {
  path: string
  /** The one that is struck, 0 for none; where the database is slow, a number of the cart. */
  point: number
  /** What was written last before the strike. */
  write?: string
  /** Whether it is not known that there are so many. */
  isBeyond?: boolean
}

/** Longer than a process takes between two writes. */
const QUIET_MS = 1_000
const INTERVAL_MS = 100
const SLOW_MS = 600_000
const SLOW_AT_ONCE = 4
/** Nobody is late. */
const DAY_SECONDS = 86_400

/**
 * Orders that stand without their links, or without their stock. Where the cart's payment is
 * confirmed, its attention names it.
 */
const LEFT_OVER = `
  SELECT email, EXISTS (
           SELECT FROM cart JOIN crypto_payment AS paid ON paid.cart_id = cart.id
            WHERE cart.email = "order".email AND paid.state IN ('paid', 'settled', 'attention')
         ) AND NOT EXISTS (
           SELECT FROM crypto_payment AS raised
            WHERE raised.state = 'attention'
              AND "order".id IN (raised.order_id, raised.attention_fact ->> 'orphaned_id')
         ) AS is_unnamed,
         email || CASE WHEN link.id IS NULL THEN ' unlinked' ELSE '' END
               || CASE WHEN stock.id IS NULL THEN ' unreserved' ELSE '' END AS text
    FROM "order"
    JOIN order_item AS item ON item.order_id = "order".id AND item.version = 1
    JOIN order_line_item AS line ON line.id = item.item_id AND line.variant_id = $1
    LEFT JOIN order_payment_collection AS link
      ON link.order_id = "order".id AND link.deleted_at IS NULL
    LEFT JOIN reservation_item AS stock
      ON stock.line_item_id = line.id AND stock.deleted_at IS NULL
   WHERE "order".canceled_at IS NULL AND "order".deleted_at IS NULL
     AND (link.id IS NULL OR stock.id IS NULL)`

/** Plays each path with a strike at each of its points, settles down and audits all of it. */
export async function runSweep(options: SweepOptions) {
  const { strike, seed } = options
  const startedAt = Date.now()
  // At most a day, as Medusa's timers need it, and not soon.
  const hour = (new Date().getHours() + 12) % 24
  const shop = await openShop({
    reconcileSchedule: `0 0 ${hour} * * *`,
    // A webhook comes again when it is sent again, and never while another path is played.
    sandbox: { retryCount: 0, countdownSeconds: DAY_SECONDS },
    environment: {
      CRYPTO_PAYMENT_WINDOW_MINUTES: String(DAY_SECONDS / 60),
    },
    database: `sweep_${strike}`,
  })
  try {
    const sweep = new Sweep(shop, options)
    await (strike === "slow" ? sweep.playSlowly() : sweep.playPoints())
    const judged = await sweep.judge()
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    return { strike, seed, seconds, ...judged }
  } finally {
    await shop.close()
  }
}

class Sweep {
  private readonly tasks: Task[] = []
  private carts = 0
  private isJobOn = false

  constructor(
    private readonly shop: Shop,
    private readonly options: SweepOptions
  ) {}

  async playPoints(): Promise<void> {
    const { strike, limitMs, paths = Object.keys(PATHS) } = this.options
    const { tell = () => {} } = this.options
    const { tasks } = this
    for (const path of paths) {
      await this.turnJob(path === JOB_PATH)
      const { seen } = await this.play([{ path, point: 0 }], { action: strike })
      if (seen.length === 0) throw new Error(`${path} wrote nothing.`)
      tell(`${path}: ${seen.length} points`)
      for (const index of seen.keys()) tasks.push({ path, point: index + 1 })
      tasks.push({ path, point: seen.length + 1, isBeyond: true })
    }
    const until = Date.now() + (limitMs ?? Infinity)
    // Those of the job together, since Medusa is started anew for it.
    const at = (task: Task) =>
      task.path === JOB_PATH ? -1 : this.randomOf(labelOf(task)).fraction()
    if (limitMs !== undefined) tasks.sort((one, other) => at(one) - at(other))
    for (const task of tasks) {
      if (Date.now() > until) return
      const { path, point } = task
      await this.turnJob(path === JOB_PATH)
      const isLost = this.randomOf(`connection of ${labelOf(task)}`).chance(0.5)
      const plan = { action: strike, point, isLost }
      const { isReached, seen } = await this.play([task], plan)
      if (!isReached) continue
      task.write = seen[point - 1]
      tell(`${labelOf(task)}: ${strike} after ${task.write}`)
      // This run had more than the one that was counted.
      if (task.isBeyond) tasks.push({ path, point: point + 1, isBeyond: true })
      task.isBeyond = false
    }
  }

  async playSlowly(): Promise<void> {
    const { limitMs = SLOW_MS, paths = Object.keys(PATHS) } = this.options
    const random = this.randomOf("rounds")
    await this.turnJob(true)
    const until = Date.now() + limitMs
    while (Date.now() < until) {
      const tasks = Array.from({ length: SLOW_AT_ONCE }, (_, index) => ({
        path: random.pick(paths),
        point: this.carts + index + 1,
      }))
      const ms = random.pick([30, 150, 600])
      const seed = random.whole(1, 2 ** 31)
      await this.play(tasks, { action: "slow", ms, seed })
    }
  }

  /** Settles down and audits; each violation says where its buyer was struck. */
  async judge() {
    const { scene, driver } = this.shop
    await driver.control.advance(DAY_SECONDS)
    await this.turnJob(true)
    const report = await settleAndAudit(this.shop)
    const orders = await driver.sql<{ id: string; email: string }>(
      'SELECT id, email FROM "order"'
    )
    const { variantId } = driver.shop.store.products[STOCKED.handle]
    const left = await driver.sql<{
      email: string
      text: string
      is_unnamed: boolean
    }>(LEFT_OVER, [variantId])
    const emails = orders.map(({ id, email }) => [id, email] as const)
    const labels = new Map([...emails, ...scene.opened])
    const struckIn = (begun = "") => {
      const label = begun.split("-", 2).join("-")
      const struck = this.tasks.find((task) => labelOf(task) === label)
      return `${label} (${struck?.write})`
    }
    const violations = report.violations.map((each) => {
      const id = each.gatewayPaymentId ?? each.orderId ?? ""
      return `${struckIn(labels.get(id))}: ${describeViolation(each)}`
    })
    const unnamed = left
      .filter(({ is_unnamed }) => is_unnamed)
      .map(
        ({ email, text }) => `${struckIn(email)}: no attention names ${text}`
      )
    const points = this.tasks.filter(({ isBeyond }) => !isBeyond)
    const figures = {
      points: points.length,
      strikes: points.filter(({ write }) => write).length,
      notReached: points.filter(({ write }) => !write).map(labelOf),
      orphaned: left.map(({ text }) => text),
      carts: this.carts,
      ...report.figures,
    }
    return {
      figures,
      violations: [...violations, ...unnamed],
      timelines: await readTimelines(scene, report),
    }
  }

  /** The job writes, so it runs only where a path needs it. */
  private async turnJob(isOn: boolean): Promise<void> {
    if (isOn === this.isJobOn) return
    this.isJobOn = isOn
    await makeAllDue(this.shop.driver.client, DAY_SECONDS)
    await this.shop.instances.restart(
      isOn ? { CRYPTO_RECONCILE_SCHEDULE: EVERY_THREE_SECONDS } : {}
    )
  }

  /** Plays paths at once, and what comes after a strike. */
  private async play(tasks: Task[], plan: PointPlan) {
    const { points, instances, driver, scene } = this.shop
    this.carts += tasks.length
    const people = await Promise.all(
      tasks.map(async (task) => {
        const label = labelOf(task)
        const random = this.randomOf(label)
        // Others leave it to the job.
        const comesBack = task.point === 0 || random.chance(0.5)
        const scenario = { kind: label, seed: 0, orderFirst: false, rarity: 0 }
        const buyer = new Buyer(scene, random, scenario)
        const way = await PATHS[task.path](buyer)
        if (!comesBack) buyer.patienceMs = 0
        return { label, comesBack, ...way }
      })
    )
    // The job finds what is new, and the rest at the end.
    if (plan.action !== "slow") await makeAllDue(driver.client, DAY_SECONDS)
    await points.arm(plan)
    const acting = Promise.all(
      people.map(({ label, act }) => endingOf(label, act()))
    )
    const isReached = await this.untilReachedOrQuiet(acting)
    if (isReached && plan.action === "kill") {
      const { members } = instances
      await Promise.all(members.map((member) => member.kill()))
      await expireLeases(driver.client)
      await makeAllDue(driver.client, DAY_SECONDS)
      await Promise.all(members.map((member) => member.start()))
    }
    await acting
    await points.disarm()
    const seen = await points.seen()
    for (const { label, comesBack, after } of people) {
      if (!comesBack) continue
      await this.deliverAgain(label)
      if (after) await endingOf(label, after())
    }
    return { isReached, seen }
  }

  private async untilReachedOrQuiet(acting: Promise<unknown>) {
    const { points } = this.shop
    let [isActing, count, quietSince] = [true, 0, 0]
    const end = () => (isActing = false)
    acting.then(end, end)
    for (; !points.isReached; await wait(INTERVAL_MS)) {
      const { length } = await points.seen()
      if (isActing || length > count || (await this.isUnderWay())) {
        ;[count, quietSince] = [length, Date.now()]
      }
      if (Date.now() - quietSince > QUIET_MS) return false
    }
    return true
  }

  /** The gateway sends again what was not accepted. */
  private async deliverAgain(label: string): Promise<void> {
    const { driver, scene } = this.shop
    const deliveries = await driver.control.deliveries()
    for (const { id, state, payment_id } of deliveries) {
      if (state !== "given_up" || scene.opened.get(payment_id) !== label) {
        continue
      }
      await driver.control.redeliver(id)
    }
    while (await this.isUnderWay()) await wait(INTERVAL_MS)
  }

  private async isUnderWay(): Promise<boolean> {
    const deliveries = await this.shop.driver.control.deliveries()
    return deliveries.some(({ state }) => state === "waiting")
  }

  /** Falls the same way for the same subject, whatever was played before. */
  private randomOf(subject: string): Random {
    const add = (sum: number, character: string) =>
      Math.imul(sum, 31) + character.charCodeAt(0)
    return new Random([...subject].reduce(add, this.options.seed))
  }
}

/** Begins the buyer's e-mail address too, and so says of an order how it was struck. */
function labelOf({ path, point }: Task): string {
  return `${path}-${point}`
}

/** For a person to read. */
export function describeSweep(result: SweepResult): string {
  const { violations, timelines, ...figures } = result
  const counts = { ...figures, violations: violations.length }
  const shown = inspect(counts, { depth: null, maxArrayLength: null })
  return `${[...violations, ...timelines, shown].join("\n")}\n`
}
