/** The benchmarks: `npm run bench`, or some of them: `npm run bench -- reconciling requests`. */
import { mkdir, writeFile } from "node:fs/promises"
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
import { oneOf, Refused, runMain } from "../support/command"
import {
  startTestPostgres,
  stopTestPostgres,
} from "../support/postgres/test-postgres"
import { benchAdminList } from "./admin-list"
import { type Bench, type Figure, figuresTable } from "./figure"
import { inOwnProcess } from "./own-process"
import { benchRequests } from "./requests"
import { benchSoak } from "./soak"

/** How long the soak takes as one of the benches. */
const SOAK_MINUTES = "5"

// A line for each request would be measured with it, and bury the table.
process.env.LOG_LEVEL ??= "error"
process.env.MEDUSA_DISABLE_TELEMETRY = "true"

void runMain({ soak: { type: "string" } }, async ({ soak }, operands) => {
  const soakMinutes = Number(soak ?? SOAK_MINUTES)
  if (!(soakMinutes > 0)) throw new Refused("--soak must be minutes above 0")
  // In the order in which they run; a bench has one row or several.
  const benches: Record<string, Bench> = {
    "webhook-to-order": inOwnProcess("webhook-to-order"),
    "order-statements": inOwnProcess("order-statements"),
    requests: benchRequests,
    reconciling: inOwnProcess("reconciling"),
    soak: () => benchSoak(soakMinutes),
    "admin-list": benchAdminList,
  }
  const all = Object.keys(benches)
  const names = operands.map((name) => oneOf("a bench", name, all))
  if (soak !== undefined) names.push("soak")
  const chosen = all.filter(
    (name) => names.length === 0 || names.includes(name)
  )

  const startedMs = performance.now()
  const folder = join(__dirname, "../../.bench")
  await mkdir(folder, { recursive: true })
  const figures: Figure[] = []
  await startTestPostgres()
  try {
    // One after the other: they would slow each other down.
    for (const name of chosen) {
      const measured = await benches[name]()
      process.stderr.write(figuresTable(measured))
      figures.push(...measured)
    }
  } finally {
    await stopTestPostgres()
  }
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  const [{ model }, ...others] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  process.stdout.write(
    `${others.length + 1} cores (${model.trim()}), ${gigabytes} GB, Node ${process.version}; ${minutes} minutes\n\n`
  )
  process.stdout.write(figuresTable(figures))
  const text = `${JSON.stringify(figures, null, 2)}\n`
  await writeFile(join(folder, "latest.json"), text)
  return figures.every(({ ok }) => ok) ? 0 : 1
})
