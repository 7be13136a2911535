import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { manyAttempts } from "../modules/many-attempts"
import { seedOpenAttempts } from "../http/reconcile/seed-open-attempts"
import { makeDue } from "../support/shop/make-due"
import { atMost, type Figure } from "./figure"
import type { InProcessShop } from "./in-process-shop"
import { megabytesInUse } from "./memory-in-use"

/** Gateway calls between two looks at the memory, for which all garbage is collected. */
const LOOK_EVERY = 20
const ROUNDS = 5
/** So many of the rows are due, in each ledger. */
const DUE = 300

/**
 * Runs of the reconcile job over payments of which none has changed: what they
 * ask of the gateway and need of memory, and whether a payment costs the same in
 * a small ledger and in a large one.
 */
export async function benchReconciling(shop: InProcessShop): Promise<Figure[]> {
  // Once an hour a run also searches the gateway's list for unknown payments: 20 more calls.
  await reconcileCryptoPayments(shop.container)
  // First, while nothing else has made the process large.
  await seedOpenAttempts(shop.container, shop.gateway, 10_000, "many")
  const { calls, megabytes } = await oneRun(shop)
  await shop.db.raw("TRUNCATE crypto_payment CASCADE")

  await seedOpenAttempts(shop.container, shop.gateway, DUE, "few")
  await addFinished(shop, 1_000 - DUE)
  const small = await costs(shop)
  await addFinished(shop, 10_000 - DUE)
  const middle = await costs(shop)
  await addFinished(shop, 100_000 - DUE)
  const large = await costs(shop)

  const ratio = (of: number[]) => of.map((each, round) => each / small[round])
  return [
    atMost(
      110,
      "gateway calls of a run over 10,000 open attempts",
      calls,
      "calls"
    ),
    atMost(
      4,
      "memory in use during that run, peak above idle",
      megabytes,
      "MB"
    ),
    atMost(
      1.3,
      "cost per due attempt, ledger of 10,000 rows / of 1,000",
      ratio(middle)
    ),
    atMost(
      1.3,
      "cost per due attempt, ledger of 100,000 rows / of 1,000",
      ratio(large)
    ),
  ]
}

/** Milliseconds that runs over the same due attempts take; one before counts for nothing. */
async function costs(shop: InProcessShop): Promise<number[]> {
  const took: number[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    await makeDue(shop.container)
    // As PostgreSQL does by itself, or each run would be slower than the last.
    await shop.db.raw("VACUUM ANALYZE crypto_payment")
    const startedMs = performance.now()
    const { checked } = await reconcileCryptoPayments(shop.container)
    if (checked !== DUE) throw new Error(`${checked} were looked at.`)
    if (round >= 0) took.push(performance.now() - startedMs)
  }
  return took
}

async function oneRun(
  shop: InProcessShop
): Promise<{ calls: number; megabytes: number }> {
  await makeDue(shop.container)
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
    await reconcileCryptoPayments(shop.container)
  } finally {
    clearInterval(sampler)
  }
  return {
    calls: shop.gateway.requests().length,
    megabytes: peak,
  }
}

/** Attempts that are over and done with, up to so many rows. */
async function addFinished(shop: InProcessShop, count: number): Promise<void> {
  const db = shop.db
  await db.raw("DELETE FROM crypto_payment WHERE next_check_at IS NULL")
  // Only these have one.
  await db.raw("TRUNCATE crypto_payment_session")
  await db.raw(manyAttempts(count))
}
