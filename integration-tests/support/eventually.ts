import { setTimeout as wait } from "node:timers/promises"

const INTERVAL_MS = 100
/** For what surely comes, on a machine that is busy with other things. */
const LIMIT_MS = 120_000

/** Looks until there is something to see; rejects with `otherwise` if not. */
export async function eventually<Found>(
  look: () => Promise<Found | undefined>,
  { limitMs = LIMIT_MS, otherwise }: { limitMs?: number; otherwise: string }
): Promise<Found> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(otherwise)
    await wait(INTERVAL_MS)
  }
}
