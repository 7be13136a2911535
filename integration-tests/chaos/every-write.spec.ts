import { describeSweep, runSweep, type SweepResult } from "./every-write"
import { PATHS } from "./paths"

/** With start, settling down and audit, each takes ten minutes at most on 2 cores. */
const PLAY_MS = 6 * 60_000
const LIMIT_MS = 3_600_000

/**
 * A seed like any other. `npm run test:chaos -- --every-write` takes a new one, and every point.
 */
const SEED = 20261129

describe.each(["cut", "slow"] as const)(
  "every path, with a database that is %s",
  (strike) => {
    let result: SweepResult

    beforeAll(async () => {
      result = await runSweep({ seed: SEED, strike, limitMs: PLAY_MS })
      console.log(describeSweep(result))
    }, LIMIT_MS)

    it("loses, doubles and invents no money", () => {
      expect(result.violations).toEqual([])
    })

    it("was one: money came, against the odds", () => {
      expect(result.figures.carts).toBeGreaterThan(Object.keys(PATHS).length)
      expect(result.figures.confirmed).toBeGreaterThan(
        Object.keys(PATHS).length
      )
    })
  }
)
