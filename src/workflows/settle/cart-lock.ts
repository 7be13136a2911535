import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

const waitSeconds = 10

/**
 * Acts under the lock that core takes to complete or change a cart, so that
 * neither happens half-way through; without a cart there is none to take.
 * Nothing in it may start a workflow of core's that takes the lock itself.
 *
 * @throws when the lock is not free within ten seconds
 */
export async function withCartLock<Result>(
  container: MedusaContainer,
  cartId: string | null,
  act: () => Promise<Result>
): Promise<Result> {
  if (!cartId) return await act()
  const locking = container.resolve<ILockingModule>(Modules.LOCKING)
  return await locking.execute(cartId, act, { timeout: waitSeconds })
}
