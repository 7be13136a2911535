import { setTimeout as wait } from "node:timers/promises"
import type { Instance } from "../support/instances"
import { type OpenSale, SeveralInstances } from "../http/several-instances"
import { findProgram } from "../support/programs"
import { farFromNow } from "../support/store/far-from-now"
import { type TimedContender, timeEachOne } from "./each-one"
import { atLeast, atMost, type Figure } from "./figure"
import { ratios } from "./rounds"

const LOOK_MS = 20

/**
 * Two servers and a worker over one PostgreSQL and Redis: webhooks to both
 * servers in turn against all of them to one, and whether any of their
 * connections then waits for another's lock.
 */
export async function benchTwoServers(): Promise<Figure[]> {
  const redisProgram = findProgram("redis-server")
  if (!redisProgram) {
    process.stdout.write(
      "Left out: two servers against one. This machine has no redis-server.\n"
    )
    return []
  }
  const shop = await SeveralInstances.start(redisProgram, {
    reconcileSchedule: farFromNow(),
  })
  try {
    return await measure(shop)
  } finally {
    await shop.stop()
  }
}

async function measure(shop: SeveralInstances): Promise<Figure[]> {
  const [first] = shop.instances.servers
  const locks = watchLocks(shop)
  const rounds = await timeEachOne(
    {
      one: deliveringTo(shop, [first]),
      two: deliveringTo(shop, shop.instances.servers),
    },
    { rounds: 5, times: 8, inFlight: 8 }
  )
  return [
    atLeast(
      1,
      "orders per second, two servers / one, 8 webhooks in flight",
      ratios(rounds.perSecond, "two", "one")
    ),
    atMost(
      0.05,
      "connections that wait for a lock meanwhile, on average",
      await locks.average(),
      "waits"
    ),
  ]
}

/** Each sale is paid and its webhook sent to the next of the servers. */
function deliveringTo(
  shop: SeveralInstances,
  servers: Instance[]
): TimedContender<OpenSale> {
  let next = 0
  const turn = () => servers[next++ % servers.length]
  return {
    async prepare() {
      const sale = await shop.openAt(turn())
      await shop.payWithoutWebhook(sale)
      return sale
    },
    async run(sale) {
      const status = await shop.tell(turn(), sale)
      if (status !== 200) throw new Error(`A webhook was answered ${status}.`)
    },
  }
}

/** Looks again and again until it is asked for the average. */
function watchLocks({ db }: SeveralInstances): {
  average(): Promise<number>
} {
  let looks = 0
  let waits = 0
  let over = false
  const looking = (async () => {
    while (!over) {
      const { rows } = await db.query<{ waiting: number }>(
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
      )
      looks += 1
      waits += rows[0].waiting
      await wait(LOOK_MS)
    }
  })()
  return {
    async average() {
      over = true
      await looking
      return waits / looks
    },
  }
}
