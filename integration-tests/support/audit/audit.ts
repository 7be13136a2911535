import { Client } from "pg"
import { auditBooks } from "./audit-books"
import type { UnpaidOrderTerms } from "./audit-unpaid"
import type { GatewayPayment } from "./books"
import type { TestModes } from "./index-books"
import { readBooks } from "./read-books"
import type { AuditReport } from "./report"

/** Whatever can tell all payments that the gateway knows. */
export type AuditedGateway = { payments(): Promise<GatewayPayment[]> }

/**
 * Checks the law of conservation at a quiet moment: each payment that the
 * gateway calls confirmed is settled with exactly one paid order, or in front
 * of a person, or resolved by one; nothing is captured that was not confirmed;
 * and an order costs what was paid for it. Reads the gateway and the database, and no code of the plugin.
 */
export async function audit(options: {
  databaseUrl: string
  gateway: AuditedGateway
  testModes: TestModes
  /** Where orders are placed before their payment. */
  unpaidOrders?: UnpaidOrderTerms
}): Promise<AuditReport> {
  const db = new Client({ connectionString: options.databaseUrl })
  await db.connect()
  try {
    const payments = await options.gateway.payments()
    // One snapshot, so that no two tables are of different moments.
    await db.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    const { testModes, unpaidOrders } = options
    return auditBooks(payments, await readBooks(db), testModes, unpaidOrders)
  } finally {
    await db.end()
  }
}
