/**
 * The benchmarks: `npm run bench`, or some of them: `npm run bench -- reconciling boot`.
 * Exit code 0 when every goal is reached.
 */
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

/** How long the soak takes as one of the benches. `-- --soak 60` is an hour of it, and nothing else. */
const SOAK_MINUTES = 5

/** By the name that selects it; a bench has one row or several. */
const BENCHES: Record<string, Bench> = {
  "client-requests": benchClientRequests,
  "webhook-verification": benchWebhookVerification,
  "request-signing": benchRequestSigning,
  "webhook-to-order": inOwnProcess("webhook-to-order"),
  reconciling: inOwnProcess("reconciling"),
  "unpaid-orders": inOwnProcess("unpaid-orders"),
  "single-requests": benchSingleRequests,
  "forged-flood": benchForgedFlood,
  "two-servers": benchTwoServers,
  soak: () => benchSoak(SOAK_MINUTES),
  "ledger-size": benchLedgerSize,
  "admin-list": benchAdminList,
  reports: benchReports,
  export: inOwnProcess("export"),
  boot: benchBoot,
  "installed-size": benchInstalledSize,
  "panel-paint": benchPanelPaint,
}

async function main(args: readonly string[]): Promise<number> {
  const [option, value] = args
  const isSoak = option === "--soak"
  if (isSoak) BENCHES.soak = () => benchSoak(Number(value))
  if (isSoak && !(Number(value) > 0)) {
    process.stderr.write("--soak needs a number of minutes.\n")
    return 2
  }
  const names = isSoak ? ["soak"] : args
  const unknown = names.filter((name) => !(name in BENCHES))
  if (unknown.length > 0) {
    const known = Object.keys(BENCHES).join(", ")
    process.stderr.write(
      `No bench ${unknown.join(", ")}. There are: ${known}\n`
    )
    return 2
  }
  const startedMs = performance.now()
  const figures = await measureAll(names)
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  process.stdout.write(`${describeMachine()}; ${minutes} minutes\n\n`)
  process.stdout.write(figuresTable(figures))
  const folder = join(__dirname, "../../.bench")
  await mkdir(folder, { recursive: true })
  const text = `${JSON.stringify(figures, null, 2)}\n`
  await writeFile(join(folder, "latest.json"), text)
  return figures.every(({ ok }) => ok) ? 0 : 1
}

async function measureAll(names: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = []
  await startTestPostgres()
  try {
    // One after the other: they would slow each other down.
    for (const [name, bench] of Object.entries(BENCHES)) {
      if (names.length > 0 && !names.includes(name)) continue
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

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
