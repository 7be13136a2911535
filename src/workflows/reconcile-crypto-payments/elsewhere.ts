import type { Run } from "./run"

const LOG_EVERY_MS = 60 * 60_000

/** When it was last logged in this process, by merchant. */
const loggedAt = new Map<string, number>()

/**
 * Whether a server at another address works on the live payments of this database: then
 * this is a copy of it, which must place no orders and send no events for them, until
 * somebody confirms that the shop has moved here.
 */
export async function isWorkedOnElsewhere(run: Run): Promise<boolean> {
  const { merchants, tasks } = run.ledger
  let isElsewhere = false
  for (const key of merchants.keys()) {
    const { merchantId, callbackBaseUrl, testMode } = merchants.options(key)
    if (testMode) continue
    const address = await tasks.claimAddress(merchantId, callbackBaseUrl)
    if (address === callbackBaseUrl) continue
    isElsewhere = true
    const now = Date.now()
    if (now - (loggedAt.get(key) ?? -Infinity) < LOG_EVERY_MS) continue
    loggedAt.set(key, now)
    run.logger.warn(
      `crypto payments: the scheduled job waits. This database was used at ${address}, and this server's callbackBaseUrl of the live merchant "${key}" is ${callbackBaseUrl}. A copy of a live database must not work on its payments; if the shop has moved here, confirm it on the plugin's setup page in the admin.`
    )
  }
  return isElsewhere
}
