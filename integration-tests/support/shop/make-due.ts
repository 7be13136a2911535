import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** Moves the ledger's clockwork so that every attempt with a next check is due now. */
export async function makeDue(container: MedusaContainer): Promise<void> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await db("crypto_payment")
    .whereNotNull("next_check_at")
    .update({
      next_check_at: db.raw("now()"),
      last_checked_at: db.raw("now() - interval '1 day'"),
    })
}
