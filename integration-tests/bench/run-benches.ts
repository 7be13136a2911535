import { mkdir, writeFile } from "node:fs/promises"
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
import {
  startTestPostgres,
  stopTestPostgres,
} from "../support/postgres/test-postgres"
import { benchAdminList } from "./admin-list"
import { type Bench, type Figure, figuresTable } from "./figure"
import { benchOpening } from "./opening"
import { inOwnProcess } from "./own-process"
import { benchSoak } from "./soak"

/** In the order in which they run; a bench has one row or several. */
export const BENCH_NAMES = [
  "webhook-to-order",
  "order-statements",
  "opening",
  "reconciling",
  "soak",
  "admin-list",
] as const

type BenchName = (typeof BENCH_NAMES)[number]

type ChosenBenches = { names: readonly BenchName[]; soakMinutes: number }

const benches = (soakMinutes: number): Record<BenchName, Bench> => ({
  "webhook-to-order": inOwnProcess("webhook-to-order"),
  "order-statements": inOwnProcess("order-statements"),
  opening: benchOpening,
  reconciling: inOwnProcess("reconciling"),
  soak: () => benchSoak(soakMinutes),
  "admin-list": benchAdminList,
})

/** Measures, prints and writes the figures. Resolves to the exit code. */
export async function runBenches(chosen: ChosenBenches): Promise<number> {
  const startedMs = performance.now()
  const folder = join(__dirname, "../../.bench")
  await mkdir(folder, { recursive: true })
  const figures = await measureAll(chosen)
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  process.stdout.write(`${describeMachine()}; ${minutes} minutes\n\n`)
  process.stdout.write(figuresTable(figures))
  const text = `${JSON.stringify(figures, null, 2)}\n`
  await writeFile(join(folder, "latest.json"), text)
  return figures.every(({ ok }) => ok) ? 0 : 1
}

async function measureAll({
  names,
  soakMinutes,
}: ChosenBenches): Promise<Figure[]> {
  const all = Object.entries(benches(soakMinutes))
  const chosen = all.filter(([name]) => names.some((each) => each === name))
  const figures: Figure[] = []
  await startTestPostgres()
  try {
    // One after the other: they would slow each other down.
    for (const [, bench] of chosen) {
      const measured = await bench()
      process.stderr.write(figuresTable(measured))
      figures.push(...measured)
    }
  } finally {
    await stopTestPostgres()
  }
  return figures
}

function describeMachine(): string {
  const cores = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cores.length} cores (${cores[0].model.trim()}), ${gigabytes} GB, Node ${process.version}`
}
