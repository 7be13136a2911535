import { authenticationCases } from "./cases/authentication"
import { clientCases } from "./cases/client"
import { h2hCases } from "./cases/h2h"
import { readingCases } from "./cases/reading"
import { signingCases } from "./cases/signing"
import { webhookCases } from "./cases/webhook"
import { widgetCases } from "./cases/widget"
import { Conditions } from "./conditions"
import { answerObservations } from "./observations/answers"
import type { Observation, Observed } from "./observations/observation"
import { requestObservations } from "./observations/requests"
import type { Target } from "./target"
import {
  type ConformanceCase,
  NotATestPayment,
  Skipped,
  type Verdict,
} from "./verdict"

/** What a run found. */
export type ConformanceReport = {
  cases: { section: string; name: string; verdict: Verdict }[]
  observations: { fact: string; observed: Observed }[]
  /** Whether no case failed. */
  ok: boolean
}

/** Every promise of the contract that a stranger can try without coins. */
export const CONFORMANCE_CASES: ConformanceCase[] = [
  ...authenticationCases,
  ...signingCases,
  ...widgetCases,
  ...h2hCases,
  ...readingCases,
  ...clientCases,
  ...webhookCases,
]

/**
 * Tries every case against a gateway, one after the other, making test
 * payments only. The first payment that is none ends the run. What was made is
 * expired in the end, where the gateway can.
 *
 * @throws TypeError when the target's address or credentials cannot be used
 */
export async function runConformance(
  target: Target
): Promise<ConformanceReport> {
  const conditions = new Conditions(target)
  const cases: ConformanceReport["cases"] = []
  let stopped = false
  for (const { section, name, run } of CONFORMANCE_CASES) {
    const verdict: Verdict = stopped
      ? { kind: "skipped", why: "a payment was made that is no test payment" }
      : await run(conditions).then(passed, (error: unknown) => {
          stopped = error instanceof NotATestPayment
          return verdictOn(error)
        })
    cases.push({ section, name, verdict })
  }
  const observations = stopped ? [] : await observe(conditions)
  await expireMade(conditions)
  const ok = cases.every(({ verdict }) => verdict.kind !== "failed")
  return { cases, observations, ok }
}

function passed(): Verdict {
  return { kind: "passed" }
}

function verdictOn(error: unknown): Verdict {
  const why = error instanceof Error ? error.message : String(error)
  return error instanceof Skipped
    ? { kind: "skipped", why }
    : { kind: "failed", why }
}

async function observe(conditions: Conditions) {
  const looks: Observation[] = [...answerObservations, ...requestObservations]
  const seen: ConformanceReport["observations"] = []
  for (const { fact, look } of looks) {
    const observed = await look(conditions).catch(() => "not seen" as const)
    seen.push({ fact, observed })
  }
  return seen
}

/** Best effort: the contract has no call for it. */
async function expireMade({ made, probe }: Conditions): Promise<void> {
  for (const id of made) {
    const line = `DELETE /v1/payments/${encodeURIComponent(id)}`
    const status = await probe.send({ line }).then(
      (answer) => answer.status,
      () => undefined
    )
    if (status === undefined || CANNOT_EXPIRE.has(status)) {
      return
    }
  }
}

const CANNOT_EXPIRE = new Set([404, 405, 501])
