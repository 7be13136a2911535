import { EXPECTATIONS, judgeOutcomes } from "./expectations"
import { UNPAID_SCENARIO_WEIGHTS, SCENARIO_WEIGHTS } from "./scenarios/kinds"

describe("what a campaign expects of each kind of scenario", () => {
  const half = {
    buy: { settled: [0.4, 0.6] as [number, number], reasons: ["x"] },
  }

  it("names each kind", () => {
    expect(Object.keys(EXPECTATIONS).sort()).toEqual(
      Object.keys({ ...SCENARIO_WEIGHTS, ...UNPAID_SCENARIO_WEIGHTS }).sort()
    )
  })

  it("is met by a share within the range, and by reasons that it names", () => {
    expect(judgeOutcomes({ buy: { settled: 5, x: 5 } }, half)).toEqual([])
  })

  it.each([
    [
      "too many",
      { settled: 9, x: 1 },
      "buy: 9 of 10 are settled, not 0.4 to 0.6",
    ],
    [
      "too few",
      { settled: 1, x: 9 },
      "buy: 1 of 10 are settled, not 0.4 to 0.6",
    ],
    ["none", { x: 10 }, "buy: 0 of 10 are settled, not 0.4 to 0.6"],
    ["another reason", { settled: 5, x: 3, y: 2 }, "buy: 2 x y"],
  ])("is not met by %s", (_what, outcomes, sentence) => {
    expect(judgeOutcomes({ buy: outcomes }, half)).toEqual([sentence])
  })

  it("does not judge the share of a few payments, but their reasons", () => {
    expect(judgeOutcomes({ buy: { y: 2 } }, half)).toEqual(["buy: 2 x y"])
  })

  it("is met by a single payment that waits for another reason", () => {
    expect(judgeOutcomes({ buy: { settled: 5, x: 4, y: 1 } }, half)).toEqual([])
  })

  it("counts what a person resolved as neither", () => {
    expect(judgeOutcomes({ buy: { settled: 5, resolved: 5 } }, half)).toEqual(
      []
    )
  })
})
