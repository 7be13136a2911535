import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { attempts, type Attempt } from "./rows"

/**
 * The return URLs name a session: those of the session that asks now take the
 * place of the ones of a session whose opening got no answer.
 *
 * @returns undefined once the attempt is no longer being created.
 */
export async function renewReturnUrls(
  db: Knex,
  id: string,
  urls: Pick<Attempt, "success_url" | "fail_url">
): Promise<Attempt | undefined> {
  const [row] = await attempts(db)
    .where({ id, state: "creating" })
    .update(urls)
    .returning("*")
  return row
}
