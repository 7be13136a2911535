import { judge, type ConformanceCase, type Result } from "./case"
import { authenticationCases } from "./cases/authentication"
import { clientCases } from "./cases/client"
import { deliveryCases } from "./cases/deliveries"
import { fieldCases } from "./cases/fields"
import { h2hCases } from "./cases/h2h"
import { listCases } from "./cases/list"
import { readingCases } from "./cases/reading"
import { repeatingCases } from "./cases/repeating"
import { signingCases } from "./cases/signing"
import { widgetCases } from "./cases/widget"
import { Conditions } from "./conditions"
import type { Target } from "./target"

/** What a run found; it contains no credential. */
export type ConformanceReport = {
  base_url: string
  merchant_id: string
  started_at: string
  duration_ms: number
  /** Number of cases by verdict. */
  counts: Record<Result["verdict"], number>
  results: Result[]
  /** The test payments that were made, to find the requests at the gateway. */
  payment_ids: string[]
}

/** What a stranger can ask a gateway without coins. */
export const CONFORMANCE_CASES: ConformanceCase[] = [
  ...authenticationCases,
  ...signingCases,
  ...widgetCases,
  ...h2hCases,
  ...repeatingCases,
  ...fieldCases,
  ...readingCases,
  ...listCases,
  ...clientCases,
  ...deliveryCases,
]

/**
 * Tries every case against a gateway, one after the other, making test payments only. The first
 * payment that is none ends the run. What was made is expired in the end, where the gateway can.
 *
 * @throws TypeError when the target's address or credentials cannot be used; Error when the port
 * for webhooks is taken
 */
export async function runConformance(
  target: Target
): Promise<ConformanceReport> {
  const startedAt = new Date()
  const conditions = new Conditions(target)
  await conditions.deliveries.open()
  try {
    const results = await tryAll(conditions)
    await expireMade(conditions)
    const count = (verdict: Result["verdict"]) =>
      results.filter((result) => result.verdict === verdict).length
    return {
      base_url: target.baseUrl,
      merchant_id: target.merchantId,
      started_at: startedAt.toISOString(),
      duration_ms: Date.now() - startedAt.getTime(),
      counts: {
        passed: count("passed"),
        differs: count("differs"),
        failed: count("failed"),
        skipped: count("skipped"),
      },
      results,
      payment_ids: [...conditions.made],
    }
  } finally {
    await conditions.deliveries.close()
  }
}

async function tryAll(conditions: Conditions): Promise<Result[]> {
  const results: Result[] = []
  let stopped = false
  for (const each of CONFORMANCE_CASES) {
    if (stopped) {
      const { section, name, contract, published = contract } = each
      const seen = "a payment was made that is no test payment"
      const asked = { section, name, contract, published }
      results.push({ ...asked, seen, verdict: "skipped" })
    } else {
      const { stops, ...result } = await judge(each, conditions)
      const seen = conditions.withoutSecrets(result.seen)
      results.push({ ...result, seen })
      stopped = stops
    }
  }
  return results
}

/** Best effort: the contract has no call for it. */
async function expireMade(conditions: Conditions): Promise<void> {
  for (const id of conditions.made) {
    const line = `DELETE /v1/payments/${encodeURIComponent(id)}`
    const status = await conditions.probe.send({ line }).then(
      (answer) => answer.status,
      () => undefined
    )
    if (status === undefined || CANNOT_EXPIRE.has(status)) return
  }
}

const CANNOT_EXPIRE = new Set([404, 405, 501])
