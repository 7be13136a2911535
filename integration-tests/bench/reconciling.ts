import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { manyAttempts } from "../modules/many-attempts"
import { seedOpenAttempts } from "../http/reconcile/seed-open-attempts"
import { makeDue } from "../support/shop/shop-fixture"
import { atLeast, atMost, type Figure, type InProcessShop } from "./figure"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Gateway calls between two looks at the memory, for which all garbage is collected. */
const LOOK_EVERY = 200
const ROUNDS = 5
/** So many of the rows are due, in each ledger. */
const DUE = 300
/** What one run has to get through. */
const MANY_DUE = 1_000

/**
 * Runs of the reconcile job over payments of which none has changed: how many one
 * run checks and what memory it needs, and whether a payment costs the same in a
 * small ledger and in a large one.
 */
export async function benchReconciling(shop: InProcessShop): Promise<Figure[]> {
  // Once an hour a run also searches the gateway's list for unknown payments.
  await reconcileCryptoPayments(shop.container)
  // First, while nothing else has made the process large.
  await seedOpenAttempts(shop.container, shop.gateway, MANY_DUE, "many")
  await addFinished(shop, 100_000 - MANY_DUE)
  const { checked, seconds, megabytes } = await oneRun(shop)
  await shop.db.raw("TRUNCATE crypto_payment CASCADE")

  await seedOpenAttempts(shop.container, shop.gateway, DUE, "few")
  await addFinished(shop, 1_000 - DUE)
  const small = await costs(shop)
  await addFinished(shop, 100_000 - DUE)
  const large = await costs(shop)

  return [
    atLeast(
      MANY_DUE,
      "due attempts that one run checks, of 1,000 in a ledger of 100,000 rows",
      checked,
      "attempts"
    ),
    atMost(40, "time of that run", seconds, "s"),
    atMost(
      4,
      "memory in use during that run, peak above idle",
      megabytes,
      "MB"
    ),
    atMost(
      1.3,
      "cost per due attempt, ledger of 100,000 rows / of 1,000",
      large.map((each, round) => each / small[round])
    ),
  ]
}

/** Milliseconds that runs over the same due attempts take; one before counts for nothing. */
async function costs(shop: InProcessShop): Promise<number[]> {
  const took: number[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    await makeOpenDue(shop)
    const startedMs = performance.now()
    const { checked } = await reconcileCryptoPayments(shop.container)
    if (checked !== DUE) throw new Error(`${checked} were looked at.`)
    if (round >= 0) took.push(performance.now() - startedMs)
  }
  return took
}

async function oneRun(
  shop: InProcessShop
): Promise<{ checked: number; seconds: number; megabytes: number }> {
  await makeOpenDue(shop)
  shop.gateway.forgetRequests()
  const idle = megabytesInUse()
  let peak = 0
  let next = LOOK_EVERY
  const sampler = setInterval(() => {
    if (shop.gateway.requests().length < next) return
    peak = Math.max(peak, megabytesInUse() - idle)
    next += LOOK_EVERY
  }, 10)
  try {
    const { checked, duration_ms } = await reconcileCryptoPayments(
      shop.container
    )
    return { checked, seconds: duration_ms / 1_000, megabytes: peak }
  } finally {
    clearInterval(sampler)
  }
}

/** Just opened too: without a session, a payment that is two minutes old is expired. */
async function makeOpenDue(shop: InProcessShop): Promise<void> {
  await makeDue(shop.container)
  await shop
    .db("crypto_payment")
    .whereNotNull("next_check_at")
    .update({ opened_at: shop.db.fn.now() })
  // As PostgreSQL does by itself, or each run would be slower than the last.
  await shop.db.raw("VACUUM ANALYZE crypto_payment")
}

/** Attempts that are over and done with, up to so many rows. */
async function addFinished(
  { db }: InProcessShop,
  count: number
): Promise<void> {
  await db.raw("DELETE FROM crypto_payment WHERE next_check_at IS NULL")
  // Only these have one.
  await db.raw("TRUNCATE crypto_payment_session")
  await db.raw(manyAttempts(count))
}

/**
 * Of this process, after all garbage is collected: at the second time also what the first let go.
 */
function megabytesInUse(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / (1024 * 1024)
}
