import { setTimeout as wait } from "node:timers/promises"
import { HttpError } from "../support/store/http-client"
import { GaveUp } from "./patience"
import type { Plan, Scenario } from "./plan"

const SCENARIO_LIMIT_MS = 240_000

/** How the scenarios ended, by ending. */
export type ScenarioEndings = {
  done: number
  /** The shop refused something that the buyer could not go on without. */
  refused: number
  /** The buyer waited in vain. */
  gaveUp: number
  /** Nothing came of a request at all. */
  hung: number
  /** How often each answer ended a scenario, by text. */
  refusedBy: Record<string, number>
}

/**
 * Lets `concurrency` buyers in at a time, in the plan's order. A buyer's bad
 * ending is no failure: what must hold is what the audit asks for.
 */
export async function runScenarios(
  { scenarios }: Plan,
  options: {
    concurrency: number
    play: (scenario: Scenario) => Promise<void>
    /** Called when the scenario of this number begins. */
    onScenario: (number: number) => void
  }
): Promise<ScenarioEndings> {
  const endings: ScenarioEndings = {
    done: 0,
    refused: 0,
    gaveUp: 0,
    hung: 0,
    refusedBy: {},
  }
  let next = 0
  const buyers = Array.from({ length: options.concurrency }, async () => {
    while (next < scenarios.length) {
      const number = next++
      options.onScenario(number)
      const scenario = scenarios[number]
      await limited(options.play(scenario)).then(
        () => endings.done++,
        (error: unknown) => note(endings, scenario, error)
      )
    }
  })
  await Promise.all(buyers)
  return endings
}

class Hung extends Error {}

async function limited(scenario: Promise<void>): Promise<void> {
  const stop = new AbortController()
  const limit = wait(SCENARIO_LIMIT_MS, undefined, {
    signal: stop.signal,
    ref: false,
  }).then(() => {
    throw new Hung()
  })
  await Promise.race([scenario, limit]).finally(() => {
    limit.catch(() => {})
    stop.abort()
  })
}

function note(
  endings: ScenarioEndings,
  scenario: Scenario,
  error: unknown
): void {
  if (error instanceof GaveUp) {
    endings.gaveUp++
    return
  }
  if (error instanceof Hung) {
    endings.hung++
    return
  }
  // Whatever is no answer of the shop is a fault of the campaign itself.
  if (!(error instanceof HttpError)) {
    throw new Error(`${scenario.kind} could not be played: ${String(error)}`, {
      cause: error,
    })
  }
  endings.refused++
  const text = `${scenario.kind}: ${error.message.replace(/_[0-9A-HJKMNP-TV-Z]{26}/g, "_…")}`
  endings.refusedBy[text] = (endings.refusedBy[text] ?? 0) + 1
}
