import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { notAllowed } from "../../medusa-errors"

const CORE_LOCK_TIMEOUT_SECONDS = 10

/** Core holds a lock, for two minutes at most; a later try finds it free. */
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
 * For what a person does under core's lock.
 * @throws MedusaError NOT_ALLOWED when core holds it
 */
export async function refuseWhileLocked<Result>(
  act: () => Promise<Result>
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof CoreLockHeld)) throw error
    const { cartOrOrderId, cause } = error
    throw notAllowed(
      `Medusa still holds the lock of ${cartOrOrderId}, for two minutes at most. Try again then. (${String(cause)})`
    )
  }
}

/**
 * Acts under the lock that core takes to complete or change a cart, or to edit an order; without
 * an id there is none. `act` must not start a core workflow that takes the same lock.
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
