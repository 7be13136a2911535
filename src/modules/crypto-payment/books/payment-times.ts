/**
 * Bounds of the time from opening to payment. Totals count how many payments took at most so long,
 * since medians cannot be added up. Closer together where most payments lie.
 */
export const PAID_WITHIN_SECONDS = [
  ...([10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900] as const),
  ...([1_200, 1_800, 2_700, 3_600, 5_400, 7_200, 10_800] as const),
  ...([21_600, 43_200, 86_400, 172_800, 604_800] as const),
] as const

/** The names of these counts. */
export const PAID_WITHIN = PAID_WITHIN_SECONDS.map(
  (seconds) => `paid_within_${seconds}` as const
)

type Counted = "timed" | (typeof PAID_WITHIN)[number]

/**
 * The time in which half of the payments were paid: in the same two bounds as the exact one, and
 * interpolated between them. The last bound where it is longer; null without a payment.
 */
export function medianSeconds(count: (name: Counted) => number): number | null {
  const half = count("timed") / 2
  if (half === 0) return null
  let before = { seconds: 0, count: 0 }
  for (const seconds of PAID_WITHIN_SECONDS) {
    const within = count(`paid_within_${seconds}`)
    if (within >= half) {
      const part = (half - before.count) / (within - before.count)
      return Math.round(before.seconds + part * (seconds - before.seconds))
    }
    before = { seconds, count: within }
  }
  return before.seconds
}
