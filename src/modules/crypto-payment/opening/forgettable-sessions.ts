import type { Attempt } from "../ledger/rows"
import { keptSessions } from "../ledger/sessions"

/** So many sessions are looked up in one opening at most. */
const maxForgotten = 10

/**
 * The oldest sessions of an attempt, beyond the `keptSessions` newest, that
 * nothing will ask for: they are gone from Medusa, hold no money, and no return
 * URL at the gateway names them. (An opening with new sessions is found by
 * each, so without this a loop of openings would make the row grow for ever.)
 */
export async function forgettableSessions(
  attempt: Pick<
    Attempt,
    | "session_ids"
    | "payment_session_id"
    | "authorized_session_id"
    | "success_url"
    | "fail_url"
  >,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<string[]> {
  const { session_ids, payment_session_id, authorized_session_id } = attempt
  const urls = `${attempt.success_url ?? ""} ${attempt.fail_url ?? ""}`
  const old = session_ids
    .slice(0, Math.max(0, session_ids.length + 1 - keptSessions))
    .filter(
      (id) =>
        id !== payment_session_id &&
        id !== authorized_session_id &&
        !urls.includes(encodeURIComponent(id))
    )
    .slice(0, maxForgotten)
  const exist = await Promise.all(old.map(sessionExists))
  return old.filter((_, n) => !exist[n])
}
