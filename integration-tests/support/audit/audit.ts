import { Client } from "pg"
import { auditBooks } from "./audit-books"
import { auditMessages } from "./audit-messages"
import type { UnpaidOrderTerms } from "./audit-unpaid"
import type { GatewayPayment } from "./books"
import type { TestModes } from "./index-books"
import type { Delivery, Messages } from "./messages"
import { readBooks } from "./read-books"
import { readMessages } from "./read-messages"
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
  /** What the store's own subscriber got, where it wrote that down from the start. */
  deliveries?: Delivery[]
}): Promise<AuditReport> {
  const db = new Client({ connectionString: options.databaseUrl })
  await db.connect()
  try {
    const payments = await options.gateway.payments()
    // One snapshot, so that no two tables are of different moments.
    await db.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    const { testModes, unpaidOrders, deliveries } = options
    const report = auditBooks(
      payments,
      await readBooks(db),
      testModes,
      unpaidOrders
    )
    return deliveries
      ? withMessages(report, await readMessages(db, deliveries))
      : report
  } finally {
    await db.end()
  }
}

/** The law of money, and that of messages besides. */
function withMessages(report: AuditReport, messages: Messages): AuditReport {
  const { deliveries, notifications } = messages
  return {
    violations: [...report.violations, ...auditMessages(messages)],
    figures: {
      ...report.figures,
      messages: {
        deliveries: deliveries.length,
        events: new Set(deliveries.map(({ data }) => data.event_id)).size,
        notifications: notifications.length,
      },
    },
  }
}
