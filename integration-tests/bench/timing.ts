/** Something whose every single run is timed; what it needs is made ready before. */
export type Contender<Ready> = {
  prepare(): Promise<Ready>
  run(ready: Ready): Promise<unknown>
}

/**
 * The middle and the 95th of a hundred runs in milliseconds, runs per second, and this process's
 * milliseconds of processor time for a run.
 */
type Reached = Record<"p50" | "p95" | "perSecond" | "cpu", number>

/** What each contender reached in each round. */
type Rounds = Record<string, Reached>[]

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
): Promise<Rounds> {
  const { rounds, times, inFlight = 1 } = options
  const all = Object.entries(contenders)
  const timed: Rounds = []
  for (let round = -1; round < rounds; round += 1) {
    const reached: Rounds[number] = {}
    for (const [name, contender] of all) {
      reached[name] = await timeRuns(contender, times, inFlight)
    }
    if (round >= 0) timed.push(reached)
    all.push(...all.splice(0, 1))
  }
  return timed
}

async function timeRuns<Ready>(
  contender: Contender<Ready>,
  times: number,
  inFlight: number
): Promise<Reached> {
  const waiting: Ready[] = []
  while (waiting.length < times) waiting.push(await contender.prepare())
  const tookMs: number[] = []
  const startedMs = performance.now()
  const usedBefore = process.cpuUsage()
  const worker = async () => {
    while (waiting.length > 0) {
      const [next] = waiting.splice(-1)
      const beganMs = performance.now()
      await contender.run(next)
      tookMs.push(performance.now() - beganMs)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const totalMs = performance.now() - startedMs
  const { user, system } = process.cpuUsage(usedBefore)
  return {
    p50: quantile(tookMs, 0.5),
    p95: quantile(tookMs, 0.95),
    perSecond: (times * 1_000) / totalMs,
    cpu: (user + system) / 1_000 / times,
  }
}

/** The ratio of two contenders in each round. */
export function ratios(
  rounds: Rounds,
  what: keyof Reached,
  of: string,
  to: string
): number[] {
  return rounds.map((reached) => reached[of][what] / reached[to][what])
}

/** The value below which that part of all values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * part))
  return sorted[place] ?? NaN
}
