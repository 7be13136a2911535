import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { Client } from "pg"
import {
  audit,
  type AuditReport,
  readDeliveries,
  readTimelines,
} from "../support/audit"
import {
  type Instances,
  SandboxControl,
  type InstancesOptions,
  startInstances,
} from "../support/instances"
import { logInAsAdmin } from "../support/store"
import type { ProductInput } from "../support/store/catalogue"
import { judgeOutcomes, type OutcomesByKind } from "./expectations"
import { type CampaignSize, makePlan, type Plan } from "./plan"
import {
  prepareShop,
  STOCKED,
  surroundings,
  TEST_MODES,
  unpaidOrderTerms,
} from "./prepare-shop"
import { patiently } from "./patience"
import { runScenarios, type ScenarioEndings } from "./run-scenarios"
import { settleDown } from "./settle-down"
import type { Scene } from "./prepare-shop"
import { playScenario } from "./scenarios/scenarios"
import { rareHandle } from "./scenarios/special-scenarios"
import { APPLICATION_NAME, Disturber } from "./disturber"

const CONCURRENCY = 8
const SCENARIOS_PER_SENTENCE = 250

export type CampaignOptions = Pick<InstancesOptions, "database" | "tell"> &
  CampaignSize & {
    /** Path of redis-server: then two servers and a worker share the work. */
    redisProgram?: string
  }

export type CampaignResult = {
  options: CampaignOptions
  plan: Plan
  endings: ScenarioEndings
  /** What went wrong, by kind. */
  faults: Record<string, number>
  report: AuditReport
  /** Where the confirmed payments ended, by the kind of scenario that opened them. */
  outcomes: OutcomesByKind
  /** What came otherwise than the plan makes likely. */
  unlikely: string[]
  /** The timelines of the payments that a violation names. */
  timelines: string[]
  durationSeconds: number
}

/** Plays a campaign from start to audit; leaves nothing running. */
export async function runCampaign(
  options: CampaignOptions
): Promise<CampaignResult> {
  const startedAt = Date.now()
  const { tell, database, redisProgram } = options
  const plan = makePlan(options)
  const folder = await mkdtemp(path.join(tmpdir(), "campaign-"))
  const files = {
    events: path.join(folder, "events"),
    crash: path.join(folder, "crash-point"),
  }
  const instances = await startInstances({
    modes: redisProgram ? ["server", "server", "worker"] : ["shared"],
    redisProgram,
    database,
    reconcileSchedule: "*/3 * * * * *",
    store: { products: productsOf(plan) },
    ...surroundings,
    environment: {
      ...surroundings.environment,
      CAMPAIGN_EVENTS_FILE: files.events,
      CRASH_POINT_FILE: files.crash,
    },
    tell,
  })
  try {
    const played = await play(plan, instances, options, files)
    return {
      options,
      plan,
      ...played,
      durationSeconds: Math.round((Date.now() - startedAt) / 1_000),
    }
  } finally {
    await instances.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function play(
  plan: Plan,
  instances: Instances,
  { tell = () => {} }: CampaignOptions,
  files: { events: string; crash: string }
): Promise<Omit<CampaignResult, "options" | "plan" | "durationSeconds">> {
  const db = new Client({
    connectionString: instances.databaseUrl,
    application_name: APPLICATION_NAME,
  })
  await db.connect()
  try {
    const gateway = new SandboxControl(instances.sandbox)
    const disturber = new Disturber(instances, gateway, db, files.crash)
    const admin = await logInAsAdmin(instances.url, instances.adminUser)
    const scene: Scene = {
      url: instances.url,
      store: instances.store,
      gateway,
      admin,
      api: instances.sandbox,
      regions: await prepareShop(instances, admin),
      db,
      opened: new Map(),
      cancellations: new Set(),
      canceledByAdmin: new Set(),
      endedAt: new Map(),
    }
    const disturbances: Promise<void>[] = []
    tell(`Letting ${plan.scenarios.length} buyers in`)
    const endings = await runScenarios(plan, {
      concurrency: CONCURRENCY,
      play: (scenario) => playScenario(scene, scenario),
      onScenario: (number) => {
        if (number % SCENARIOS_PER_SENTENCE === 0 && number > 0) {
          tell(`${number} of ${plan.scenarios.length} were let in`)
        }
        const due = plan.disturbances.filter(
          ({ atScenario }) => atScenario === number
        )
        for (const each of due) {
          const running = disturber.disturb(each)
          // One that fails is thrown below, once all have ended.
          running.catch(() => {})
          disturbances.push(running)
        }
      },
    })
    await Promise.all(disturbances)
    await disturber.clear()
    for (const path of scene.cancellations) {
      tell(`Asking again: ${path}`)
      await patiently(() => admin.post(path)).catch(() => {})
    }

    tell("Waiting until all is quiet")
    await settleDown(instances, gateway, db, scene.endedAt, tell)
    tell("Auditing")
    const { databaseUrl } = instances
    const report = await audit({
      databaseUrl,
      gateway,
      testModes: TEST_MODES,
      unpaidOrders: unpaidOrderTerms(scene, Date.now()),
      // A ledger that is restored does not know which events it sent before.
      deliveries: plan.disturbances.some(({ kind }) => kind === "lose_ledger")
        ? undefined
        : await readDeliveries(files.events),
    })
    const outcomes = await readOutcomes(scene)
    const { rows: ofOrders } = await db.query<{ id: string }>(
      `SELECT gateway_payment_id AS id FROM crypto_payment
        WHERE order_id = ANY($1) OR cart_id IN
              (SELECT cart_id FROM order_cart WHERE order_id = ANY($1))`,
      [report.violations.map(({ orderId }) => orderId)]
    )
    const concerned = [
      ...report.violations.map(({ gatewayPaymentId }) => gatewayPaymentId),
      ...ofOrders.map(({ id }) => id),
    ].filter((id) => id !== null)
    const timelines = [
      ...concerned.map((id) => `${id} was opened by ${scene.opened.get(id)}`),
      ...(await readTimelines(databaseUrl, concerned)),
    ]
    return {
      endings,
      faults: disturber.counts,
      report,
      outcomes,
      unlikely: judgeOutcomes(outcomes),
      timelines,
    }
  } finally {
    await db.end()
  }
}

/** Of confirmed payments: only they have money in them. */
async function readOutcomes({ db, opened }: Scene): Promise<OutcomesByKind> {
  const { rows } = await db.query<{ id: string; outcome: string }>(
    `SELECT gateway_payment_id AS id, coalesce(
              CASE WHEN state = 'attention' THEN attention_reason END, state)
              AS outcome
       FROM crypto_payment
      WHERE deleted_at IS NULL AND gateway_status LIKE 'confirmed%'`
  )
  const outcomes: OutcomesByKind = {}
  for (const { id, outcome } of rows) {
    const kind = opened.get(id)
    if (!kind) continue
    const counts = (outcomes[kind] ??= {})
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return outcomes
}

function productsOf({ rarities }: Plan): ProductInput[] {
  const download = { requiresShipping: false }
  return [
    { ...download, handle: "guide", title: "Field guide", price: 4.99 },
    { ...download, handle: "wallpaper", title: "Wallpaper", price: 0.35 },
    { ...STOCKED, title: "Poster", price: 7.2, requiresShipping: true },
    { handle: "print", title: "Print", price: 14, requiresShipping: true },
    ...Array.from({ length: rarities }, (_, rarity) => ({
      handle: rareHandle(rarity),
      title: `First edition ${rarity}`,
      price: 120,
      stock: 1,
      requiresShipping: true,
    })),
  ]
}
