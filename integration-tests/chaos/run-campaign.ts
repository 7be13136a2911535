import { Client } from "pg"
import { audit, type AuditReport, readTimelines } from "../audit"
import { type Fleet, SandboxControl, startFleet } from "../fleet"
import { logInAsAdmin } from "../store"
import type { ProductWish } from "../store/catalogue"
import { type CampaignSize, makePlan, type Plan } from "./plan"
import { runVisits, type VisitEndings } from "./run-visits"
import { settleDown } from "./settle-down"
import { playVisit } from "./visits/visits"
import { rareHandle } from "./visits/special-visits"
import { APPLICATION_NAME, Weather } from "./weather"

const CONCURRENCY = 8
const VISITS_PER_SENTENCE = 250

export type CampaignOptions = CampaignSize & {
  /** Path of redis-server: then two servers and a worker share the work. */
  redisProgram?: string
  /** See FleetOptions. */
  migratedDatabaseUrl?: string
  tell?: (sentence: string) => void
  onOutput?: (text: string) => void
}

export type CampaignResult = {
  plan: Plan
  endings: VisitEndings
  /** What went wrong, by kind. */
  faults: Record<string, number>
  report: AuditReport
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
  const fleet = await startFleet({
    modes: redisProgram ? ["server", "server", "worker"] : ["shared"],
    redisProgram,
    migratedDatabaseUrl,
    reconcileSchedule: "*/3 * * * * *",
    products: productsOf(plan),
    tell,
    onOutput: options.onOutput,
  })
  try {
    const played = await play(plan, fleet, tell)
    return {
      plan,
      ...played,
      durationSeconds: Math.round((Date.now() - startedAt) / 1_000),
    }
  } finally {
    await fleet.stop()
  }
}

async function play(
  plan: Plan,
  fleet: Fleet,
  tell: (sentence: string) => void
): Promise<Omit<CampaignResult, "plan" | "durationSeconds">> {
  const db = new Client({
    connectionString: fleet.databaseUrl,
    application_name: APPLICATION_NAME,
  })
  await db.connect()
  try {
    const gateway = new SandboxControl(fleet.sandbox)
    const weather = new Weather(fleet, gateway, db)
    const scene = {
      url: fleet.url,
      store: fleet.store,
      gateway,
      admin: await logInAsAdmin(fleet.url, fleet.adminUser),
      api: fleet.sandbox,
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
        strikes.push(...due.map((each) => weather.strike(each)))
      },
    })
    await Promise.all(strikes)
    await weather.clear()

    tell("Waiting until all is quiet")
    await settleDown(fleet, gateway, db)
    tell("Auditing")
    const { databaseUrl } = fleet
    const report = await audit({
      databaseUrl,
      gateway,
      testModes: { pp_crypto_crypto: true },
    })
    const concerned = report.violations.flatMap(
      ({ gatewayPaymentId }) => gatewayPaymentId ?? []
    )
    const timelines = await readTimelines(databaseUrl, concerned)
    return { endings, faults: weather.counts, report, timelines }
  } finally {
    await db.end()
  }
}

function productsOf({ rarities }: Plan): ProductWish[] {
  const download = { requiresShipping: false }
  return [
    { ...download, handle: "guide", title: "Field guide", price: 4.99 },
    { ...download, handle: "wallpaper", title: "Wallpaper", price: 0.35 },
    ...Array.from({ length: rarities }, (_, rarity) => ({
      handle: rareHandle(rarity),
      title: `First edition ${rarity}`,
      price: 120,
      stock: 1,
      requiresShipping: true,
    })),
  ]
}
