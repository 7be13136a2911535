/** Something whose every single run is timed; what it needs is made ready before. */
export type Contender<Ready> = {
  prepare(): Promise<Ready>
  run(ready: Ready): Promise<unknown>
}

/** What each contender reached in one round. */
type Round = ReadonlyMap<string, number>

/** Of each round and contender: the middle and the 95th of a hundred runs in milliseconds, and runs per second. */
export type Timed = Record<"p50" | "p95" | "perSecond", Round[]>

/**
 * Times contenders against each other, in rounds: in each round everyone has its turn, a different
 * one first each time, so that what slows the machine down for a while hits all of them. A round
 * before counts for nothing.
 */
export async function timeRounds<Ready>(
  contenders: Record<string, Contender<Ready>>,
  options: {
    /** Odd, so that one of them is the middle one. */
    rounds: number
    /** Runs per contender and round. */
    times: number
    /** How many are under way at once. @default 1 */
    inFlight?: number
  }
): Promise<Timed> {
  const { rounds, times, inFlight = 1 } = options
  const all = Object.entries(contenders)
  const timed: Timed = { p50: [], p95: [], perSecond: [] }
  for (let round = -1; round < rounds; round += 1) {
    const first = (round + all.length) % all.length
    const [p50, p95, perSecond] = [0, 0, 0].map(() => new Map<string, number>())
    for (const [name, contender] of [
      ...all.slice(first),
      ...all.slice(0, first),
    ]) {
      const { tookMs, totalMs } = await timeRuns(contender, times, inFlight)
      p50.set(name, quantile(tookMs, 0.5))
      p95.set(name, quantile(tookMs, 0.95))
      perSecond.set(name, (times * 1_000) / totalMs)
    }
    if (round < 0) continue
    timed.p50.push(p50)
    timed.p95.push(p95)
    timed.perSecond.push(perSecond)
  }
  return timed
}

async function timeRuns<Ready>(
  contender: Contender<Ready>,
  times: number,
  inFlight: number
): Promise<{ tookMs: number[]; totalMs: number }> {
  const waiting: Ready[] = []
  for (let left = times; left > 0; left -= 1) {
    waiting.push(await contender.prepare())
  }
  const tookMs: number[] = []
  const startedMs = performance.now()
  const worker = async () => {
    while (waiting.length > 0) {
      const [next] = waiting.splice(-1)
      const beganMs = performance.now()
      await contender.run(next)
      tookMs.push(performance.now() - beganMs)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return { tookMs, totalMs: performance.now() - startedMs }
}

/** The ratio of two contenders in each round. */
export function ratios(
  rounds: readonly Round[],
  of: string,
  to: string
): number[] {
  return rounds.map(
    (reached) => (reached.get(of) ?? NaN) / (reached.get(to) ?? NaN)
  )
}

/** The value below which that part of all values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * part))
  return sorted[place] ?? NaN
}
