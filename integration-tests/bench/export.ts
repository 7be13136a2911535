import {
  type ExportContent,
  exportLines,
} from "../../src/workflows/export-crypto-payments/lines"
import { manyAttempts, manyRefunds } from "../modules/many-attempts"
import { atLeast, atMost, type Figure } from "./figure"
import type { InProcessShop } from "./in-process-shop"
import { megabytesInUse } from "./memory-in-use"

const SMALL = 100_000
const LARGE = 1_000_000
/** Rounds of the small one; the large one is as long as ten of them. */
const ROUNDS = 3
/** Rows between two looks at the memory, for which all garbage is collected. */
const LOOK_EVERY = 20_000

/** The lines of an export of a million payments against one of a hundred thousand. */
export async function benchExport(shop: InProcessShop): Promise<Figure[]> {
  const small = await exportsOf(shop, SMALL, ROUNDS)
  const large = await exportsOf(shop, LARGE, 1)
  return [
    atLeast(
      0.8,
      "exported rows per second, 1,000,000 payments / 100,000",
      small.perSecond.map((each) => large.perSecond[0] / each)
    ),
    atLeast(
      1_000,
      "exported rows per second, 1,000,000 payments",
      large.perSecond,
      "rows"
    ),
    atMost(
      64,
      "memory in use during that export, peak above idle",
      large.megabytes,
      "MB"
    ),
    atMost(
      32,
      "the same, above an export of 100,000",
      large.megabytes.map((each) => each - Math.max(...small.megabytes)),
      "MB"
    ),
  ]
}

async function exportsOf(shop: InProcessShop, rows: number, rounds: number) {
  const { container, db } = shop
  await db.raw("TRUNCATE crypto_payment, crypto_payment_session CASCADE")
  await db.raw(manyAttempts(rows))
  await db.raw(manyRefunds(rows))
  await db.raw("VACUUM ANALYZE crypto_payment")
  const content: ExportContent = {
    type: "payments",
    filters: {},
    include_email: false,
    bom: false,
  }
  const perSecond: number[] = []
  const megabytes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const counted = { rows: 0 }
    const idle = megabytesInUse()
    const startedMs = performance.now()
    let characters = 0
    let peak = 0
    let next = LOOK_EVERY
    for await (const text of exportLines(container, content, counted)) {
      characters += text.length
      if (counted.rows < next) continue
      peak = Math.max(peak, megabytesInUse() - idle)
      next += LOOK_EVERY
    }
    if (characters < rows * 100) throw new Error("The export is too short.")
    perSecond.push((rows * 1_000) / (performance.now() - startedMs))
    megabytes.push(peak)
    if (counted.rows !== rows) throw new Error(`It has ${counted.rows} rows.`)
  }
  return { perSecond, megabytes }
}
