import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"

import { checkNow } from "./check-now"

/** How many are asked about at the same moment. */
const atOnce = 5

export type CheckResult = { id: string; ok: boolean; message?: string }

/** Checks many payments; what fails for one says why and does not stop the others. */
export async function checkMany(
  container: MedusaContainer,
  ids: readonly string[],
  actorId: string
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    const batch = ids.slice(start, start + atOnce)
    results.push(
      ...(await Promise.all(batch.map((id) => check(container, id, actorId))))
    )
  }
  return results
}

async function check(
  container: MedusaContainer,
  id: string,
  actorId: string
): Promise<CheckResult> {
  try {
    await checkNow(container, id, actorId)
    return { id, ok: true }
  } catch (error) {
    if (MedusaError.isMedusaError(error)) {
      return { id, ok: false, message: error.message }
    }
    container
      .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
      .error(`crypto payment ${id} could not be checked: ${String(error)}`)
    return { id, ok: false, message: "It failed; the server's log says why." }
  }
}
