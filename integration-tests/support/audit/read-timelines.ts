import { Client } from "pg"

/** The timelines of these gateway payments, as lines for a person to read. */
export async function readTimelines(
  databaseUrl: string,
  gatewayPaymentIds: string[]
): Promise<string[]> {
  const db = new Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const { rows } = await db.query<{ line: string }>(
      `SELECT concat_ws(' ', attempt.gateway_payment_id,
                to_char(event.at AT TIME ZONE 'UTC', 'HH24:MI:SS.MS'),
                event.source, event.type, event.data) AS line
         FROM crypto_payment AS attempt
         JOIN crypto_payment_event AS event
           ON event.crypto_payment_id = attempt.id
        WHERE attempt.gateway_payment_id = ANY($1)
        ORDER BY attempt.gateway_payment_id, event.at, event.id`,
      [gatewayPaymentIds]
    )
    return rows.map(({ line }) => line)
  } finally {
    await db.end()
  }
}
