import { boundedWaitSeconds } from "../../../gateway"
import type { Database } from "../database"
import { inSeconds } from "./rows"

export const TASK_TABLE = "crypto_payment_task"

/** Until a task that was begun, and neither completed nor paused, is due again. */
const ABANDONED_SECONDS = 10 * 60

export type BegunTask = {
  id: string
  /** When its last complete pass began; null before the first. */
  completed_at: Date | null
  /** Where a pass that did not end continues; 0 at the beginning of one. */
  position: number
}

export class Tasks {
  constructor(private readonly db: Database) {}

  /** Undefined where the task is not due, or another process has begun it. */
  async begin(id: string): Promise<BegunTask | undefined> {
    const { rows } = await this.db.raw<{ rows: BegunTask[] }>(
      `INSERT INTO ${TASK_TABLE} AS task (id, due_at, began_at)
              VALUES (?, now() + ? * interval '1 second', now())
         ON CONFLICT (id) DO UPDATE
                 SET due_at = excluded.due_at, updated_at = now(),
                     began_at = CASE WHEN task.position = 0 THEN now()
                                     ELSE task.began_at END
               WHERE task.due_at <= now()
         RETURNING id, completed_at, position`,
      [id, ABANDONED_SECONDS]
    )
    return rows[0]
  }

  async complete(id: string, everySeconds: number): Promise<void> {
    const completed_at = this.db.ref("began_at")
    await this.update(id, everySeconds, { completed_at, position: 0 })
  }

  async pause(id: string, position: number, afterSeconds: number) {
    await this.update(id, boundedWaitSeconds(afterSeconds), { position })
  }

  /** Where a merchant's live payments are worked on: the first that asked, until it is moved. */
  async claimAddress(merchantId: string, address: string): Promise<string> {
    const claimed = await this.addressOf(merchantId)
    if (claimed !== null) return claimed
    await this.db.raw(
      `INSERT INTO ${TASK_TABLE} (id, due_at, callback_base_url)
            VALUES (?, now(), ?) ON CONFLICT (id) DO NOTHING`,
      [addressId(merchantId), address]
    )
    return (await this.addressOf(merchantId)) ?? address
  }

  async addressOf(merchantId: string): Promise<string | null> {
    const row = await this.db<{ id: string; callback_base_url: string | null }>(
      TASK_TABLE
    )
      .where({ id: addressId(merchantId) })
      .first()
    return row?.callback_base_url ?? null
  }

  async moveAddress(merchantId: string, address: string): Promise<void> {
    await this.db(TASK_TABLE)
      .where({ id: addressId(merchantId) })
      .update({ callback_base_url: address, updated_at: this.db.fn.now() })
  }

  private async update(
    id: string,
    dueInSeconds: number,
    patch: Record<string, unknown>
  ): Promise<void> {
    const due_at = inSeconds(this.db, dueInSeconds)
    await this.db(TASK_TABLE)
      .where({ id })
      .update({ ...patch, due_at, updated_at: this.db.fn.now() })
  }
}

function addressId(merchantId: string): string {
  return `address:${merchantId}`
}

/** `task` is the name of its row; the file's `key` is said to nobody. */
export type ExportFile = { task: string; key: string }

/** The files of large exports, each until it is deleted, a day after it was begun. */
export class ExportFiles {
  constructor(private readonly db: Database) {}

  /** Before anything is written to the file, so that none is forgotten. */
  async begin(exportId: string, userId: string, key: string): Promise<void> {
    await this.db.raw(
      `INSERT INTO ${TASK_TABLE} (id, due_at, began_at)
            VALUES (?, now() + interval '1 day', now())`,
      [[EXPORT, exportId, userId, key].join(" ")]
    )
  }

  async complete(exportId: string): Promise<void> {
    const completed_at = this.db.fn.now()
    await this.of(exportId).update({ completed_at })
  }

  /** The key of a complete file, for who asked for it. */
  async find(exportId: string, userId: string): Promise<string | undefined> {
    const [task] = await this.of(exportId, userId)
      .whereNotNull("completed_at")
      .where("due_at", ">", this.db.fn.now())
      .pluck<string[]>("id")
    return task && keyOf(task)
  }

  /** Those to be deleted: of an export that failed, else whose day is over. */
  async old(exportId?: string): Promise<ExportFile[]> {
    const tasks = await (
      exportId === undefined
        ? this.of().where("due_at", "<=", this.db.fn.now())
        : this.of(exportId)
    ).pluck<string[]>("id")
    return tasks.map((task) => ({ task, key: keyOf(task) }))
  }

  /** Once the file is deleted. */
  async forget({ task }: ExportFile): Promise<void> {
    await this.db(TASK_TABLE).where({ id: task }).delete()
  }

  private of(...names: string[]) {
    const beginning = [EXPORT, ...names, ""].join(" ")
    return this.db(TASK_TABLE).whereRaw("starts_with(id, ?)", [beginning])
  }
}

/** Begins the name of a file's task, before the export's id, the user's and the key. */
const EXPORT = "export"

function keyOf(task: string): string {
  return task.split(" ").slice(3).join(" ")
}
