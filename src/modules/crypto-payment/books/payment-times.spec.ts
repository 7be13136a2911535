import fc from "fast-check"
import { medianSeconds, PAID_WITHIN_SECONDS } from "./payment-times"

const LONGEST = PAID_WITHIN_SECONDS[PAID_WITHIN_SECONDS.length - 1]

/** As the totals count payments that took so long. */
const medianOf = (times: number[]) =>
  medianSeconds((name) => {
    const [, bound = Infinity] = name.split("paid_within_")
    return times.filter((seconds) => seconds <= Number(bound)).length
  })

describe("the median time to payment", () => {
  it("is unknown without a payment", () => {
    expect(medianOf([])).toBeNull()
  })

  it("lies between the same bounds as the time in which half of them were paid", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: LONGEST, noNaN: true }), {
          minLength: 1,
        }),
        (times) => {
          const sorted = [...times].sort((one, other) => one - other)
          const exact = sorted[Math.ceil(sorted.length / 2) - 1]
          const upper = PAID_WITHIN_SECONDS.findIndex((each) => exact <= each)
          const median = medianOf(times)
          expect(median).toBeGreaterThanOrEqual(
            PAID_WITHIN_SECONDS[upper - 1] ?? 0
          )
          expect(median).toBeLessThanOrEqual(PAID_WITHIN_SECONDS[upper])
        }
      )
    )
  })

  it.each([
    [[100], 105],
    [[95, 100, 110, 119], 105],
    [[5, 5, 100], 8],
    [[5, 100, 100], 98],
    [[60, 90], 60],
    [[1, 1, 700_000], 8],
    [[1, 700_000, 700_000], 604_800],
  ])("of %j is %d", (times, median) => {
    expect(medianOf(times)).toBe(median)
  })
})
