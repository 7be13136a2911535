/** Something to be timed: does its work that many times. */
export type Contender = (times: number) => Promise<void> | void

/** How long to measure. */
export type RoundsOptions = {
  /** Odd, so that one of them is the middle one. */
  rounds: number
  /** How often the work is done per contender and round. */
  times: number
}

/** What each contender reached in one round: operations per second, or whatever is compared. */
export type Round = ReadonlyMap<string, number>

/**
 * Times contenders against each other, in rounds: in each round everyone has
 * its turn, a different one first each time, so that what slows the machine
 * down for a while hits all of them. A turn of each before counts for nothing.
 */
export async function timeRounds(
  contenders: Record<string, Contender>,
  { rounds, times }: RoundsOptions
): Promise<Round[]> {
  const all = Object.entries(contenders)
  const done: Round[] = []
  for (let round = -1; round < rounds; round += 1) {
    const first = (round + all.length) % all.length
    const speeds = new Map<string, number>()
    for (const [name, run] of [...all.slice(first), ...all.slice(0, first)]) {
      const startedMs = performance.now()
      await run(times)
      speeds.set(name, (times * 1_000) / (performance.now() - startedMs))
    }
    if (round >= 0) {
      done.push(speeds)
    }
  }
  return done
}

/** A contender that does its work as often as it is to, one after the other. */
export function repeated(work: () => Promise<void>): Contender {
  return async (times) => {
    for (let left = times; left > 0; left -= 1) await work()
  }
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
