import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

const moments: Record<string, string[]> = {
  crypto_payment: [
    "created_at",
    "opened_at",
    "closed_at",
    "superseded_at",
    "last_checked_at",
    "next_check_at",
  ],
  crypto_payment_event: ["at"],
}

/** Moves everything in the ledger into the past, as if so long had gone by. */
export async function advanceLedger(
  container: MedusaContainer,
  minutes: number
): Promise<void> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const [table, columns] of Object.entries(moments)) {
    const earlier = columns.map((column) => [
      column,
      db.raw("?? - ? * interval '1 minute'", [column, minutes]),
    ])
    await db(table).update(Object.fromEntries(earlier))
  }
}
