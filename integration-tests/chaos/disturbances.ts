import { setTimeout as wait } from "node:timers/promises"
import { Client } from "pg"
import { expireLeases, loseEvents, type PointPlan } from "../support/instances"
import type { Random } from "../support/random"
import { APPLICATION_NAME, type Shop } from "./shop"

const REACH_LIMIT_MS = 15_000
/** With several buyers at once, a process writes so much in a few seconds. */
const MAX_POINTS = 60

/** What goes wrong, how often among all of it, and what chance decides of it. */
const DISTURBANCES = {
  webhook: disturbance(5, webhookFault, async (stage, fault) => {
    await stage.shop.driver.control.addFaults({ webhooks: [fault] })
    stage.count(`webhook ${fault.kind}`, fault.count)
  }),
  request: disturbance(5, requestFault, async (stage, fault) => {
    await stage.shop.driver.control.addFaults({ requests: [fault] })
    stage.count(`request ${fault.kind}`, fault.count)
  }),
  /** The gateway's clock leaps: countdowns end, waiting webhooks come. */
  clock: disturbance(
    1.2,
    (random) => random.pick([30, 120, 600, 1_200, 3_700, 7_200]),
    async (stage, seconds) => {
      stage.count("clock jump")
      await stage.shop.driver.control.advance(seconds)
    }
  ),
  /** So many of the database's connections are cut. */
  cut_database: disturbance(1, (random) => random.whole(1, 4), cutDatabase),
  /** Right after a durable point, where it comes soon, its caller waits for so long. */
  hold: disturbance(
    4,
    (random) => ({
      point: random.whole(1, MAX_POINTS),
      ms: random.whole(200, 4_000),
    }),
    (stage, input) =>
      stage.inTurn(() => reach(stage, { ...input, action: "hold" }))
  ),
  /** The database takes no connection for so long; our own stays, as it was there before. */
  database_outage: disturbance(0.4, outageSeconds, async (stage, seconds) => {
    const url = new URL(stage.shop.instances.databaseUrl)
    const alter = `ALTER DATABASE "${url.pathname.slice(1)}" ALLOW_CONNECTIONS`
    // No database can be closed from within.
    url.pathname = "/postgres"
    const outside = new Client({ connectionString: url.href })
    await outside.connect()
    try {
      await outside.query(`${alter} false`)
      await cutDatabase(stage, 1_000)
      stage.count("database outage")
      await wait(seconds * 1_000)
    } finally {
      await outside.query(`${alter} true`)
      await outside.end()
    }
  }),
  /**
   * Redis does not answer for so long, and has lost its events then; without Redis nothing happens.
   */
  redis_outage: disturbance(0.4, outageSeconds, async (stage, seconds) => {
    const { redis } = stage.shop.instances
    if (!redis) return
    process.kill(redis.pid, "SIGSTOP")
    stage.count("redis outage")
    await wait(seconds * 1_000)
    process.kill(redis.pid, "SIGCONT")
    await loseEvents(redis)
    stage.count("redis lost its events")
  }),
  /** One Medusa is killed or all, right after a durable point that comes soon or at any moment. */
  kill: disturbance(
    0,
    (random) => ({
      point: random.chance(0.75) ? random.whole(1, MAX_POINTS) : null,
      /** Picks one of those that run. */
      member: random.whole(0, 5),
      all: random.chance(0.3),
      afterMs: random.whole(0, 1_500),
      downMs: random.whole(0, 1_500),
      /** Whether so much time passes meanwhile that its leases run out. */
      longDown: random.chance(0.5),
    }),
    (stage, { point, member, all, afterMs, downMs, longDown }) =>
      stage.inTurn(async () => {
        await wait(afterMs)
        if (point) await reach(stage, { point, action: "kill" })
        const { members } = stage.shop.instances
        const victims = all ? members : [members[member % members.length]]
        await Promise.all(victims.map((each) => each.kill()))
        stage.count("kill -9", victims.length)
        await wait(downMs)
        // With others alive, the owners of the leases are not known.
        if (longDown && victims.length === members.length) {
          await expireLeases(stage.shop.driver.client)
        }
        await Promise.all(victims.map((each) => each.start()))
      })
  ),
}

