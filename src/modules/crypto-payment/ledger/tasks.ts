import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Connect } from "./watch"

const taskTable = "crypto_payment_task"

/** Until a task that was begun, and neither completed nor paused, is due again. */
const abandonedSeconds = 10 * 60

/** A task that this run has begun. */
export type BegunTask = {
  id: string
  /** When its last complete pass began; null before the first. */
  completed_at: Date | null
  /** Where an unfinished pass goes on; 0 at the beginning of one. */
  position: number
}

/** Work that the job does now and then, by one process at a time. */
export class Tasks {
  constructor(private readonly connect: Connect) {}

  /** Begins a task, or goes on with it, if it is due and nobody else is at it. */
  begin(id: string): Promise<BegunTask | undefined> {
    return this.connect(async (db) => {
      const { rows } = await db.raw<{ rows: BegunTask[] }>(
        `INSERT INTO ${taskTable} AS task (id, due_at, began_at)
              VALUES (?, now() + ? * interval '1 second', now())
         ON CONFLICT (id) DO UPDATE
                 SET due_at = excluded.due_at, updated_at = now(),
                     began_at = CASE WHEN task.position = 0 THEN now()
                                     ELSE task.began_at END
               WHERE task.due_at <= now()
         RETURNING id, completed_at, position`,
        [id, abandonedSeconds]
      )
      return rows[0]
    })
  }

  /** Notes a complete pass; the next is due after so many seconds. */
  complete(id: string, everySeconds: number): Promise<void> {
    return this.connect((db) =>
      update(db, id, everySeconds, {
        completed_at: db.ref("began_at"),
        position: 0,
      })
    )
  }

  /** Leaves a pass where it is, to go on after so many seconds. */
  pause(id: string, position: number, afterSeconds: number): Promise<void> {
    return this.connect((db) => update(db, id, afterSeconds, { position }))
  }
}

async function update(
  db: Knex,
  id: string,
  dueInSeconds: number,
  patch: Record<string, unknown>
): Promise<void> {
  await db(taskTable)
    .where({ id })
    .update({
      ...patch,
      due_at: db.raw("now() + ? * interval '1 second'", [dueInSeconds]),
      updated_at: db.fn.now(),
    })
}
