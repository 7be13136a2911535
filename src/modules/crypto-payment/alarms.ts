import type { Logger } from "@medusajs/framework/types"
import { TASK_TABLE } from "./attempts/tasks"
import type { Database, Sql } from "./database"
import type { ConfiguredProvider } from "./merchants/merchants"
import {
  cryptoPaymentEvents,
  enqueueGatewayEvent,
  type Refused,
} from "./outbox/outbox"

/**
 * After how many failures in a row an alarm is raised, and how long after that it is not raised
 * again. Anybody can send webhooks that do not fit; what a gateway refuses with 403, it may refuse
 * of one way to pay only, which would raise and take back the alarm with each two shoppers.
 */
const RULES: Record<Refused, { failures: number; quietMinutes: number }> = {
  key: { failures: 1, quietMinutes: 10 },
  webhooks: { failures: 2, quietMinutes: 60 },
}

/** One that is on, as it was read. */
export type Alarm = { refused: Refused; merchant: string; refused_at: Date }

type Subject = Pick<ConfiguredProvider, "provider_id" | "merchantKey">

const IS_ON = "began_at IS NOT NULL AND completed_at IS NULL"
const IS_DUE = `position >= ? AND due_at <= now() AND NOT (${IS_ON})`

/**
 * The two alarms of each merchant: its key, and its webhooks. They change nothing but notices and
 * what the admin shows, and what fails here is only logged: it must stop no sale and no webhook.
 * Whoever changes the row writes the event with it, so that each is written once.
 */
export class Alarms {
  constructor(
    private readonly db: Database,
    private readonly logger: Pick<Logger, "warn">
  ) {}

  /** Counts a failure, and raises the alarm where it is one too many. */
  async refuse(
    refused: Refused,
    { provider_id, merchantKey: merchant }: Subject
  ): Promise<void> {
    const id = alarmId(refused, merchant)
    const { failures, quietMinutes } = RULES[refused]
    await this.tryTo(async () => {
      const counted = await this.db.raw<{ rows: { is_due: boolean }[] }>(
        `INSERT INTO ${TASK_TABLE} AS alarm (id, due_at, position) VALUES (?, now(), 1)
         ON CONFLICT (id) DO UPDATE
                 SET position = alarm.position + 1, updated_at = now()
           RETURNING ${IS_DUE} AS is_due`,
        [id, failures]
      )
      if (!counted.rows[0].is_due) return
      await this.db.transaction(async (db) => {
        const { rows } = await db.raw<{ rows: { refused_at: Date }[] }>(
          `UPDATE ${TASK_TABLE}
              SET began_at = now(), completed_at = NULL, updated_at = now(),
                  due_at = now() + ? * interval '1 minute'
            WHERE id = ? AND ${IS_DUE}
          RETURNING began_at AS refused_at`,
          [quietMinutes, id, failures]
        )
        for (const { refused_at } of rows) {
          await enqueueGatewayEvent(db, {
            name: cryptoPaymentEvents.gatewayRefused,
            data: dataOf({ refused, merchant, refused_at }, provider_id),
          })
        }
      })
    })
  }

  /** Once: not where somebody else did, or it was raised again since it was read. */
  async takeBack(alarm: Alarm, provider_id: string): Promise<void> {
    const { refused, merchant, refused_at } = alarm
    await this.tryTo(async () => {
      await this.db.transaction(async (db) => {
        // A moment is read without its microseconds.
        const { rows } = await db.raw<{ rows: unknown[] }>(
          `UPDATE ${TASK_TABLE}
              SET completed_at = now(), position = 0, updated_at = now()
            WHERE id = ? AND ${IS_ON}
              AND date_trunc('milliseconds', began_at) = ?::timestamptz
          RETURNING id`,
          [alarmId(refused, merchant), refused_at]
        )
        if (rows.length === 0) return
        await enqueueGatewayEvent(db, {
          name: cryptoPaymentEvents.gatewayRestored,
          data: dataOf(alarm, provider_id),
        })
      })
    })
  }

  /** Of all merchants. */
  async on(): Promise<Alarm[]> {
    const { rows } = await this.db.raw<{
      rows: { id: string; refused_at: Date }[]
    }>(
      `SELECT id, began_at AS refused_at FROM ${TASK_TABLE}
        WHERE starts_with(id, ?) AND ${IS_ON}`,
      [PREFIX]
    )
    return rows.flatMap(({ id, refused_at }) => {
      const [, kind, ...merchant] = id.split(" ")
      const refused = REFUSED.find((each) => each === kind)
      return refused
        ? [{ refused, merchant: merchant.join(" "), refused_at }]
        : []
    })
  }

  private async tryTo(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.logger.warn(`crypto payments: an alarm was not written: ${message}`)
    }
  }
}

/** Since when an alarm is on, or null: to be read with what another statement reads or writes. */
export function alarmSince(
  db: Database,
  refused: Refused,
  merchant: string
): Sql {
  return db.raw(
    `(SELECT began_at FROM ${TASK_TABLE} WHERE id = ? AND ${IS_ON})`,
    [alarmId(refused, merchant)]
  )
}

/** Begins the count of failures in a row anew, with what another statement writes. */
export function endFailures(
  db: Database,
  refused: Refused,
  merchant: string
): Sql {
  return db.raw(
    `UPDATE ${TASK_TABLE} SET position = 0 WHERE id = ? AND position > 0`,
    [alarmId(refused, merchant)]
  )
}

const REFUSED: readonly Refused[] = ["key", "webhooks"]
const PREFIX = "alarm "

function alarmId(refused: Refused, merchant: string): string {
  return PREFIX + [refused, merchant].join(" ")
}

function dataOf({ refused, merchant, refused_at }: Alarm, provider_id: string) {
  return {
    merchant,
    provider_id,
    refused,
    refused_at: refused_at.toISOString(),
  }
}
