import type { MedusaContainer } from "@medusajs/framework/types"
import { type MedusaError, Modules } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { notAllowed } from "../../medusa-errors"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import {
  decide,
  type Decision,
} from "../../modules/crypto-payment/settling/decide"
import type { Facts } from "../../modules/crypto-payment/settling/facts"
import {
  type Again,
  needsSettling,
} from "../../modules/crypto-payment/settling/schedule"
import { gatherFacts } from "./gather-facts"

/** Until the lease of a killed process can be taken over. A run that still works renews it. */
const LEASE_TTL_SECONDS = 120
const RENEWED_AFTER_MS = 40_000

/** A paid attempt needs attention by then, and an admin has to be able to act on it. */
const KEPT_AT_MOST_MS = 60 * 60_000
const POLL_MS = 100
const ADMIN_WAIT_MS = 10_000

/**
 * `owner` is null when another run has the lease (`busy`), or left nothing to do; `attempt` is as
 * it was when its lease was taken.
 */
type Lease = {
  id: string
  owner: string | null
  busy: boolean
  attempt?: Attempt
}

export type SettlingInput = { id: string; lease_wait_ms: number; again?: Again }

/** Waits up to `lease_wait_ms` for the attempt's lease, while there is something to settle. */
export async function leaseForSettling(
  ledger: CryptoPaymentModuleService,
  { id, lease_wait_ms, again }: SettlingInput
): Promise<Lease> {
  return await acquireLease(ledger, id, lease_wait_ms, async () => {
    const attempt = await ledger.attempts.find(id)
    return !attempt || !needsSettling(attempt, again)
  })
}

/** Acts under the attempt's lease; undefined while another run has it. */
export async function withLease<Result>(
  container: MedusaContainer,
  id: string,
  waitMs: number,
  act: () => Promise<Result>
): Promise<Result | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const lease = await acquireLease(ledger, id, waitMs)
  if (lease.busy) return undefined
  try {
    return await keepLease(container, lease, act)
  } finally {
    await releaseLease(container, lease)
  }
}

/**
 * Core may wait for a row without limit, and cannot be canceled: the lease is kept until it has
 * ended, for an hour at most, so that no other run acts on the same cart meanwhile. What core does
 * after that is judged by the provider, and by the next run.
 */
export async function keepLease<Result>(
  container: MedusaContainer,
  { id, owner }: Pick<Lease, "id" | "owner">,
  act: () => Promise<Result>
): Promise<Result> {
  if (!owner) return await act()
  const { leases } = container.resolve(CRYPTO_PAYMENT_MODULE)
  // Where one fails, the next one comes before the lease has ended.
  const endsAt = Date.now() + KEPT_AT_MOST_MS
  const renew = () =>
    Date.now() < endsAt &&
    void leases.renew(id, owner, LEASE_TTL_SECONDS).catch(() => undefined)
  const timer = setInterval(renew, RENEWED_AFTER_MS).unref()
  try {
    return await act()
  } finally {
    clearInterval(timer)
  }
}

/** @throws MedusaError NOT_FOUND; NOT_ALLOWED when another run keeps the lease. */
export async function withAdminLease<Result extends object>(
  container: MedusaContainer,
  id: string,
  act: () => Promise<Result>
): Promise<Result> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  await ledger.attempts.retrieve(id)
  const result = await withLease(container, id, ADMIN_WAIT_MS, act)
  if (!result) throw attemptBusy()
  return result
}

/** Never throws: what was done, or why it failed, matters more. */
export async function releaseLease(
  container: MedusaContainer,
  { id, owner }: Omit<Lease, "attempt">
): Promise<void> {
  if (!owner) return
  try {
    await container.resolve(CRYPTO_PAYMENT_MODULE).leases.release(id, owner)
  } catch (error) {
    container
      .resolve("logger")
      .warn(
        `crypto payment ${id}: its lease could not be given back, and ends by itself: ${String(error)}`
      )
  }
}

export function attemptBusy(): MedusaError {
  return notAllowed(
    "This payment is being worked on at the moment. Try again in a minute."
  )
}

/** Acts on fresh facts under the cart's lock; resolves to whether it did. */
export type IfDecisionStands = (
  act: (facts: Facts) => Promise<void>
) => Promise<boolean>

/** Changes of a cart's sessions must not interleave with a completion. */
export function ifDecisionStands(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">,
  decision: Decision
): IfDecisionStands {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  return (act) =>
    withCoreLock(container, cart_id, async () => {
      const facts = await gatherFacts(
        container,
        await ledger.attempts.retrieve(id)
      )
      if (!isDeepStrictEqual(decide(facts), decision)) return false
      await act(facts)
      return true
    })
}

/** @param isDone whether the lease is not needed any more, asked after each wait */
async function acquireLease(
  ledger: CryptoPaymentModuleService,
  id: string,
  waitMs: number,
  isDone = async () => false
): Promise<Lease> {
  const owner = randomUUID()
  const giveUpAt = Date.now() + waitMs
  for (;;) {
    const attempt = await ledger.leases.acquire(id, owner, LEASE_TTL_SECONDS)
    if (attempt) return { id, owner, busy: false, attempt }
    if (Date.now() >= giveUpAt) return { id, owner: null, busy: true }
    await sleep(POLL_MS)
    if (await isDone()) return { id, owner: null, busy: false }
  }
}

const CORE_LOCK_TIMEOUT_SECONDS = 10

/** Core holds a lock, mostly for two minutes at most; a cache may keep one for good. */
export class CoreLockHeld extends Error {
  constructor(
    readonly cartOrOrderId: string,
    cause: unknown
  ) {
    super(`Medusa holds the lock of ${cartOrOrderId}: ${String(cause)}`, {
      cause,
    })
  }
}

/**
 * Acts under the lock that core takes to complete or change a cart, or to edit an order; `act` must
 * not start a core workflow that takes the same one.
 * @throws CoreLockHeld when the lock is not free within ten seconds, before `act` began
 */
export async function withCoreLock<Result>(
  container: MedusaContainer,
  cartOrOrderId: string | null,
  act: () => Promise<Result>
): Promise<Result> {
  if (!cartOrOrderId) return await act()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return act()
  }
  try {
    return await container
      .resolve(Modules.LOCKING)
      .execute(cartOrOrderId, begin, { timeout: CORE_LOCK_TIMEOUT_SECONDS })
  } catch (error) {
    if (hasBegun) throw error
    throw new CoreLockHeld(cartOrOrderId, error)
  }
}
