/** The benchmarks: `npm run bench`. Exit code 0 when every goal is reached. */
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
import { benchInstalledSize } from "./installed-size"
import { benchLedgerSize } from "./ledger-size"
import { inOwnProcess } from "./own-process"
import { benchRequestSigning } from "./request-signing"
import { benchSingleRequests } from "./single-requests"
import { benchTwoServers } from "./two-servers"
import { benchWebhookVerification } from "./webhook-verification"

const BENCHES: Bench[] = [
  benchClientRequests,
  benchWebhookVerification,
  benchRequestSigning,
  inOwnProcess("webhook-to-order"),
  inOwnProcess("reconciling"),
  inOwnProcess("unpaid-orders"),
  benchSingleRequests,
  benchTwoServers,
  benchLedgerSize,
  benchAdminList,
  benchBoot,
  benchInstalledSize,
]

async function main(): Promise<number> {
  const startedMs = performance.now()
  const figures = await measureAll()
  const machine = describeMachine()
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  process.stdout.write(`${machine}; ${minutes} minutes\n\n`)
  process.stdout.write(figuresTable(figures))
  const folder = join(__dirname, "../../.bench")
  await mkdir(folder, { recursive: true })
  const text = `${JSON.stringify({ machine, figures }, null, 2)}\n`
  await writeFile(join(folder, "latest.json"), text)
  return figures.every(({ ok }) => ok) ? 0 : 1
}

async function measureAll(): Promise<Figure[]> {
  const figures: Figure[] = []
  await startTestPostgres()
  try {
    // One after the other: they would slow each other down.
    for (const bench of BENCHES) {
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

void main().then((code) => {
  process.exitCode = code
})