type Kind = keyof typeof DISTURBANCES

/** One that is planned. */
export type Disturbance = {
  kind: Kind
  input: unknown
  /** Resolves when it is over. */
  strike: (stage: Stage) => Promise<unknown>
}

export function planDisturbance(
  random: Random,
  /** @default any but those that are few, and counted */
  kind: Kind = random.weighted(weights)
): Disturbance {
  return { kind, ...DISTURBANCES[kind].plan(random) }
}

const weights = Object.fromEntries(
  Object.entries(DISTURBANCES).map(([kind, { weight }]) => [kind, weight])
) as Record<Kind, number>

function disturbance<Input>(
  weight: number,
  inputOf: (random: Random) => Input,
  strike: (stage: Stage, input: Input) => Promise<unknown>
) {
  const plan = (random: Random) => {
    const input = inputOf(random)
    return { input, strike: (stage: Stage) => strike(stage, input) }
  }
  return { weight, plan }
}

/** Where things go wrong, and how often they did. */
export class Stage {
  /** Faults by kind; of those planned at the gateway, some may meet nothing. */
  readonly counts: Record<string, number> = {}
  private turn: Promise<void> = Promise.resolve()

  constructor(readonly shop: Shop) {}

  count(kind: string, times = 1): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + times
  }

  /** Kills come one after the other. */
  inTurn(act: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(act)
    return this.turn
  }
}

async function cutDatabase(stage: Stage, connections: number): Promise<void> {
  const { rowCount } = await stage.shop.driver.client.query(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND application_name <> $1
          AND backend_type = 'client backend'
        ORDER BY state = 'idle', random()
        LIMIT $2) AS victims`,
    [APPLICATION_NAME, connections]
  )
  stage.count("database connection cut", rowCount ?? 0)
}

/** Waits until a process came to that point, and waits there or died; not for long. */
async function reach(stage: Stage, plan: PointPlan): Promise<void> {
  const { points } = stage.shop
  await points.arm(plan)
  if (await points.untilReached(REACH_LIMIT_MS)) {
    const [last] = (await points.seen()).slice(-1)
    stage.count(`${plan.action} after ${last}`)
  }
}

function outageSeconds(random: Random): number {
  return random.whole(4, 20)
}

function webhookFault(random: Random) {
  const kind = random.weighted({
    drop: 6,
    duplicate: 3,
    reorder: 2,
    corrupt: 2,
    lose_answer: 3,
    stale: 2,
    delay: 2,
  })
  const count = random.whole(1, 6)
  switch (kind) {
    case "stale":
      // Older than the tolerance, up to more than the hour of retries.
      return { kind, count, seconds: random.whole(400, 7_200) }
    case "delay":
    case "reorder":
      return { kind, count, seconds: random.whole(1, 4) }
    default:
      return { kind, count }
  }
}

function requestFault(random: Random) {
  const kind = random.weighted({
    slow: 2,
    error: 4,
    rate_limit: 2,
    broken_json: 2,
    html: 1,
    cut: 2,
  })
  return {
    kind,
    count: random.whole(1, kind === "error" ? 8 : 4),
    when: random.pick(["before", "after"] as const),
    // Any request, or mostly those that matter.
    ...(random.chance(0.5)
      ? { endpoint: random.pick(["create_widget", "read", "list"] as const) }
      : {}),
    ...(kind === "slow" ? { seconds: random.whole(1, 3) } : {}),
    ...(kind === "rate_limit" && random.chance(0.5)
      ? { retry_after_seconds: random.whole(1, 3) }
      : {}),
  }
}
