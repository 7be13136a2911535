import { mkdir, writeFile } from "node:fs/promises"
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
// Before anything that makes Medusa's logger.
import "./quiet"

import {
  startTestPostgres,
  stopTestPostgres,
} from "../support/postgres/test-postgres"
import { benchAdminList } from "./admin-list"
import { benchBoot } from "./boot"
import { benchClientRequests } from "./client-requests"
import type { BenchName, ChosenBenches } from "./command-line"
import type { Bench, Figure } from "./figure"
import { figuresTable } from "./figures-table"
import { benchForgedFlood } from "./forged-flood"
import { benchInstalledSize } from "./installed-size"
import { benchLedgerSize } from "./ledger-size"
import { inOwnProcess } from "./own-process"
import { benchPanelPaint } from "./panel-paint"
import { benchReports } from "./reports"
import { benchRequestSigning } from "./request-signing"
import { benchSingleRequests } from "./single-requests"
import { benchSoak } from "./soak"
import { benchTwoServers } from "./two-servers"
import { benchWebhookVerification } from "./webhook-verification"

const benches = (soakMinutes: number): Record<BenchName, Bench> => ({
  "client-requests": benchClientRequests,
  "webhook-verification": benchWebhookVerification,
  "request-signing": benchRequestSigning,
  "webhook-to-order": inOwnProcess("webhook-to-order"),
  "order-statements": inOwnProcess("order-statements"),
  reconciling: inOwnProcess("reconciling"),
  "unpaid-orders": inOwnProcess("unpaid-orders"),
  "single-requests": benchSingleRequests,
  "forged-flood": benchForgedFlood,
  "two-servers": benchTwoServers,
  soak: () => benchSoak(soakMinutes),
  "ledger-size": benchLedgerSize,
  "admin-list": benchAdminList,
  reports: benchReports,
  export: inOwnProcess("export"),
  boot: benchBoot,
  "installed-size": benchInstalledSize,
  "panel-paint": benchPanelPaint,
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
