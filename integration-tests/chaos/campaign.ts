import { setTimeout as wait } from "node:timers/promises"
import { inspect } from "node:util"
import type { AuditReport } from "../support/audit"
import { Random } from "../support/random"
import { HttpError } from "../support/store"
import { Stage } from "./disturbances"
import { type CampaignSize, KINDS, makePlan, type Plan } from "./plan"
import { Buyer, type Expectation, GaveUp } from "./scenarios/buyer"
import { settleAndAudit } from "./settle-down"
import { openShop, type Scene, type Shop } from "./shop"

const CONCURRENCY = 8
const SCENARIO_LIMIT_MS = 240_000

/** A share of fewer payments says nothing. */
const ENOUGH = 8

/**
 * Kills and outages strike every kind, so one payment of a kind may wait for a
 * reason that is not its own; the auditor has judged that reason.
 */
const STRAYS = 1

type CampaignOptions = CampaignSize & {
  /** Name of a database in the PostgreSQL of the tests. */
  database?: string
  /** Path of redis-server: then two servers and a worker share the work. */
  redisProgram?: string
}

export type CampaignResult = Awaited<ReturnType<typeof runCampaign>>

/**
 * By kind of scenario: where its confirmed payments ended, `settled`, `resolved`, or why they wait.
 */
type OutcomesByKind = Record<string, Record<string, number>>

/** Plays a campaign from start to audit; leaves nothing running. */
export async function runCampaign(options: CampaignOptions) {
  const startedAt = Date.now()
  const { seed, database, redisProgram } = options
  const plan = makePlan(options)
  const shop = await openShop({
    modes: redisProgram ? ["server", "server", "worker"] : ["shared"],
    redisProgram,
    database,
    rarities: plan.rarities,
  })
  try {
    const played = await play(plan, shop)
    const seconds = (Date.now() - startedAt) / 1_000
    return { seed, carts: plan.carts, seconds, ...played }
  } finally {
    await shop.close()
  }
}

async function play(plan: Plan, shop: Shop) {
  const { scene } = shop
  const stage = new Stage(shop)
  const disturbances: Promise<unknown>[] = []
  const endings = await playScenarios(plan, scene, (number) => {
    for (const { atScenario, strike } of plan.disturbances) {
      if (atScenario !== number) continue
      const running = strike(stage)
      // One that fails is thrown below, once all have ended.
      running.catch(() => {})
      disturbances.push(running)
    }
  })
  await Promise.all(disturbances)
  const report = await settleAndAudit(shop)
  const outcomes = await readOutcomes(scene)
  return {
    endings,
    faults: stage.counts,
    report,
    outcomes,
    unlikely: judgeOutcomes(outcomes),
    timelines: await readTimelines(scene, report),
  }
}

/**
 * Lets some buyers in at a time, in the plan's order. A buyer's bad ending is no
 * failure: what must hold is what the audit asks for.
 * @param onScenario called when the scenario of this number begins
 */
async function playScenarios(
  { scenarios }: Plan,
  scene: Scene,
  onScenario: (number: number) => void
) {
  const endings = { done: 0, refused: 0, "gave up": 0, hung: 0 }
  let next = 0
  const buyers = Array.from({ length: CONCURRENCY }, async () => {
    while (next < scenarios.length) {
      const number = next++
      onScenario(number)
      const scenario = scenarios[number]
      const buyer = new Buyer(scene, new Random(scenario.seed), scenario)
      const played = KINDS[scenario.kind].play(buyer, scenario)
      add(endings, await endingOf(scenario.kind, played))
    }
  })
  await Promise.all(buyers)
  return endings
}

/** Resolves to how a buyer's way ended; rejects where that is no answer of the shop. */
export async function endingOf(kind: string, played: Promise<unknown>) {
  const hung = wait(SCENARIO_LIMIT_MS, "hung" as const, { ref: false })
  try {
    return await Promise.race([played.then(() => "done" as const), hung])
  } catch (error) {
    if (error instanceof GaveUp) return "gave up"
    if (error instanceof HttpError) return "refused"
    throw new Error(`${kind} could not be played: ${String(error)}`, {
      cause: error,
    })
  }
}

/** Of confirmed payments: only they have money in them. */
async function readOutcomes({ driver, opened }: Scene) {
  const rows = await driver.sql<{ id: string; outcome: string }>(
    `SELECT gateway_payment_id AS id, coalesce(
              CASE WHEN state = 'attention' THEN attention_reason END, state)
              AS outcome
       FROM crypto_payment
      WHERE deleted_at IS NULL AND gateway_status LIKE 'confirmed%'`
  )
  const outcomes: OutcomesByKind = {}
  for (const { id, outcome } of rows) {
    const kind = opened.get(id)
    if (kind) add((outcomes[kind] ??= {}), outcome)
  }
  return outcomes
}

/** Of the payments that a violation names, or their orders; for a person to read. */
export async function readTimelines(
  { driver, opened }: Scene,
  { violations }: AuditReport
): Promise<string[]> {
  const rows = await driver.sql<{ id: string; line: string }>(
    `SELECT attempt.gateway_payment_id AS id,
            concat_ws(' ', attempt.gateway_payment_id,
              to_char(event.at AT TIME ZONE 'UTC', 'HH24:MI:SS.MS'),
              event.source, event.type, event.data) AS line
       FROM crypto_payment AS attempt
       JOIN crypto_payment_event AS event
         ON event.crypto_payment_id = attempt.id
      WHERE attempt.gateway_payment_id = ANY($1) OR attempt.order_id = ANY($2)
         OR attempt.cart_id IN
            (SELECT cart_id FROM order_cart WHERE order_id = ANY($2))
      ORDER BY attempt.gateway_payment_id, event.at, event.id`,
    [
      violations.map(({ gatewayPaymentId }) => gatewayPaymentId),
      violations.map(({ orderId }) => orderId),
    ]
  )
  return rows.map(({ id, line }) => `${opened.get(id)} ${line}`)
}

/** Adds one to what is counted by name. */
function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** What came otherwise than the plan makes likely, one sentence each. Pure. */
export function judgeOutcomes(
  outcomes: OutcomesByKind,
  expectations: Record<string, Expectation> = KINDS
): string[] {
  return Object.entries(outcomes).flatMap(([kind, byOutcome]) => {
    const [from, to] = expectations[kind].settled
    const all = Object.values(byOutcome).reduce((sum, count) => sum + count, 0)
    const { settled = 0, resolved: _resolved, ...others } = byOutcome
    const share = settled / all
    return [
      ...(all >= ENOUGH && (share < from || share > to)
        ? [`${kind}: ${settled} of ${all} are settled, not ${from} to ${to}`]
        : []),
      ...Object.entries(others)
        .filter(
          ([reason, count]) =>
            count > STRAYS && !expectations[kind].reasons.includes(reason)
        )
        .map(([reason, count]) => `${kind}: ${count} x ${reason}`),
    ]
  })
}

export function describeViolation({
  rule,
  gatewayPaymentId,
  orderId,
  finding,
}: AuditReport["violations"][number]): string {
  return `${rule}: payment ${gatewayPaymentId}, order ${orderId}: ${finding}`
}

/** Where an invariant was broken, if one was, and the figures; for a person to read. */
export function describeResult(result: CampaignResult): string {
  const { report, unlikely, timelines, ...more } = result
  const lines = [
    ...report.violations.map(describeViolation),
    ...unlikely.map((sentence) => `not as the plan expects: ${sentence}`),
    inspect({ ...more, ...report.figures }, { depth: null, breakLength: 120 }),
    ...timelines,
  ]
  return `${lines.join("\n")}\n`
}
