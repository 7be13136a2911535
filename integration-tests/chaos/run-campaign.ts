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
import { type Fleet, SandboxControl, startFleet } from "../support/fleet"
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
import { runVisits, type VisitEndings } from "./run-visits"
import { settleDown, waitForSchedule } from "./settle-down"
import type { Scene } from "./visits/scene"
import { playVisit } from "./visits/visits"
import { rareHandle } from "./visits/special-visits"
import { APPLICATION_NAME, Weather } from "./weather"

const CONCURRENCY = 8
const VISITS_PER_SENTENCE = 250

export type CampaignOptions = CampaignSize & {
  /** Path of redis-server: then two servers and a worker share the work. */
  redisProgram?: string
  /** Nothing is started anew, expired or made due by hand before the audit. */
  ownSchedule?: boolean
  /** See FleetOptions. */
  migratedDatabaseUrl?: string
  tell?: (sentence: string) => void
  onOutput?: (text: string) => void
}

export type CampaignResult = {
  options: CampaignOptions
  plan: Plan
  endings: VisitEndings
  /** What went wrong, by kind. */
  faults: Record<string, number>
  report: AuditReport
  /** Where the confirmed payments ended, by the kind of visit that opened them. */
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
  const { tell = () => {}, redisProgram, migratedDatabaseUrl } = options
  const plan = makePlan(options)
  const folder = await mkdtemp(path.join(tmpdir(), "campaign-"))
  const eventsFile = path.join(folder, "events")
  const fleet = await startFleet({
    modes: redisProgram ? ["server", "server", "worker"] : ["shared"],
    redisProgram,
    migratedDatabaseUrl,
    reconcileSchedule: "*/3 * * * * *",
    products: productsOf(plan),
    ...surroundings,
    environment: {
      ...surroundings.environment,
      CAMPAIGN_EVENTS_FILE: eventsFile,
    },
    tell,
    onOutput: options.onOutput,
  })
  try {
    const played = await play(plan, fleet, options, eventsFile)
    return {
      options,
      plan,
      ...played,
      durationSeconds: Math.round((Date.now() - startedAt) / 1_000),
    }
  } finally {
    await fleet.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function play(
  plan: Plan,
  fleet: Fleet,
  { tell = () => {}, ownSchedule = false }: CampaignOptions,
  eventsFile: string
): Promise<Omit<CampaignResult, "options" | "plan" | "durationSeconds">> {
  const db = new Client({
    connectionString: fleet.databaseUrl,
    application_name: APPLICATION_NAME,
  })
  await db.connect()
  try {
    const gateway = new SandboxControl(fleet.sandbox)
    const weather = new Weather(fleet, gateway, db, ownSchedule)
    const admin = await logInAsAdmin(fleet.url, fleet.adminUser)
    const scene: Scene = {
      url: fleet.url,
      store: fleet.store,
      gateway,
      admin,
      api: fleet.sandbox,
      regions: await prepareShop(fleet, admin),
      db,
      opened: new Map(),
      cancellations: new Set(),
      canceledByAdmin: new Set(),
      endedAt: new Map(),
    }
    const strikes: Promise<void>[] = []
    tell(`Letting ${plan.visits.length} buyers in`)
    const endings = await runVisits(plan, {
      concurrency: CONCURRENCY,
      play: (visit) => playVisit(scene, visit),
      onVisit: (number) => {
        if (number % VISITS_PER_SENTENCE === 0 && number > 0) {
          tell(`${number} of ${plan.visits.length} were let in`)
        }
        const due = plan.disturbances.filter(
          ({ atVisit }) => atVisit === number
        )
        for (const each of due) {
          const strike = weather.strike(each)
          // One that fails is thrown below, once all have ended.
          strike.catch(() => {})
          strikes.push(strike)
        }
      },
    })
    await Promise.all(strikes)
    await weather.clear()
    for (const path of scene.cancellations) {
      tell(`Asking again: ${path}`)
      await patiently(() => admin.post(path)).catch(() => {})
    }

    tell("Waiting until all is quiet")
    if (ownSchedule) await waitForSchedule(gateway, db)
    else await settleDown(fleet, gateway, db, scene.endedAt)
    tell("Auditing")
    const { databaseUrl } = fleet
    const report = await audit({
      databaseUrl,
      gateway,
      testModes: TEST_MODES,
      unpaidOrders: unpaidOrderTerms(scene, Date.now()),
      // A ledger that is restored does not know of what it told before.
      deliveries: plan.disturbances.some(({ kind }) => kind === "lose_ledger")
        ? undefined
        : await readDeliveries(eventsFile),
    })
    const outcomes = await readOutcomes(scene)
    const concerned = report.violations.flatMap(
      ({ gatewayPaymentId }) => gatewayPaymentId ?? []
    )
    const timelines = [
      ...concerned.map((id) => `${id} was opened by ${scene.opened.get(id)}`),
      ...(await readTimelines(databaseUrl, concerned)),
    ]
    return {
      endings,
      faults: weather.counts,
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
